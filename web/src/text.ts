// The words that every page needs; all others are in the `words.ts` of their folder. Translate these files, and the
// page is translated. Text from the server passes through `serverText`.

import type { Target } from "./game-api/drawings";
import { type Cell, fullPiece } from "./game-api/scene";
import { seatName } from "./game-api/seats";
import type { GameWords } from "./game-api/view";
import { listed, ofSeat, pieceText, possessive, serverText } from "./game-api/wording";
import type { Battle, Piece } from "./wire";

const list = (seats: readonly string[]): string => listed(seats.map(seatName));

/** The move that a seat takes back; with its token, if players want to see it. */
const lastMove = (token: string): string => `their last move${token === "" || token === "?" ? "" : ` (${token})`}`;

// What a seat offers; the token is the move that it asks to take back.
const OFFERS: Readonly<Record<string, (token: string, isAnswered: boolean) => string>> = {
  draw: () => "offers a draw",
  agree: () => "offers to stop and count",
  takeback: (token, isAnswered) => `asks to take back ${lastMove(token)}${isAnswered ? " and what followed" : ""}`,
};

export const text = {
  name: "siegeworks",
  pageTitle: (title: string) => `${title} · siegeworks`,
  skip: "Skip to content",
  menu: { label: "Pages", games: "All games", open: "Menu", settings: "Settings" },
  pages: { home: "Play", learn: "Learn", puzzles: "Puzzles", maps: "Maps", rules: "Rules", lobby: "Lobby", replay: "Replay", account: "Account" },
  home: { opening: "Opening …", newTable: "New table", chooseGame: "Choose a game" },
  connection: {
    unreachable: "The server does not respond. Is it running? Try again in a moment.",
    offline: "You are offline, and this needs a connection.",
    unexpected: (status: number) => `The server answered with status ${status} and no explanation.`,
    opening: "Opening the table …",
    broken: "No connection. Reconnecting …",
    preparing: "Preparing the rules for the first time on this computer. This takes about 20 seconds.",
    preparingLabel: "Preparing the rules",
    again: "Try again",
    noTitle: "No table",
    noTable: "There is no such table. Check the address.",
  },
  offline: { none: "No connection.", works: "What works offline" },
  part: {
    loading: "Loading …",
    failed: "This part of the page could not be loaded. Check your connection.",
    again: "Try again",
    close: "Close",
  },
  players: {
    label: "Seats",
    you: "You",
    guest: "Guest",
    nobody: "Nobody yet",
    noPieces: "none",
    bot: (level: number, name: string) => `${name}, bot ${level}`,
    level: (level: string) => `bot ${level}`,
    levelName: (level: number, name: string) => `Level ${level}, ${name}`,
    program: (name: string) => `${name}, a bot`, // that somebody has connected
    account: (name: string) => `account ${name}`,
    rating: (points: number, uncertainty: number) => `${points} ± ${uncertainty}`,
    provisional: "not certain yet",
    change: (points: number) => (points < 0 ? `−${-points}` : `+${points}`),
    away: "away",
    vacation: "on vacation",
    toMove: "to act",
  },
  status: {
    yourTurn: (seat: string) => (seat ? `${seatName(seat)} to act.` : "Your turn."),
    thinking: (seat: string, name: string) => `${seatName(seat)} (${name}) is thinking …`,
    waiting: (seat: string, there: boolean, daysAway: number) => {
      if (daysAway > 0) return `Waiting for ${seatName(seat)}, who is on vacation for ${text.clock.moreDays(daysAway)}.`;
      return there ? `Waiting for ${seatName(seat)}.` : `Waiting for ${seatName(seat)}, who is away.`;
    },
    watching: "You are watching.",
    signIn: "Is it your game? Sign in",
    setupTime: "To set up, each player has the time of four moves.",
    openSeats: (seats: readonly string[]) => `Waiting for someone to take ${list(seats)}.`,
    missing: (seats: readonly string[]) => `Waiting for ${list(seats)} to join.`,
    declined: (seat: string, what: string) =>
      what === "takeback" ? `${seatName(seat)} declined the undo.` : `${seatName(seat)} prefers to play on.`,
    takenBack: (seat: string, token: string) => `${seatName(seat)} took back ${lastMove(token)}.`,
    since: (seconds: number) =>
      "for " + (seconds < 60 ? `${seconds} s` : seconds < 3600 ? `${Math.floor(seconds / 60)} min ${seconds % 60} s` : `${Math.floor(seconds / 3600)} h ${Math.floor(seconds / 60) % 60} min`),
    titleTurn: "● ",
    titleHidden: "Your turn – ",
    notes: "Notes",
  },
  refused: {
    notYet: (seat: string | null) =>
      seat ? `It is ${possessive(seatName(seat))} turn.` : "The game has not started: a seat is still free.",
    // What a move can begin with: "place" is on the board, all others are the game's tray items.
    notPickable: (kinds: readonly string[], { trayItems = {} }: GameWords) => {
      const items = Object.keys(trayItems).filter((kind) => kinds.includes(kind)).map((kind) => trayItems[kind]);
      if (items.length === 0) return "You can’t use that now. What you can use is marked.";
      return `First take ${[...items, ...(kinds.includes("place") ? ["a marked piece"] : [])].join(" or ")}.`;
    },
  },
  moves: {
    go: (piece: string, to: string) => `Move the ${piece} to ${to}`,
    attack: (to: string, piece: string) => `Attack ${to} with the ${piece}`,
    place: (piece: string, to: string) => `Place the ${piece} on ${to}`,
    choose: (what: string) => `Choose ${what}`,
    with: (label: string, piece: string, at: string) => `${label} with the ${piece} on ${at}`,
    thePiece: (piece: string) => `the ${piece}`,
  },
  grid: {
    label: (title: string) => `Board of ${title}`,
    help: "Use the arrow keys to move around the board, Enter to pick and Escape to cancel.",
    hexHelp:
      "Use the arrow keys to move around the board, or Q, W, E, D, S and A for the six directions, clockwise from upper left. Press Enter to pick and Escape to cancel.",
    rotateHelp: "R rotates an army.",
    empty: "empty",
    movable: "can move",
    selected: "picked",
    targets: { go: "can go here", capture: "can attack here" } as Readonly<Record<Target, string>>,
    last: "just changed",
    barred: "not allowed now",
    reach: (cells: readonly string[]) => `In reach: ${cells.join(", ")}.`,
  },
  actions: {
    confirmation: (move: string, from: string | null, places: readonly string[]) =>
      `To play: ${move}${from ? `, from ${from}` : ""}${places.length > 0 ? `, over ${places.join(", ")}` : ""}.`,
    yes: (label: string) => `Yes, ${label.slice(0, 1).toLowerCase()}${label.slice(1)}`,
    noted: (words: string, token: string) => `${words} (${token})`,
    buttonMeaning: (label: string, meaning: string) => (meaning ? `${label}: ${meaning}` : ""),
    rotate: "Rotate",
    cancel: "Cancel",
    wholeBoard: "Whole board",
    token: "Type a move",
    example: (token: string) => (token ? `Type a move, e.g. ${token}` : "Type a move"),
    playTyped: "Play",
  },
  tools: {
    rated: "Rated: no undo, no hints.",
    undo: "Undo",
    askUndo: "Ask to undo",
    dice: "Check the dice",
    hint: "Hint",
    hints: "The best moves",
    obvious: (move: string, sentence: string) => `The obvious move, “${move}”, ${sentence}`,
    show: "Show",
    play: "Play",
    line: (tokens: readonly string[]) => `Then perhaps ${tokens.join(" ")}`,
    thinking: "Thinking …",
    draw: "Offer a draw",
    agree: "Stop and count",
    resign: "Resign",
    question: {
      resign: (seat: string) => `Resign as ${seatName(seat)}? You can’t undo this.`,
      agree: (seat: string) => `Offer to stop and count as ${seatName(seat)}? If everyone agrees, the game ends.`,
      signOut: () => "Sign out everyone else who is using your seat?",
    },
    confirm: {
      resign: (seat: string) => `Yes, ${seatName(seat)} resigns`,
      agree: () => "Yes, offer it",
      signOut: () => "Yes, sign them out",
    },
    playOn: "Play on",
    offered: (by: string, what: string, waiting: readonly string[], token: string, isAnswered: boolean) =>
      `${seatName(by)} ${OFFERS[what]?.(token, isAnswered) ?? what}. Waiting for ${list(waiting)} to answer.`,
    accept: "Accept",
    decline: { draw: "Play on", agree: "Play on", takeback: "Decline" },
    acceptQuestion: {
      draw: "Agree to a draw? This ends the game.",
      agree: "Agree to stop and count? This ends the game.",
      takeback: "Allow the move to be taken back?",
    },
    confirmAccept: "Yes, I agree",
    notYet: "Not yet",
    withdraw: "Withdraw the offer",
    share: "Share",
    map: "This map",
    menu: "Menu",
    flip: "Flip the board",
    legend: "What the pieces mean",
    vacation: "Vacation",
    plan: "Plan a reply",
    planned: (tokens: readonly string[]) => `Planned: ${tokens.join(" ")}`,
    typing: "Type moves",
    coach: "Coach",
    close: "Close",
  },
  ended: {
    sentence: (ending: string, winners: readonly string[], mine: readonly string[], score: string) => {
      const why = ending.slice(ending.indexOf(": ") + 2);
      if (winners.length === 0 || !why) return serverText(ending);
      const me = mine.length === 1 && winners.includes(mine[0] ?? "") ? mine[0] : null;
      const others = winners.filter((seat) => seat !== me).map(seatName);
      const who = listed(me ? ["You", ...others] : others);
      const won = me && others.length === 0 ? "win" : winners.length > 1 ? "won together" : "won";
      return `${who} ${won}${score && ` with ${score}`}: ${why}`;
    },
  },
  battle: {
    label: "Battle",
    against: (attack: string, defence: string) => `${attack} against ${defence}`,
    won: (winner: string, fallen: string, loser: string) => `${seatName(winner)} won: ${seatName(loser)} lost ${fallen}.`,
    fall: "Nobody won: both sides fell.",
    stay: "A tie: both sides stay.",
  },
  history: {
    title: "What happened",
    label: "Turns, the oldest first",
    lately: "Since your last move",
    position: (at: number, total: number) => `Position ${at} of ${total}`,
    first: "First position",
    back: "One turn back",
    on: "One turn forward",
    last: "Last position",
    now: "Back to now",
    lookingAt: (at: number, total: number, since: number) =>
      `Position ${at} of ${total}.${since > 0 ? ` ${since === 1 ? "One new turn" : `${since} new turns`} since you looked back.` : ""}`,
    lookingBack: "You are looking at an earlier position. Go back to now to move.",
    again: "Show me again",
    playing: (isTouch: boolean) => (isTouch ? "Tap to skip." : "Click or press any key to skip."),
    goal: "Goal",
    undoBlocked: "cannot be undone",
  },
  curtain: {
    title: (seat: string) => `${seat} to play`,
    lookAway: "Everyone else, please look away.",
    open: (seat: string, name: string) => `I am ${name ? `${name}, ` : ""}${seat}: show the board`,
    handOver: (seat: string) => `Hand over to ${seatName(seat)}`,
  },
  invite: {
    title: (seat: string) => `Invite a friend to play ${seat}`,
    once: "The link works once. Send it to one person only.",
    rematch: "Your opponents see your offer where you have just played. If they have left, send them a link.",
    code: "Or tell them the code:",
    copy: "Copy the link",
    copied: "Copied",
    selected: "The link is selected above. Copy it from there.",
    local: "This link only works on this computer. To invite others, start the server with",
    command: "siegeworks serve --host 0.0.0.0",
    address: " and open this page at its address on your network.",
    qrCode: (seat: string) => `QR code of the link for ${seat}`,
  },
  seatKey: {
    renew: "Sign out other devices",
    renewed: "Other devices are signed out of your seat.",
  },
  clock: {
    left: clockText,
    label: (seat: string, left: number) => `${seatName(seat)} has ${durationText(left)}`,
    told: (left: number) => `${durationText(left)} left.`,
    moreDays: (days: number) => (days === 1 ? "1 more day" : `${days} more days`),
  },
  rules: { aside: (title: string) => ` of ${title}, in a new tab` },
};

