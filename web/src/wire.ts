// The protocol, made from src/siegeworks/server/messages.py. Do not edit; write it anew with
//   python -m siegeworks.server.typescript > web/src/wire.ts
// A field marked ? that is left out has the default noted beside it.

export const LONGEST_FRAME = 8192;
export const LONGEST_RECORD = 524288;
export const MOST_POSITIONS = 100;

/** The first message: which table, and for which seats. Answered by `welcome`, `presence` and `view`, or by `refused`. With no token one is a spectator. */
export interface Hello {
  type: "hello";
  table: string;
  tokens?: string[]; // []
  version?: number; // 0
}

/** Where one holds several seats of a game with secrets: whose view to be sent from now on; None lets the curtain fall. Answered by `view`. */
export interface Look {
  type: "look";
  id: string;
  seat?: string | null; // null
}

/** Take a step. Answered by `accepted`, then `view`; or by `refused`. */
export interface Act {
  type: "act";
  id: string;
  version: number;
  token: string;
  seat?: string | null; // null
}

/** Take back the last action of the seat that `View.undo` names. Done at once where nobody else is asked; where `View.undo_asks` names people, offer `takeback` instead. */
export interface Undo {
  type: "undo";
  id: string;
  version: number;
}

/** Give up. */
export interface Resign {
  type: "resign";
  id: string;
  seat?: string | null; // null
}

/** Offer a draw, or to stop and count; or ask to take back the last action of the seat that `View.undo` names (`takeback`). All who are still in the game are asked; any move withdraws a request to take back. */
export interface OfferAgreement {
  type: "offer";
  id: string;
  what: "agree" | "draw" | "takeback";
  seat?: string | null; // null
}

/** Say yes or no to the offer that stands. No from the seat that made it withdraws it. */
export interface AnswerOffer {
  type: "answer";
  id: string;
  offer: number;
  agrees: boolean;
  seat?: string | null; // null
}

/** May this token be played now, and if not, why? Answered by `explained`. */
export interface Explain {
  type: "explain";
  id: string;
  text: string;
  seat?: string | null; // null
}

/** Name the best moves. Answered, after a moment, by `hinted`. */
export interface Hint {
  type: "hint";
  id: string;
  seat?: string | null; // null
}

/** Is the line alive? Answered by `pong`. */
export interface Ping {
  type: "ping";
}

/** A cell of the board that never moves. */
export interface Place {
  name: string;
  x: number;
  y: number;
  ground: string;
  border?: string[]; // []
}

/** What never changes in a table's pictures. */
export interface Board {
  shape: string;
  places: Place[];
}

/** The table: what does not change any more. */
export interface Welcome {
  type: "welcome";
  table: string;
  game: string;
  title: string;
  options: Record<string, string>;
  seats: string[];
  yours: string[];
  secrets: boolean;
  agreement: boolean;
  board: Board;
}

/** The game is being prepared, for the first time on this computer; sent each second. */
export interface Preparing {
  type: "preparing";
  game: string;
  seconds: number;
}

/** One seat and who has it. */
export interface Sitter {
  seat: string;
  who: "bot" | "friend" | "open" | "person";
  name?: string; // ""
  level?: number; // 0
  color?: string; // ""
  connected?: boolean; // false
}

/** Who is there. Sent whenever it changes. */
export interface Presence {
  type: "presence";
  seats: Sitter[];
  spectators?: number; // 0
}

/** One step as a seat saw it. */
export interface Step {
  actor: string;
  token: string;
  shown?: string; // ""
}

/** What one actor did in a row, in words. */
export interface Deed {
  actor: string;
  words: string;
}

/** What happened last: the last actions of one actor, with what chance then did. */
export interface Last {
  deeds?: Deed[]; // []
  places?: string[]; // []
}

/** Something that stands on a place or lies in a tray. */
export interface Piece {
  kind: string;
  seat?: string | null; // null
  text?: string; // ""
  face_down?: boolean; // false
  color?: string | null; // null
  spent?: boolean; // false
}

/** What is to be seen on a place now. A place without a spot is bare. */
export interface Spot {
  at: number;
  ground?: string | null; // null
  seat?: string | null; // null
  piece?: Piece | null; // null
}

/** A row of things beside the board: a hand, a tally, the selection row, dice. */
export interface Tray {
  title: string;
  pieces?: Piece[]; // []
  seat?: string | null; // null
  note?: string; // ""
}

/** What changes in a table's pictures: one position as one seat sees it. */
export interface Scene {
  spots: Spot[];
  trays?: Tray[]; // []
  chains?: string[][]; // []
  notes?: string[]; // []
}

/** A step that was sent before, as it looks to the seat whose view is sent now. */
export interface Retold {
  at: number;
  step: Step;
}

/** What a seat has offered, as long as not all have answered. */
export interface Offer {
  what: "agree" | "draw" | "takeback";
  by: string;
  waiting_for: string[];
  version: number;
}

/** What was taken back; nobody acted since. */
export interface TakenBack {
  by: string;
  token: string;
}

/** All that one seat, or a spectator, may know of the table now. */
export interface View {
  type: "view";
  version: number;
  seat: string | null;
  steps_from: number;
  steps: Step[];
  last: Last;
  scene: Scene;
  to_act: string | null;
  retold?: Retold[]; // []
  legal?: string[]; // []
  undo?: string | null; // null
  undo_asks?: string[]; // []
  offer?: Offer | null; // null
  declined?: string | null; // null
  declined_what?: "agree" | "draw" | "takeback" | null; // null
  taken_back?: TakenBack | null; // null
  may_agree?: boolean; // false
  result?: string; // "*"
  ending?: string; // ""
  trouble?: string; // ""
}

