// What the page cannot know: words, and the looks of seats. All else it draws from the scene.

export default {
  seats: { left: "red", right: "blue" },
  words: {
    buttons: { liar: "Liar!" },
    about: { die: "Only its owner sees the number, until somebody calls a bid a lie." },
  },
};
