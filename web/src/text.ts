// All words of the page, in one place: translate this file, and the page is translated. What the
// server says in its own words comes by here too, through `said`.

import type { Target } from "./board/marks";
import type { Battle } from "./games/view";
import type { Cell, Piece } from "./scene/scene";

const NAMES: Readonly<Record<string, string>> = {
  suns: "Suns", moons: "Moons", crowns: "Crowns", arms: "Arms", red: "Red", blue: "Blue",
  yellow: "Yellow", green: "Green", south: "South", north: "North", chance: "Chance",
  table: "The table",
};

/** A seat's name with a capital. */
export function seatName(seat: string): string {
  return NAMES[seat] ?? seat;
}

/** Words of the server as they are shown: with capitals where sentences begin; tokens (`c3-d4`,
 *  `done:`) stay as they are. */
export function serverText(words: string): string {
  return words.replace(/(^|[.!?] )([a-z]+)(?=[ .,:']|$)(:?)/g, (all, before: string, word: string, colon: string) =>
    colon && !NAMES[word] ? all : before + word.slice(0, 1).toUpperCase() + word.slice(1) + colon,
  );
}

// Things beside a board, by the names that games' choices give to their trays.
const TRAY_ITEMS: Readonly<Record<string, string>> = {
  hand: "a tower from your hand", row: "an end stone of the row",
  lay: "a tile still to lay out", pay: "a tile of your tally",
};

const list = (seats: readonly string[]): string =>
  seats.map(seatName).join(", ").replace(/, ([^,]*)$/, " and $1");

/** A move in a sentence. */
const tokenText = (token: string): string => (token === "?" ? "a move made in secret" : token);

// What a seat offers, in words; the token is of the move that it asks to take back.
const OFFERED: Readonly<Record<string, (token: string) => string>> = {
  draw: () => "offers a draw",
  agree: () => "offers to stop and count",
  takeback: (token) => `asks to take back ${tokenText(token)}`,
};

export const text = {
  name: "siegeworks",
  skip: "Skip to the page",
  menu: { label: "Pages", games: "All games", lobby: "Lobby", replay: "Replay", settings: "Settings" },
  games: {
    "siege-master": {
      title: "Siege Master",
      sentence: "Lay armies on a map. Where you leave no room for another, the fortresses fall to you.",
    },
    "kings-ransom": {
      title: "King’s Ransom",
      sentence: "Two hidden armies in ranks. Attack, flee and spy; a captured King must be bought back.",
    },
    expansion: {
      title: "Expansion",
      sentence: "Walk and jump with minions of secret value, and outnumber the enemy on the tiles.",
    },
    "siege-by-number": {
      title: "Siege by Number",
      sentence: "March by the dice, fight by hidden numbers, and lead your Commander into their home.",
    },
    "nobles-and-peasants": {
      title: "Nobles and Peasants",
      sentence: "Take stones from the ends of one row and lay them where your towers look.",
    },
  } as Readonly<Record<string, { title: string; sentence: string }>>,
  home: {
    title: "Five sieges, one table",
    lead: "Play at once against a bot, or send a friend a link. No account, nothing to install.",
    playBot: "Play a bot",
    opening: "Opening …",
    newTable: "New table",
    rules: "Rules",
    at: (title: string) => ` at ${title}`,
    of: (title: string) => ` of ${title}`,
    meet: "Meet others",
    meetSentence: "Sit down where a seat is free, join a friend with a code, or see a game again.",
    lobby: "Lobby",
    replay: "Replay",
  },
  connection: {
    unreachable: "The server does not answer. Is it still running? Try again in a moment.",
    strange: (status: number) => `The server answered with ${status} and said no more.`,
    opening: "Opening the table …",
    broken: "No connection to the server. Trying again; nothing you played is lost.",
    preparing: "Preparing the rules, for the first time on this computer. It takes about 20 seconds.",
    preparingLabel: "Preparing the rules",
    again: "Try again",
    noTable: "There is no such table. Is the address whole?",
  },
  players: {
    label: "Seats",
    you: "You",
    guest: "Guest",
    nobody: "Nobody yet",
    bot: (level: number, name: string) => `${name}, bot ${level}`,
    level: (level: string) => `bot ${level}`,
    away: ", away",
    toMove: "to act",
  },
  status: {
    yourTurn: (seat: string) => (seat ? `${seatName(seat)} to act.` : "Your turn."),
    thinking: (seat: string, name: string) => `${seatName(seat)} (${name}) is thinking …`,
    waiting: (seat: string, there: boolean) =>
      there ? `Waiting for ${seatName(seat)}.` : `Waiting for ${seatName(seat)}, who is away.`,
    missing: (seats: readonly string[]) => `Waiting until somebody takes ${list(seats)}.`,
    declined: (seat: string, what: string) =>
      what === "takeback" ? `${seatName(seat)} lets the move stand.` : `${seatName(seat)} would rather play on.`,
    takenBack: (seat: string, token: string) => `${seatName(seat)} took back ${tokenText(token)}.`,
    since: (seconds: number) =>
      "for " + (seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`),
    automaticTurnEnd: (seat: string) =>
      `The turn of ${seatName(seat)} ended by itself: no die, or no piece that had not been chosen, was left (R7).`,
    rolls: (dice: string) => `rolls ${dice}`,
    titleTurn: "● ",
  },
  refused: {
    notYet: (seat: string | null, over: boolean) => {
      if (over) return "The game is over. Play another one, or see this one again.";
      return seat ? `It is the turn of ${seatName(seat)}.` : "The game has not begun: a seat is still free.";
    },
    // With what one may begin: "place" is on the board, the rest of TRAY_ITEMS is beside it.
    nothingThere: (begin: readonly string[]) => {
      const beside = Object.keys(TRAY_ITEMS).filter((kind) => begin.includes(kind)).map((kind) => TRAY_ITEMS[kind]);
      if (beside.length === 0) return "Nothing can be done with that now. What can is marked.";
      return `First take ${[...beside, ...(begin.includes("place") ? ["what is marked"] : [])].join(" or ")}.`;
    },
  },
  grid: {
    label: (title: string) => `Board of ${title}`,
    help: "Arrow keys move over the board, Enter picks, Escape lets go.",
    hexHelp:
      "Arrow keys move over the board; Q, W, E, D, S and A go in the six directions, clockwise from up left. Enter picks, Escape lets go.",
    turnHelp: "R turns an army.",
    on: "bare",
    face: "face down",
    movable: "may act",
    selected: "picked",
    targets: { go: "may go here", capture: "may attack here" } as Readonly<Record<Target, string>>,
    last: "just changed",
    of: (seat: string) => `of ${seatName(seat)}`,
  },
  actions: {
    play: (token: string) => `Play ${token}`,
    would: (token: string, piece: string, from: string | null, places: readonly string[]) => {
      const where = places.length > 0 ? `${from ? `from ${from} to` : "on"} ${places.join(", ")}` : "";
      return `To play: ${[token, `${piece} ${where}`.trim()].filter(Boolean).join(", ")}.`;
    },
    turn: "Turn (R)",
    back: "Back",
    wholeBoard: "The whole board",
    token: "Type a move",
    example: (token: string) => (token ? `Type a move, as ${token}` : "Type a move"),
    playTyped: "Play",
    buttons: {
      done: "End the turn", hold: "Hold, no attack", stay: "Stay and fight", pass: "Pass",
      flee: "Flee", stand: "Stand alone", refuse: "Pay nothing", back: "Take back to the hand",
      keep: "Leave the row", swap: "Swap sides",
    } as Readonly<Record<string, string>>,
  },
  tools: {
    undo: "Undo",
    askUndo: "Ask to undo",
    hint: "Hint",
    hints: "The best moves",
    show: (token: string) => `Show ${token}`,
    thinking: "Thinking for a moment …",
    draw: "Offer a draw",
    agree: "Stop and count",
    resign: "Resign",
    really: {
      resign: (seat: string) => `Resign as ${seatName(seat)}? This cannot be taken back.`,
      agree: (seat: string) => `Offer to stop and count as ${seatName(seat)}? If all agree, the game is over.`,
    },
    yesReally: {
      resign: (seat: string) => `Yes, ${seatName(seat)} resigns`,
      agree: () => "Yes, offer it",
    },
    playOn: "Play on",
    offered: (by: string, what: string, waiting: readonly string[], token: string) =>
      `${seatName(by)} ${OFFERED[what]?.(token) ?? what}; ${list(waiting)} may answer.`,
    yes: "Agree",
    no: { draw: "Play on", agree: "Play on", takeback: "Let it stand" },
    reallyAgree: {
      draw: "Agree to a draw? The game is then over.",
      agree: "Agree to stop and count? The game is then over.",
      takeback: "Agree that the move is taken back?",
    },
    yesAgree: "Yes, I agree",
    back: "Not yet",
    withdraw: "Withdraw the offer",
    again: "New table",
    replay: "See it again",
  },
  battle: {
    label: "Battle",
    won: (winner: string, fallen: string, loser: string) => `${seatName(winner)} won: ${fallen} of ${seatName(loser)} fell.`,
    fall: "Nobody won: both sides fell.",
    stay: "A tie: both stay where they are.",
  },
  row: {
    label: "The row of stones",
    counts: "In the row",
    place: (index: number, piece: string) => `place ${index}: ${piece}`,
  },
  dice: (seat: string) => `The dice of ${seat}`,
  tally: (red: number, blue: number, neutral: number) =>
    `Fortresses: Red ${red}, Blue ${blue}, neutral ${neutral}`,
  steps: {
    title: (count: number) => `Steps (${count})`,
    hidden: "in secret",
    faceDown: "a piece that lies face down",
    barred: "cannot be taken back",
    shown: (shown: string) => `shown: ${shown}`,
  },
  curtain: {
    title: (seat: string) => `It is ${seat}’s turn`,
    lookAway: "The others look away, please.",
    lift: (seat: string, name: string) => `I am ${name ? `${name}, ` : ""}${seat}: show my table`,
    handOver: (seat: string) => `MoveInput over to ${seatName(seat)}`,
  },
  invite: {
    title: (seat: string) => `Invite a friend for ${seat}`,
    once: "The link takes the seat once. Send it to one person only.",
    code: "Or tell the code:",
    copy: "Copy the link",
    copied: "Copied",
    selected: "The link is selected above: copy it from there.",
    local: "Only this computer can open this link. To invite others, start the server with",
    command: "siegeworks serve --host 0.0.0.0",
    address: " and open this page at its address in your network.",
    picture: (seat: string) => `The link for ${seat} as a picture for a camera`,
  },
  token: {
    renew: "Sign out other devices",
    why: "Whoever has opened this table with your seat elsewhere has to leave it.",
    renewed: "Other devices are signed out of your seat.",
  },
  profile: {
    name: "Your name",
    guest: "Guest",
    color: "Your colour",
    colors: { violet: "violet", lilac: "lilac", pink: "pink", ice: "ice", slate: "slate" } as Readonly<Record<string, string>>,
  },
  newTable: {
    title: (title: string) => `New table: ${title}`,
    unknown: (game: string) => `There is no game called ${game}.`,
    from: (step: number) => `Played on from your record, after ${step === 1 ? "1 step" : `${step} steps`}.`,
    lost: "The record is no longer known here: open it again under Replay. This is a new game.",
    told: "A record tells what lies hidden, so no stranger can be invited.",
    seats: "Seats",
    options: "Options",
    who: (seat: string) => `Who plays ${seat}`,
    level: "How strong the bot is",
    levelName: (level: number, name: string) => `${level} ${name}`,
    theirName: "Their name",
    sittings: {
      me: "I", bot: "A bot", friend: "A friend, by link", open: "Anybody, in the lobby",
      "hot-seat": "Somebody at this device",
    },
    means: {
      me: "You play this seat here.",
      bot: "",
      friend: "You get a link, a code and a picture to pass on.",
      open: "Your table is listed in the lobby until somebody sits down.",
      "hot-seat": "You take turns at this screen; a curtain hides what is secret.",
    },
    open: "Open the table",
  },
  lobby: {
    title: "Lobby",
    empty: "Nobody is waiting just now. A bot always has time: choose a game and play at once.",
    chooseGame: "Choose a game",
    free: "free",
    age: (seconds: number) =>
      seconds < 90 ? "just opened" : `open for ${Math.round(seconds / 60)} minutes`,
    sit: "Sit down",
    code: "A code from a friend",
    join: "Join",
    mine: "Your tables",
    goOn: "Go on",
  },
  join: {
    title: "You are invited",
    what: (title: string, seat: string) => `${title}: the seat of ${seat} is yours.`,
    sit: (seat: string) => `Sit down as ${seat}`,
  },
  replay: {
    title: "Replay",
    lead: "See a game again from its .siege file, step by step, or play on from any position.",
    file: "Open a file",
    paste: "Or put the record here",
    show: "Show it",
    fetching: "Setting up the board …",
    start: "The beginning",
    step: (number: number, actor: string, token: string, shown: string) =>
      `${number}. ${actor} ${token}${shown ? ` (${shown})` : ""}`,
    scrub: "Step",
    first: "First",
    back: "Back",
    on: "On",
    last: "Last",
    play: "Play",
    stop: "Stop",
    playOn: "Play on from here",
    over: "The game is over here",
    save: "Save the file",
    other: "Another record",
  },
  rules: { contents: "Contents", aside: (title: string) => ` of ${title}, in a new tab` },
  settings: {
    theme: "Light or dark",
    themes: { system: "As the system", light: "Light", dark: "Dark" },
    sounds: "Sounds",
    confirm: "Ask before a move is played",
  },
};

const CAPTIONS: Readonly<Record<string, string>> = {
  "siege-master army": "Red’s first armies lie four hexes long; the last one glows.",
  "siege-master beside": "Each army touches the one before while nothing is captured.",
  "siege-master siege": "Shaded land has no room for an army: its fortresses have fallen.",
  "kings-ransom formation": "South sees its own tiles, and of north’s only where they lie.",
  "kings-ransom battle": "A Cavalry has attacked from rank 1; the ranks have closed behind it.",
  "kings-ransom ranks": "Later: columns have slid forward and tiles moved sideways.",
  "expansion start": "The suns have placed their values; of the moons’ they see none.",
  "expansion capture": "Captured tiles bear their owner’s mark; two ticks show a tile one short.",
  "siege-by-number start": "The first Army stands at home, and the dice are cast.",
  "siege-by-number moves": "Armies on their way; a number is shown once a battle turned it up.",
  "nobles-and-peasants start": "At the start only the neutral tower stands on the board.",
  "nobles-and-peasants score": "Towers look along six lines, over stones and empty circles.",
};

/** What a picture of the rules page shows. */
export function captionFor(game: string, picture: string): string {
  return CAPTIONS[`${game} ${picture}`] ?? "";
}

/** What a button for a token, or for a part of one, says. */
export function buttonText(token: string): string {
  return text.actions.buttons[token] ?? token;
}

/** Options that differ from the usual ones; like tokens they are written as records write them. */
export function optionsText(options: Readonly<Record<string, string>>): string {
  return Object.entries(options)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ");
}

/** A piece in words: "minion 5 of Suns, face down". */
export function pieceText(piece: Piece): string {
  const kind = piece.kind === "stone" ? `${piece.color ?? ""} stone` : piece.kind;
  const known = /^[A-Za-z0-9]{1,2}$/.test(piece.text) && piece.kind !== "stone" && piece.kind !== "commander";
  const parts = [kind + (known ? ` ${piece.text}` : "")];
  if (piece.seat) parts.push(text.grid.of(piece.seat));
  return parts.join(" ") + (piece.face_down ? `, ${text.grid.face}` : "");
}

/** What was done, as tokens; dice as one reads them: `roll=00A` is "rolls 0 0 A". What happened to the
 *  table ("suns resigns") is a sentence. */
export function moveText(actor: string, words: string): string {
  if (actor === "table") return serverText(words);
  return words.replace(/\broll=(\w+)/g, (_, dice: string) => text.status.rolls([...dice].join(" ")));
}

/** A fighter in words: "Archer A6". */
export function fighterText(piece: Piece): string {
  return serverText(pieceText({ ...piece, seat: null }));
}

/** How a battle ended, in words; none as long as it has not. */
export function battleText({ attacker, defender, helper, outcome }: Battle): string {
  if (outcome === "fall" || outcome === "stay") return text.battle[outcome];
  if (!outcome) return "";
  const [winner, loser] = outcome === "attacker" ? [attacker, defender] : [defender, attacker];
  const fallen = [loser, loser === defender ? helper : null].flatMap((one) => (one ? fighterText(one) : []));
  return text.battle.won(winner.seat ?? "", fallen.join(" + "), loser.seat ?? "");
}

/** Who played, as a record notes it (`suns=level:3 moons=Ann`), for people. */
export function playersText(noted: string | undefined): string {
  return (noted ?? "")
    .replace(/ (?=\w+=)/g, ", ")
    .replace(/(\w+)=(?:level:(\d))?/g, (_, seat: string, level: string | undefined) =>
      `${seatName(seat)}: ${level ? text.players.level(level) : ""}`,
    );
}

interface CellState {
  readonly movable: boolean;
  readonly selected: boolean;
  readonly target: Target | null;
  readonly last: boolean;
}

/** A place of the board in words, with what can be done there. */
export function cellText(cell: Cell, now: CellState): string {
  const ground = cell.ground === "land" || cell.ground === "square" ? text.grid.on : cell.ground;
  const owned = cell.seat ? `${cell.ground} ${text.grid.of(cell.seat)}` : "";
  return [
    cell.name,
    cell.piece ? pieceText(cell.piece) : owned || ground,
    cell.piece ? owned : "",
    now.selected ? text.grid.selected : "",
    now.movable ? text.grid.movable : "",
    now.target ? text.grid.targets[now.target] : "",
    now.last ? text.grid.last : "",
  ]
    .filter(Boolean)
    .join(", ");
}