/** It is stored; no crash can undo it. */
export interface Accepted {
  type: "accepted";
  id: string;
  version: number;
}

/** It was not done. The table is as it was. */
export interface Refused {
  type: "refused";
  sentence: string;
  version?: number; // 0
  id?: string | null; // null
}

/** What a token would be now. */
export interface Explained {
  type: "explained";
  id: string;
  legal: boolean;
  sentence: string;
}

/** One of the best moves. */
export interface HintMove {
  token: string;
  sentence: string;
  win_probability: number;
  proven: boolean;
  line: string[];
}

/** The best moves, the best first. */
export interface Hinted {
  type: "hinted";
  id: string;
  moves: HintMove[];
}

/** The line is alive. */
export interface Pong {
  type: "pong";
}

/** The last message: why the server hangs up. */
export interface Closing {
  type: "closing";
  sentence: string;
  again: boolean;
}

/** Who is to have one seat of a new table. */
export interface SeatPlan {
  seat: string;
  who: "bot" | "friend" | "hot-seat" | "me" | "open";
  level?: number; // 0
  name?: string; // ""
}

/** POST /api/tables: open a table. Answered by `TableOpened`. */
export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, string>; // {}
  color?: string; // ""
  record?: string; // ""
  step?: number; // 0
}

/** POST /api/invitation: what is this code for? Answered by `Invited`. Uses nothing up. */
export interface AskInvitation {
  code: string;
}

/** POST /api/seats: sit down, with a code, or at a table of the lobby. Answered by `SeatTaken`; asked again under the same request, because the answer was lost, with a new token, as long as the one before was not used. */
export interface TakeSeat {
  request: string;
  name: string;
  color?: string; // ""
  code?: string; // ""
  table?: string | null; // null
  seat?: string | null; // null
}

/** POST /api/seats/renew: new tokens for my seats, because somebody else may have the old ones. Answered by `SeatTaken`. An old token counts until its new one is first used, in `hello`. */
export interface RenewSeats {
  table: string;
  tokens: string[];
}

/** POST /api/replay: the positions of a record, some at a time. Answered by `Replay`. */
export interface AskReplay {
  record: string;
  start?: number; // 0
  count?: number; // 100
}

/** The body of every answer with a status from 400 on. */
export interface Refusal {
  sentence: string;
}

/** One option of a game. */
export interface OptionInfo {
  name: string;
  default: string;
  values: string[];
  meaning: string;
  shown_values?: string; // ""
}

/** GET /api/games: a list of these is in `Games`. */
export interface GameInfo {
  name: string;
  title: string;
  sentence: string;
  credits: string;
  seats: string;
  options: OptionInfo[];
}

/** A bot of one strength. */
export interface LevelInfo {
  level: number;
  name: string;
  description: string;
}

/** GET /api/games. */
export interface Games {
  games: GameInfo[];
  levels: LevelInfo[];
}

/** GET /api/games/NAME?option=value…: the game with these options. */
export interface GameShape {
  name: string;
  title: string;
  options: Record<string, string>;
  seats: string[];
  secrets: boolean;
  agreement: boolean;
  board: Board;
}

/** GET /api/games/NAME/rules: the rulebook. */
export interface RulesText {
  markdown: string;
}

/** A table with a seat for anybody. */
export interface LobbyTable {
  table: string;
  game: string;
  title: string;
  options: Record<string, string>;
  seats: Sitter[];
  age: number;
}

/** GET /api/lobby, the newest first of those where somebody is waiting. */
export interface Lobby {
  tables: LobbyTable[];
}

/** A seat, and the token that proves it. Keep it; it is told once. */
export interface YourSeat {
  seat: string;
  token: string;
}

/** One friend may take this seat with the code, once. */
export interface Invitation {
  seat: string;
  code: string;
}

/** The answer to POST /api/tables. */
export interface TableOpened {
  table: string;
  yours: YourSeat[];
  invitations?: Invitation[]; // []
}

/** What an invitation is for. */
export interface Invited {
  table: string;
  seat: string;
  game: string;
  title: string;
  options: Record<string, string>;
  seats: Sitter[];
}

/** The answer to POST /api/seats and /api/seats/renew. */
export interface SeatTaken {
  table: string;
  yours: YourSeat[];
}

/** A position of a record, everything turned up. */
export interface Position {
  scene: Scene;
  last: Last;
}

/** A record, checked, and some of its positions. There is one more than steps. */
export interface Replay {
  game: string;
  title: string;
  options: Record<string, string>;
  seats: string[];
  notes: Record<string, string>;
  steps: Step[];
  result: string;
  ending: string;
  board: Board;
  start: number;
  positions: Position[];
}

/** GET /healthz. */
export interface Healthy {
  version: string;
  tables: number;
  state: "degraded" | "ok";
  damaged: number;
  complaints: number;
  lost: number;
}

export type ClientMessage = Hello | Look | Act | Undo | Resign | OfferAgreement | AnswerOffer | Explain | Hint | Ping;
export type ServerMessage = Welcome | Preparing | Presence | View | Accepted | Refused | Explained | Hinted | Pong | Closing;