const UNITS = [["day", 86_400_000], ["hour", 3_600_000], ["minute", 60_000], ["second", 1000]] as const;

/** A time in words, from milliseconds: "2 minutes 30 seconds"; of long ones, the two largest units. */
export function durationText(milliseconds: number): string {
  let rest = Math.max(0, milliseconds);
  const parts = UNITS.flatMap(([unit, size]) => {
    const count = Math.floor(rest / size);
    rest -= count * size;
    return count > 0 ? [`${count} ${unit}${count === 1 ? "" : "s"}`] : [];
  });
  return parts.slice(0, 2).join(" ") || "no time";
}

/** A time on a clock: "2 d 5 h", "1:05:00", "4:09", and with tenths below ten seconds. */
function clockText(milliseconds: number): string {
  const left = Math.max(0, milliseconds);
  if (left < 10_000) return `0:0${(Math.floor(left / 100) / 10).toFixed(1)}`;
  const seconds = Math.ceil(left / 1000);
  const [days, hours, minutes] = [Math.floor(seconds / 86_400), Math.floor(seconds / 3600) % 24, Math.floor(seconds / 60) % 60] as const;
  if (days > 0) return `${days} d ${hours} h`;
  const two = (number: number): string => String(number).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds % 60)}` : `${minutes}:${two(seconds % 60)}`;
}

/** A fighter in words: "Archer A6". */
export function fighterText(piece: Piece, words: GameWords): string {
  return serverText(pieceText({ ...fullPiece(piece), seat: null, face_down: false }, words));
}

/** The outcome of a battle; empty while it is undecided. */
export function battleText({ attacker, defender, helper, outcome }: Battle, words: GameWords): string {
  if (outcome === "fall" || outcome === "stay") return text.battle[outcome];
  if (!outcome) return "";
  const [winner, loser] = outcome === "attacker" ? [attacker, defender] : [defender, attacker];
  const fallen = [loser, loser === defender ? helper : null].flatMap((fighter) => (fighter ? fighterText(fighter, words) : []));
  return text.battle.won(winner.seat ?? "", fallen.join(" + "), loser.seat ?? "");
}

interface CellState {
  readonly movable: boolean;
  readonly selected: boolean;
  readonly target: Target | null;
  readonly last: boolean;
}

/** A cell of the board in words, with what can be done there. */
export function cellText(cell: Cell, words: GameWords, state: CellState): string {
  const ground = cell.ground === "land" || cell.ground === "square" ? text.grid.empty : cell.ground;
  const owned = cell.seat ? `${cell.ground} ${ofSeat(cell.seat)}` : "";
  return [
    cell.name,
    cell.piece ? pieceText(cell.piece, words) : owned || ground,
    cell.piece ? owned : "",
    state.selected ? text.grid.selected : "",
    state.movable ? text.grid.movable : "",
    state.target ? text.grid.targets[state.target] : "",
    cell.barred ? text.grid.barred : "",
    state.last ? text.grid.last : "",
  ]
    .filter(Boolean)
    .join(", ");
}
