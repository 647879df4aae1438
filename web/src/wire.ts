// The wire protocol, generated from src/siegeworks/server/messages/. Do not edit; regenerate with
//   python -m siegeworks.server.http.typescript > web/src/wire.ts
// A field marked ? that is left out has the default in the comment.

export const MAX_POSITIONS = 100;

/** The first message: enter a table, with these seats; without keys, as a spectator. Answered by `welcome`, `presence` and `view`, or by `refused`. */
export interface Hello {
  type: "hello";
  table: string;
  keys?: string[]; // []
  version?: number; // 0
  entropy?: string; // ""
  name?: string; // ""
}

/** For a client with several seats of a game with secrets: whose view it gets from now on. Answered by `view`. */
export interface Look {
  type: "look";
  id: string;
  seat?: string | null; // null
}

/** Show an earlier position, as the seat whose view the client gets may know it. Answered by `position`. */
export interface LookBack { type: "look-back"; id: string; turns: number; }

/** Take a step. Answered by `accepted`, then `view`; or by `refused`. */
export interface Act {
  type: "act";
  id: string;
  version: number;
  token: string;
  seat?: string | null; // null
  spent?: number | null; // null
}

/** Undo the last action of the seat that `View.undo` names, and all that followed. Done at once if nobody else has to agree; if `View.undo_asks` names seats, offer `takeback` instead. */
export interface Undo { type: "undo"; id: string; version: number; }

/** Resign. */
export interface Resign {
  type: "resign";
  id: string;
  seat?: string | null; // null
}

/** Offer a draw, or to stop and count; or ask to undo the last action of the seat that `View.undo` names (`takeback`). Everybody still in the game is asked. Any move withdraws a request to undo. */
export interface OfferAgreement {
  type: "offer";
  id: string;
  what: "agree" | "draw" | "takeback";
  seat?: string | null; // null
}

/** Say yes or no to the open offer. A no from the seat that made it withdraws it. */
export interface AnswerOffer {
  type: "answer";
  id: string;
  offer: number;
  agrees: boolean;
  seat?: string | null; // null
}

/** The code of an invitation, for the player who has this seat at the table. */
export interface RematchInvitation { to: string; code: string; }

/** Once the game is over: a table was opened for a rematch, and these invitations are for the other people at this table, who take their seats with the keys that they have here. It is offered once. Answered by `accepted`, then `view`. */
export interface OfferRematch {
  type: "rematch";
  id: string;
  table: string;
  invitations: RematchInvitation[];
  seat?: string | null; // null
}

/** Is this token legal now, and if not, why? Answered by `explained`. */
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

/** What matters in the move that the seat is to make? Only for a seat that plays against bots alone. Answered by `coached`. */
export interface Coach {
  type: "coach";
  id: string;
  seat?: string | null; // null
}

/** Was the seat's last move poor? Only for a seat that plays against bots alone. Answered, after a moment, by `reviewed`. */
export interface Review {
  type: "review";
  id: string;
  seat?: string | null; // null
}

/** What would the moves of the seat to act do? Asked once in a turn. Answered by `previewed`. */
export interface Preview {
  type: "preview";
  id: string;
  version: number;
  seat?: string | null; // null
}

/** What may this seat know, field by field? For programs that play. Answered by `observed`. */
export interface Observe {
  type: "observe";
  id: string;
  seat?: string | null; // null
}

/** Where a game is played over days: the time of a seat does not run for so many days, from now on, or until it moves. Answered by `accepted`, then `clocks`; or by `refused`. */
export interface Vacation {
  type: "vacation";
  id: string;
  days: number;
  seat?: string | null; // null
}

/** Conditional moves, in a game over days without secrets and chance: while others are to act, say what they may play and what this seat plays then. It is played as long as they go on so, and forgotten otherwise. Answered by `accepted`, then `planned`; or by `refused`. */
export interface Plan {
  type: "plan";
  id: string;
  version: number;
  tokens: string[];
  seat?: string | null; // null
}

/** Where moves can be planned: how does the table look after these steps, from now on? Answered by `imagined`, or by `refused`. */
export interface Imagine {
  type: "imagine";
  id: string;
  version: number;
  tokens: string[];
  seat?: string | null; // null
}

/** Say something to those at the table: one of the preset sentences, or a text. Answered by `accepted`, and `chat` to all who may read it. */
export interface Say {
  type: "say";
  id: string;
  preset?: "again" | "bye" | "close" | "hello" | "luck" | "oops" | "patience" | "played" | "thanks" | "wait" | null; // null
  text?: string; // ""
}

/** From now on this client's seats read and write texts, or preset sentences only, as at first. Answered by `accepted` and by a `chat` with all lines. */
export interface AllowTexts { type: "allow-texts"; id: string; allows: boolean; }

/** Report a line of the chat to the host. Answered by `accepted`. */
export interface ReportLine { type: "report"; id: string; number: number; }

/** Check the connection. Answered by `pong`. */
export interface Ping { type: "ping"; }

/** A cell of the board. */
export interface Place {
  name: string;
  x: number;
  y: number;
  ground: string;
  border?: string[]; // []
}

/** The part of a table's pictures that never changes. */
export interface Board {
  shape: string;
  places: Place[];
  worth?: Record<string, Record<string, number>>; // {}
}

/** The clock of a table: the time of every seat, in milliseconds. */
export interface ClockTimes {
  reserve?: number; // 0
  increment?: number; // 0
  per_move?: number; // 0
}

/** The table: everything that no longer changes. */
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
  map_rows?: string; // ""
  commitment?: string; // ""
  clock?: ClockTimes | null; // null
  behind?: number; // 0
  rated?: boolean; // false
  may_add?: boolean; // false
}

/** The game is being compiled, for the first time on this computer. Sent every second. */
export interface Preparing { type: "preparing"; game: string; seconds: number; }

/** A seat and who has it. */
export interface SeatInfo {
  seat: string;
  who: "bot" | "friend" | "open" | "person";
  name?: string; // ""
  level?: number; // 0
  color?: string; // ""
  connected?: boolean; // false
  is_bot?: boolean; // false
}

/** Who is there. Sent whenever it changes. */
export interface Presence {
  type: "presence";
  seats: SeatInfo[];
  spectators?: number; // 0
  watching?: string[]; // []
}

/** A place whose ground a seat captures. */
export interface Capture { place: string; seat: string; }

/** How near a place is to being captured. */
export interface Lead { place: string; seat: string | null; by: number; }

/** Points that a seat gets from a place. */
export interface Points { seat: string; points: number; place: string; }

/** Something that stands on a cell or lies in a tray. */
export interface Piece {
  kind: string;
  seat?: string | null; // null
  text?: string; // ""
  face_down?: boolean; // false
  color?: string | null; // null
  spent?: boolean; // false
}

/** An attack, with what the viewer knows of both sides. */
export interface Battle {
  attacker: Piece;
  defender: Piece;
  outcome?: "" | "attacker" | "defender" | "fall" | "stay"; // ""
  sides?: string; // ""
  helper?: Piece | null; // null
  momentary?: boolean; // false
}

/** A piece that leaves the board or a tally. */
export interface Loss {
  piece: Piece;
  scorer?: string | null; // null
}

/** A piece that goes to another place because of what others did. */
export interface Slide { start: string; place: string; }

/** What stands on a place afterwards. */
export interface Change {
  place: string;
  piece?: Piece | null; // null
}

/** What a step does or has done. A field that is empty says nothing. */
export interface Effects {
  sentence?: string; // ""
  way?: string[]; // []
  cost?: string; // ""
  sight?: string[]; // []
  closed?: string[]; // []
  captures?: Capture[]; // []
  lead?: Lead | null; // null
  points?: Points[]; // []
  battle?: Battle | null; // null
  losses?: Loss[]; // []
  slides?: Slide[]; // []
  changes?: Change[]; // []
  winners?: string[]; // []
  tokens?: string[]; // []
}

/** One step as a seat saw it. */
export interface Step {
  actor: string;
  token: string;
  shown?: string; // ""
  effects?: Effects | null; // null
}

/** A turn in the history of a table: what happened, as a seat may know it. */
export interface Turn { seat: string | null; end: number; sentence: string; }

/** What a place shows now. A place without a spot shows only its ground. */
export interface Spot {
  at: number;
  ground?: string | null; // null
  seat?: string | null; // null
  piece?: Piece | null; // null
  barred?: boolean; // false
}

/** A row of things beside the board: a hand, a tally, the selection row, dice. */
export interface Tray {
  title: string;
  pieces?: Piece[]; // []
  seat?: string | null; // null
  note?: string; // ""
}

/** How far what is on a place reaches now, for those who ask what it is. */
export interface Reach {
  place: string;
  places: string[];
  sentence?: string; // ""
}

/** The part of a table's pictures that changes: one position as one seat sees it. */
export interface Scene {
  spots: Spot[];
  trays?: Tray[]; // []
  chains?: string[][]; // []
  notes?: string[]; // []
  goal?: string; // ""
  task?: string; // ""
  closed?: number[]; // []
  reaches?: Reach[] | null; // null
}

/** A step that was sent before and reads differently in the view that is sent now. */
export interface StepUpdate { at: number; step: Step; }

/** An offer that not everybody has answered yet. */
export interface Offer { what: "agree" | "draw" | "takeback"; by: string; waiting_for: string[]; version: number; }

/** The action that was undone; nobody has acted since. */
export interface TakenBack { by: string; token: string; }

/** A table that was opened for a rematch of this game; POST /api/seats takes a seat there. */
export interface Rematch { by: string; table: string; invited: string[]; }

/** Everything that one seat, or a spectator, may know of the table now. */
export interface View {
  type: "view";
  version: number;
  seat: string | null;
  steps_from: number;
  steps: Step[];
  history_from: number;
  history: Turn[];
  changed: string[];
  scene: Scene;
  to_act: string | null;
  step_updates?: StepUpdate[]; // []
  legal?: string[]; // []
  undo?: string | null; // null
  undo_asks?: string[]; // []
  offer?: Offer | null; // null
  declined_by?: string | null; // null
  declined_offer?: "agree" | "draw" | "takeback" | null; // null
  taken_back?: TakenBack | null; // null
  may_agree?: boolean; // false
  rematch?: Rematch | null; // null
  result?: string; // "*"
  ending?: string; // ""
  trouble?: string; // ""
  missing?: string[]; // []
}

/** What the seats have left, in milliseconds. Sent before every view, where there is a clock. */
export interface Clocks {
  type: "clocks";
  left: number[];
  running?: string | null; // null
  allowed?: number; // 0
  is_started?: boolean; // false
  is_setup?: boolean; // false
  away?: number[]; // []
  vacation?: number[]; // []
}

/** An earlier position. */
export interface EarlierPosition { type: "position"; id: string; turns: number; scene: Scene; steps: Step[]; }

/** The request is stored; no crash can lose it. */
export interface Accepted { type: "accepted"; id: string; version: number; }

/** The request was not carried out. The table is as it was. */
export interface Refused {
  type: "refused";
  sentence: string;
  version?: number; // 0
  id?: string | null; // null
}

/** Whether a token is legal now. */
export interface Explained { type: "explained"; id: string; legal: boolean; sentence: string; }

/** The move that comes to mind first, where the best one is clearly better. */
export interface ObviousMove { token: string; sentence: string; }

/** One of the best moves. */
export interface HintMove {
  token: string;
  sentence: string;
  win_probability: number;
  proven: boolean;
  line: string[];
  obvious?: ObviousMove | null; // null
}

/** The best moves, the best first. */
export interface Hinted { type: "hinted"; id: string; moves: HintMove[]; }

/** What matters in a seat's next move. */
export interface Coached { type: "coached"; id: string; version: number; sentence: string; }

/** What was better than a seat's last move. */
export interface Reviewed { type: "reviewed"; id: string; step: number; better: string; why: string; }

/** What the legal moves would do. */
export interface Previewed { type: "previewed"; id: string; version: number; effects: Effects[]; }

/** What a seat may know, as the fields of its observation. What is hidden from it has the game's value for "unknown". `siegeworks.client` makes the observation of it that bots choose by. */
export interface Observed {
  type: "observed";
  id: string;
  version: number;
  seat: string;
  ruleset: number;
  fields: Record<string, unknown>;
}

/** The conditional moves of a seat of this client; nobody else learns of them. */
export interface Planned { type: "planned"; seat: string; tokens: string[]; }

/** How the table looks after some steps that nobody has made. */
export interface Imagined {
  type: "imagined";
  id: string;
  scene: Scene;
  changed: string[];
  steps: Step[];
  to_act: string | null;
  legal: string[];
}

/** What somebody has said. */
export interface ChatLine {
  number: number;
  seat: string | null;
  said: number;
  name?: string; // ""
  preset?: "again" | "bye" | "close" | "hello" | "luck" | "oops" | "patience" | "played" | "thanks" | "wait" | null; // null
  text?: string; // ""
  own?: boolean; // false
}

/** What was said at the table. What spectators say is shown to seats once the game is over; what seats say is never shown to spectators. */
export interface Chat {
  type: "chat";
  lines: ChatLine[];
  is_all?: boolean; // false
  allows?: string[]; // []
  own?: boolean; // false
}

/** The connection works. */
export interface Pong { type: "pong"; }

/** The last message: why the server closes the connection. */
export interface Closing { type: "closing"; sentence: string; reconnect: boolean; }

/** The account of a browser that is signed in. */
export interface AccountInfo { name: string; since: number; passkeys: number; codes_left: number; }

/** GET /api/account, and the answer to whatever signs a browser in: its account; null: none. */
export interface SignedIn {
  account?: AccountInfo | null; // null
}

/** What a browser is to sign with a passkey. */
export interface PasskeyOptions { challenge: string; options: string; }

/** POST /api/account/sign-up/options: make a passkey for a new account of this name. Answered by `PasskeyOptions`; `challenge` is "" where there are no passkeys. */
export interface NewName { name: string; }

/** POST /api/account/sign-up: make an account. Answered by `SignedUp`. */
export interface SignUp {
  name: string;
  challenge?: string; // ""
  credential?: string; // ""
}

/** A new account, whose browser is signed in, and its recovery codes. They are not sent again. Also the answer to POST /api/account/codes, which makes new ones. */
export interface SignedUp { account: AccountInfo; codes: string[]; }

/** The body of a POST that needs none. */
export interface Nothing { }

/** POST /api/account/sign-in: sign in with a passkey. POST /api/account/sign-in/options says what is to be signed. Answered by `SignedIn`. */
export interface SignIn { challenge: string; credential: string; }

/** POST /api/account/recover: sign in with a recovery code, which then works no more. Answered by `SignedIn`. */
export interface SignInByCode { name: string; code: string; }

/** POST /api/account/passkeys: a further passkey of my account. POST /api/account/passkeys/options says what is to be signed. Answered by `SignedIn`. */
export interface NewPasskey {
  challenge: string;
  credential: string;
  label?: string; // ""
}

/** A passkey of my account. */
export interface PasskeyInfo { id: string; label: string; since: number; used: number; }

/** A browser that is signed in to my account. */
export interface SessionInfo {
  id: string;
  browser: string;
  since: number;
  seen: number;
  is_this?: boolean; // false
}

/** GET /api/account/access: how my account can be entered, and where it is. */
export interface Access { passkeys: PasskeyInfo[]; sessions: SessionInfo[]; }

/** POST /api/account/passkeys/remove: remove a passkey. Answered by `Access`. */
export interface RemovePasskey { id: string; }

/** POST /api/account/sessions/end: sign a browser out, or all but this one. Answered by `Access`. */
export interface EndSession {
  id?: string | null; // null
}

/** The answer to POST /api/account/links: a code that signs another device in, once. */
export interface SignInLink { code: string; seconds: number; }

/** POST /api/account/links/look: whom does a link sign in? Answered by `LinkInfo`; and POST /api/account/links/use: sign in. Answered by `SignedIn`. */
export interface LinkRequest { code: string; }

/** What a link is for. */
export interface LinkInfo { name: string; browser: string; }

/** POST /api/account/delete: delete my account. Answered by `SignedIn`, without one. */
export interface DeleteAccount { name: string; }

/** A table where my account has seats. */
export interface AccountTable {
  table: string;
  game: string;
  title: string;
  opened: number;
  over?: boolean; // false
}

/** GET /api/account/tables: the tables of my account, on whichever device it took its seats. POST /api/account/tables, with `MyTables`, makes the seats of this browser my account's and is answered by the same. POST /api/account/tables/TABLE/key, with `Nothing`, is answered by `SeatTaken`: keys for this browser; those of others stay valid. */
export interface AccountTables { tables: AccountTable[]; }

/** How somebody's games of one kind ended. */
export interface GameRecord {
  game: string;
  title: string;
  pace: "" | "calm" | "days" | "quick";
  played: number;
  won?: number; // 0
  drawn?: number; // 0
}

/** GET /api/people/NAME: what everybody sees of somebody. */
export interface Profile {
  name: string;
  since: number;
  records: GameRecord[];
  puzzles?: number; // 0
  standing?: "asked" | "asks" | "blocked" | "friends" | "none"; // "none"
  is_me?: boolean; // false
  is_signed_in?: boolean; // false
}

/** Who else played. */
export interface Opponent {
  name: string;
  place: number;
  level?: number; // 0
}

/** A finished game of somebody. */
export interface PlayedGame {
  game: string;
  title: string;
  pace: "" | "calm" | "days" | "quick";
  finished: number;
  place: number;
  seats: number;
  opponents: Opponent[];
  outcome: "drawn" | "lost" | "won";
  table?: string; // ""
  points?: number | null; // null
  change?: number | null; // null
}

/** GET /api/people/NAME/games?page=N: somebody's finished games, the newest first; pages are counted from 0. */
export interface PlayedGames {
  games: PlayedGame[];
  has_more?: boolean; // false
}

/** A rating after a game that has counted. */
export interface RatingPoint { finished: number; points: number; uncertainty: number; }

/** GET /api/people/NAME/ratings/GAME/PACE: how somebody's rating went, the oldest game first, as far as its tables are kept. */
export interface RatingHistory { points: RatingPoint[]; }

/** POST /api/people/NAME/relation: ask somebody to be friends (or accept it), block them, or neither. Answered by `Profile`. */
export interface Relate { kind: "block" | "friend" | "none"; }

/** Somebody, and how I stand to them. */
export interface Person { name: string; standing: "asked" | "asks" | "blocked" | "friends" | "none"; }

/** GET /api/account/people: everybody to whom I stand in some way. */
export interface People { people: Person[]; }

/** The account that has a seat or, at a rated table, a bot. */
export interface SeatPerson {
  seat: number;
  name: string;
  is_blocked?: boolean; // false
  points?: number | null; // null
  uncertainty?: number; // 0
  provisional?: boolean; // false
  change?: number | null; // null
}

/** GET /api/tables/TABLE/people: the seats that accounts have, and whether the game counts for ratings. */
export interface TablePeople {
  people: SeatPerson[];
  rated?: boolean; // false
  counted?: boolean; // false
  refusal?: string; // ""
  pace?: "" | "calm" | "days" | "quick"; // ""
  tournament?: string; // ""
}

/** POST /api/account/progress: keep this, if `version` is still the newest. Answered by `Progress`. */
export interface SaveProgress { document: string; version: number; }

/** GET /api/account/progress: what the browsers of my account keep. */
export interface Progress {
  document: string;
  version?: number; // 0
}

/** POST /api/account/tokens: a personal token for a program. A token makes no tokens. Answered by `TokenMade`. */
export interface NewToken {
  label: string;
  scopes: ("bot" | "play" | "read")[];
  days?: number; // 90
}

/** POST /api/account/tokens/end: this token works no more. Answered by `Tokens`. */
export interface EndToken { id: string; }

/** A personal token, without itself. Times are in seconds since 1970. */
export interface TokenInfo {
  id: string;
  label: string;
  scopes: ("bot" | "play" | "read")[];
  created: number;
  expires: number;
  used?: number | null; // null
}

/** GET /api/account/tokens: the account's tokens, the newest first. */
export interface Tokens { tokens: TokenInfo[]; }

/** A new token. It is not shown again. */
export interface TokenMade { token: string; info: TokenInfo; }

/** A position of a record, everything revealed. */
export interface Position { scene: Scene; changed: string[]; }

/** The body of every answer with a status of 400 or more. */
export interface ErrorBody {
  sentence: string;
  request_id?: string; // ""
}

/** One option of a game. */
export interface OptionInfo {
  name: string;
  default: string;
  values: string[];
  meaning: string;
  shown_values?: string; // ""
}

/** A game, in `Games`. */
export interface GameInfo {
  name: string;
  title: string;
  sentence: string;
  credits: string;
  seats: string;
  minutes: [number, number];
  learning: "easy" | "long" | "middling";
  luck: "dice" | "none" | "set-up";
  hidden: string;
  has_lessons: boolean;
  has_puzzles: boolean;
  options: OptionInfo[];
  view?: string | null; // null
}

/** A level of bots. */
export interface LevelInfo { level: number; name: string; description: string; }

/** GET /api/games. */
export interface Games { games: GameInfo[]; levels: LevelInfo[]; }

/** POST /api/games/NAME/details: a game with options and perhaps a map. Answered by `GameDetails`. */
export interface GameQuery {
  options?: Record<string, string>; // {}
  map_rows?: string; // ""
}

/** GET /api/games/NAME?option=value…: the game with these options. With a map it is asked for by `GameQuery`. */
export interface GameDetails {
  name: string;
  title: string;
  options: Record<string, string>;
  seats: string[];
  secrets: boolean;
  agreement: boolean;
  board: Board;
  map_rows?: string; // ""
}

/** A rulebook from one second-level heading to the next. */
export interface RulebookSection { title: string; paragraph: string; html: string; }

/** GET /api/games/NAME/rules: the rulebook. */
export interface Rulebook {
  sections: RulebookSection[];
  has_balance?: boolean; // false
}

/** A position that illustrates a paragraph, and what is played from it. */
export interface RuleExample {
  paragraph: string;
  caption: string;
  seat: string | null;
  seats: string[];
  board: Board;
  positions: Position[];
  steps: Step[];
  said: string[];
  turns: number[];
  show?: string[]; // []
  trays?: string[]; // []
}

/** GET /api/games/{name}/rules/examples: the examples of a game's rules. */
export interface RuleExamples { examples: RuleExample[]; }

/** A map that the server offers. */
export interface MapInfo {
  name: string;
  title: string;
  rows: string[];
  hexes: number;
  fortresses: number;
  is_shipped: boolean;
}

/** GET /api/games/{name}/maps: the maps to choose from, and what a random one may be. */
export interface MapList { maps: MapInfo[]; shapes: string[]; sizes: [number, number]; }

/** POST /api/games/{name}/maps/random: a new map. Answered by `MapDrawing`. */
export interface RandomMapRequest {
  size: number;
  shape: string;
  seed?: number | null; // null
}

/** A random map; the same size, shape and seed give the same again. */
export interface MapDrawing { name: string; title: string; rows: string[]; seed: number; }

/** POST /api/games/{name}/maps/inspect: what is wrong with a drawing, and more. Answered by `MapInspection`. */
export interface InspectRequest { name: string; text: string; }

/** What is wrong with a drawing. */
export interface MapProblem {
  sentence: string;
  places: string[];
  line: number;
  column: number;
  prevents_play: boolean;
}

/** What can be said of a drawing without playing on it. */
export interface MapInspection {
  name: string;
  rows: string[];
  hexes: number;
  fortresses: number;
  areas: number;
  placements: number;
  symmetries: string[];
  problems: MapProblem[];
  free: string[];
  playable: boolean;
}

/** POST /api/games/{name}/maps/check: let equal bots play on a map. Answered by `CheckStarted`. */
export interface CheckRequest { name: string; text: string; }

/** The answer to POST /api/games/{name}/maps/check. */
export interface CheckStarted { check: string; }

/** GET /healthz. */
export interface Health {
  version: string;
  tables: number;
  state: "degraded" | "ok";
  damaged: number;
  complaints: number;
  lost: number;
}

/** A lesson. */
export interface LessonInfo { name: string; title: string; steps: number; }

/** GET /api/games/{name}/lessons: the lessons of a game, in their order. */
export interface Lessons { lessons: LessonInfo[]; }

/** POST /api/games/{name}/lessons/{lesson}: a step of a lesson, and what comes of a try. Answered by `LessonStep`. */
export interface LessonRequest {
  moves: string[];
  tried?: string | null; // null
}

/** What comes of a try. */
export interface LessonAnswer {
  is_right: boolean;
  sentence: string;
  scene?: Scene | null; // null
  changed?: string[]; // []
}

/** A step of a lesson: what to read or to do, as the learner's seat sees the position. After the last step everything is empty but the title. */
export interface LessonStep {
  title: string;
  number: number;
  steps: number;
  text?: string; // ""
  seat?: string; // ""
  seats?: string[]; // []
  board?: Board | null; // null
  scene?: Scene | null; // null
  changed?: string[]; // []
  moves?: string[]; // []
  legal?: string[]; // []
  effects?: Effects[]; // []
  show?: string[]; // []
  rules?: string[]; // []
  answer?: LessonAnswer | null; // null
}

/** A puzzle, without its position. */
export interface PuzzleInfo { name: string; kind: "odds" | "save" | "win"; grade: number; theme: string; }

/** What puzzles a game has. */
export interface PuzzleGame {
  game: string;
  title: string;
  puzzles: number;
  daily?: string; // ""
}

/** GET /api/puzzles: the puzzles of all games. */
export interface PuzzleGames {
  games: PuzzleGame[];
  today?: string; // ""
}

/** GET /api/games/{name}/puzzles: the puzzles of a game, the easy ones first. */
export interface Puzzles {
  puzzles: PuzzleInfo[];
  daily?: string; // ""
}

/** A position of a puzzle as the learner's seat sees it, and what led to it. */
export interface PuzzlePosition {
  scene: Scene;
  changed: string[];
  seat?: string | null; // null
  sentence?: string; // ""
  steps?: Step[]; // []
}

/** GET /api/games/{name}/puzzles/{puzzle}: a puzzle to solve. Its solution is not in it. */
export interface Puzzle {
  info: PuzzleInfo;
  options: Record<string, string>;
  seat: string;
  seats: string[];
  board: Board;
  before: Scene | null;
  position: PuzzlePosition;
  legal: string[];
  effects: Effects[];
  within: number;
}

/** POST /api/games/{name}/puzzles/{puzzle}: try a move, or ask for the solution. Answered by `PuzzleAnswer`. */
export interface PuzzleTry {
  tried?: string | null; // null
}

/** What a puzzle keeps to itself until it is solved or the learner gives up. */
export interface PuzzleSolution {
  text: string;
  proof: string;
  found_by?: Record<string, number>; // {}
}

/** What comes of a try: the position after the move, and after each turn that follows it. */
export interface PuzzleAnswer {
  is_right: boolean;
  sentence?: string; // ""
  line?: PuzzlePosition[]; // []
  solution?: PuzzleSolution | null; // null
}

/** A step of a lesson, with what comes of each of its right moves. */
export interface OfflineStep { lesson: string; moves: string[]; step: LessonStep; answers: LessonAnswer[]; }

/** A puzzle with its solution. */
export interface OfflinePuzzle { puzzle: Puzzle; solution: PuzzleAnswer; }

/** GET /api/games/{name}/offline: what a page keeps of a game for when there is no connection: its lessons, and some of its puzzles. */
export interface OfflineCopy { steps: OfflineStep[]; puzzles: OfflinePuzzle[]; }

/** A seat, and the seat key that proves it. Keep it: it is not sent again. */
export interface YourSeat { seat: string; key: string; }

/** The answer to POST /api/seats and /api/seats/renew. */
export interface SeatTaken {
  table: string;
  yours: YourSeat[];
  commitment?: string; // ""
}

/** GET /api/notifications: how this server can notify people. */
export interface NotificationsOffered {
  push?: string; // ""
  mail?: boolean; // false
}

/** POST /api/notifications/push: notify a browser when it is the turn of these seats. Answered by `Done`. */
export interface PushTo { table: string; keys: string[]; endpoint: string; p256dh: string; auth: string; }

/** POST /api/notifications/push/off: do not notify a browser any more. Answered by `Done`. */
export interface PushOff {
  endpoint: string;
  table?: string | null; // null
}

/** POST /api/notifications/at: is somebody notified for these seats, and where? Answered by `NotificationsOn`. */
export interface NotificationsAsked {
  table: string;
  keys: string[];
  endpoint?: string; // ""
}

/** The answer to POST /api/notifications/at. */
export interface NotificationsOn {
  push?: boolean; // false
  mails?: string[]; // []
}

/** POST /api/notifications/mail: send a mail when it is the turn of these seats. Answered by `MailAdded`. */
export interface MailTo {
  table: string;
  keys: string[];
  address: string;
  key?: string; // ""
}

/** The answer to POST /api/notifications/mail. */
export interface MailAdded {
  is_confirmed?: boolean; // false
}

/** POST /api/notifications/mail/confirm: the code of the link in a mail. Answered by `MailConfirmed`. */
export interface MailCode { code: string; }

/** The answer to POST /api/notifications/mail/confirm. */
export interface MailConfirmed { address: string; key: string; }

/** POST /api/notifications/mail/stop: send no more mails about these seats. Answered by `Done`. */
export interface MailStop { table: string; keys: string[]; }

/** POST /api/notifications/mail/off: send no more mails at all. Answered by `Done`. */
export interface MailOff { receiver: string; key: string; }

/** It is done. */
export interface Done {
  done?: boolean; // true
}

/** POST /api/people/NAME/challenge: challenge somebody, in place of an earlier challenge of mine to them. If they have challenged me to the same game, it begins. Answered by `ChallengeAnswer`. */
export interface NewChallenge {
  game: string;
  options?: Record<string, string>; // {}
  clock?: ClockTimes | null; // null
  rated?: boolean; // false
  seat?: string; // ""
  others?: string; // "open"
}

/** POST /api/account/challenges/answer: accept or decline a challenge, or cancel one of mine (as declined). Answered by `ChallengeAnswer`. */
export interface AnswerChallenge { id: string; accepts: boolean; }

/** A challenge that waits for an answer, or was declined. */
export interface ChallengeInfo {
  id: string;
  challenger: string;
  challenged: string;
  game: string;
  title: string;
  options: Record<string, string>;
  clock?: ClockTimes | null; // null
  rated?: boolean; // false
  seat?: string; // ""
  others?: string; // ""
  players?: string[]; // []
  is_mine?: boolean; // false
  declined?: boolean; // false
}

/** A game that has not begun and waits for me. */
export interface WaitingGame {
  table: string;
  game: string;
  title: string;
  players: string[];
  tournament?: string; // ""
}

/** GET /api/account/notices: what waits for the answer of my account. The events of /api/account/notices/events are the same, now and whenever it changes. */
export interface Notices {
  challenges?: ChallengeInfo[]; // []
  games?: WaitingGame[]; // []
}

/** What waits for me now, and my seat, if a game has begun. */
export interface ChallengeAnswer {
  notices: Notices;
  taken?: SeatTaken | null; // null
}

/** GET /api/account/notifications: where I am notified of challenges and of games that wait for me. */
export interface AccountNotifications {
  mails?: string[]; // []
  pushes?: number; // 0
  is_here?: boolean; // false
}

/** POST /api/account/notifications/push: notify this browser, as long as it is signed in. Answered by `AccountNotifications`. */
export interface PushAccount { endpoint: string; p256dh: string; auth: string; }

/** POST /api/account/notifications/mail: send mails. Answered by `MailAdded`. */
export interface MailAccount {
  address: string;
  key?: string; // ""
}

/** POST /api/account/notifications/off: stop notifying this browser or an address for my account. Answered by `AccountNotifications`. */
export interface NotificationsOff {
  address?: string; // ""
}

/** How strong somebody is taken for in a game at a pace: `points` ± `uncertainty`. */
export interface PlayerRating {
  game: string;
  title: string;
  pace: "calm" | "days" | "quick";
  points: number;
  uncertainty: number;
  games: number;
  is_settled?: boolean; // false
}

/** GET /api/people/NAME/ratings: the ratings of an account. */
export interface PlayerRatings { name: string; ratings: PlayerRating[]; }

/** A line of a list of the best. */
export interface RankedPlayer { name: string; points: number; uncertainty: number; games: number; }

/** How strong a level of bots is. No game moves it. */
export interface LevelRating {
  level: number;
  name: string;
  points: number;
  uncertainty: number;
  estimated?: boolean; // false
}

/** GET /api/ratings/GAME/PACE: the strongest accounts, and the levels of bots beside them. */
export interface RatingList { players: RankedPlayer[]; levels: LevelRating[]; }

/** GET /api/tables/TABLE/rating: does the game of a table count for ratings? */
export interface TableRating {
  rated?: boolean; // false
  counted?: boolean; // false
  refusal?: string; // ""
}

/** Who plays a seat of a rated game. */
export interface RatedSeat {
  seat: string;
  name: string;
  points: number;
  level?: number; // 0
  uncertainty?: number; // 0
  provisional?: boolean; // false
}

/** A rated game that is being played; anybody can watch it. */
export interface RunningGame {
  table: string;
  game: string;
  title: string;
  pace: "calm" | "days" | "quick";
  turns: number;
  seats: RatedSeat[];
}

/** GET /api/tables/rated: rated games that are being played, the strongest first. */
export interface RunningGames { games: RunningGame[]; }

/** POST /api/tournaments: open a tournament. Answered by `TournamentLine`. */
export interface NewTournament {
  name: string;
  kind: "arena" | "round-robin" | "swiss";
  game: string;
  clock: ClockTimes;
  options?: Record<string, string>; // {}
  rated?: boolean; // true
  rounds?: number; // 0
  minutes?: number; // 0
  patience?: number; // 0
  starts_in?: number; // 10
}

/** A tournament in a list. */
export interface TournamentLine {
  id: string;
  name: string;
  kind: "arena" | "round-robin" | "swiss";
  game: string;
  title: string;
  options: Record<string, string>;
  seats: number;
  clock: ClockTimes;
  rated: boolean;
  state: "cancelled" | "open" | "over" | "running";
  starts_in: number;
  entrants: number;
  rounds?: number; // 0
  round?: number; // 0
  minutes?: number; // 0
}

/** GET /api/tournaments: those that are open or running, and the last that are over. */
export interface TournamentList { tournaments: TournamentLine[]; }

/** How an entrant stands. */
export interface TournamentPlace {
  place: number;
  number: number;
  name: string;
  points: number;
  games: number;
  buchholz: number;
  sonneborn_berger: number;
  rating: number;
  is_gone?: boolean; // false
}

/** A game of a tournament; a single player sits out. */
export interface TournamentGame {
  round: number;
  players: string[];
  table?: string; // ""
  points?: number[]; // []
}

/** A game of a tournament, or a round that an entrant sits out. */
export interface CourseGame {
  round: number;
  entrants: number[];
  points?: number[]; // []
}

/** GET /api/tournaments/ID/course: all games of a round robin or a Swiss, in the order of the rounds. An arena has no rounds, and none of this. */
export interface TournamentCourse { games: CourseGame[]; }

/** GET /api/tournaments/ID?round=N: how a tournament stands. */
export interface TournamentDetails {
  line: TournamentLine;
  opened_by: string;
  patience: number;
  places: TournamentPlace[];
  games: TournamentGame[];
  shown_round: number;
  can_enter?: boolean; // false
  is_entrant?: boolean; // false
  is_gone?: boolean; // false
  is_mine?: boolean; // false
  my_table?: string; // ""
}

/** POST /api/replay: the positions of a record, some at a time. Answered by `Replay`. */
export interface ReplayRequest {
  record: string;
  start?: number; // 0
  count?: number; // 100
}

/** A record, checked, and some of its positions. There is one position more than steps. */
export interface Replay {
  game: string;
  title: string;
  options: Record<string, string>;
  seats: string[];
  notes: Record<string, string>;
  steps: Step[];
  history: Turn[];
  result: string;
  ending: string;
  board: Board;
  start: number;
  positions: Position[];
  map_rows?: string; // ""
}

/** POST /api/analyses: each seat's chance to win after every turn of a finished game. Answered by `AnalysisStarted`; refused if the game is not over. */
export interface AnalysisRequest { record: string; }

/** The answer to POST /api/analyses. Who asks about the same game gets the same analysis. */
export interface AnalysisStarted { analysis: string; }

/** The end of a branch of a finished game. Nothing is kept: all steps are sent each time. POST /api/branches/search: what it is worth, and how the search would go on; answered by `AnalysisStarted`. POST /api/branches/record: the game that ends there; answered by `BranchRecord`. Refused as an analysis is. */
export interface BranchEnd {
  record: string;
  step: number;
  moves?: string[]; // []
}

/** POST /api/branches: how a finished game could have gone from one of its positions. If chance is to act after the steps that are sent, it does. Answered by `Branch`; refused as an analysis is. */
export interface BranchRequest {
  record: string;
  step: number;
  moves?: string[]; // []
  known?: number; // 0
}

/** The answer to POST /api/branches, with everything revealed. */
export interface Branch {
  steps: Step[];
  history: Turn[];
  first_turn: number;
  positions: Position[];
  to_act: string | null;
  legal: string[];
  effects: Effects[];
  result: string;
  ending?: string; // ""
}

/** The answer to POST /api/branches/record. */
export interface BranchRecord { record: string; }

/** A table with a free seat. */
export interface LobbyTable {
  table: string;
  game: string;
  title: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  age: number;
  commitment?: string; // ""
  clock?: ClockTimes | null; // null
  rated?: boolean; // false
  people?: SeatPerson[]; // []
  lowest?: number | null; // null
  highest?: number | null; // null
  refusal?: string; // ""
}

/** GET /api/lobby: the tables where somebody is waiting, the newest first. */
export interface Lobby { tables: LobbyTable[]; }

/** A table where I have seats. */
export interface MyTable { table: string; keys: string[]; }

/** POST /api/tables/mine: how do my tables stand? Answered by `TableStatuses`. */
export interface MyTables { tables: MyTable[]; }

/** How one of my tables stands. Only `table` is there if there is no such table, or one of the keys proves no seat of it. Without `seats`, it is known again once somebody enters. */
export interface TableStatus {
  table: string;
  game?: string; // ""
  title?: string; // ""
  options?: Record<string, string>; // {}
  seats?: SeatInfo[]; // []
  yours?: string[]; // []
  to_act?: string | null; // null
  asked?: string[]; // []
  age?: number; // 0
  turns?: number; // 0
  result?: string; // "*"
  ending?: string; // ""
}

/** My tables, in the order in which they were asked for. */
export interface TableStatuses { tables: TableStatus[]; }

/** POST /api/tables/position: how one of my tables looks now. The body is a `MyTable`. Nobody else learns that it was looked at. */
export interface TablePosition { seat: string | null; board: Board; scene: Scene; changed: string[]; }

/** Who gets one seat of a new table. */
export interface SeatPlan {
  seat: string;
  who: "bot" | "friend" | "hot-seat" | "me" | "open";
  level?: number; // 0
  name?: string; // ""
  is_bot?: boolean; // false
}

/** POST /api/tables: open a table. Answered by `TableOpened`. */
export interface NewTable {
  game: string;
  seats: SeatPlan[];
  options?: Record<string, string>; // {}
  map_rows?: string; // ""
  color?: string; // ""
  record?: string; // ""
  step?: number; // 0
  clock?: ClockTimes | null; // null
  within?: number; // 0
}

/** A code with which one friend can take this seat, once. */
export interface Invitation { seat: string; code: string; }

/** The answer to POST /api/tables. */
export interface TableOpened {
  table: string;
  yours: YourSeat[];
  invitations?: Invitation[]; // []
  commitment?: string; // ""
}

/** What a seat added to chance. */
export interface SeatEntropy { seat: string; text: string; step: number; }

/** How likely an outcome was, beside the others. */
export interface OutcomeWeight { token: string; weight: number; }

/** What chance did at one step, and what it could have done. */
export interface ChanceDraw { step: number; weights: OutcomeWeight[]; token: string; }

/** GET /api/tables/TABLE/chance: all by which the dice of a finished game can be checked, as `siegeworks.play.provable_chance` describes it. */
export interface OpenedChance {
  commitment: string;
  secret: string;
  entropy: SeatEntropy[];
  draws: ChanceDraw[];
  first?: number; // 0
}

/** POST /api/invitation: what is this code for? Answered by `InvitationInfo`. The code stays valid. */
export interface InvitationRequest { code: string; }

/** What an invitation is for. */
export interface InvitationInfo {
  table: string;
  seat: string;
  game: string;
  title: string;
  options: Record<string, string>;
  seats: SeatInfo[];
  commitment?: string; // ""
  clock?: ClockTimes | null; // null
}

/** POST /api/seats: take a seat, with a code, at a table of the lobby, or in a rematch. Answered by `SeatTaken`. If the answer was lost, send the same request again: it is answered with a new key, as long as the one before was not used. */
export interface TakeSeat {
  request: string;
  name: string;
  color?: string; // ""
  code?: string; // ""
  table?: string | null; // null
  seat?: string | null; // null
  after?: MyTable | null; // null
  entropy?: string; // ""
  is_bot?: boolean; // false
}

/** POST /api/seats/renew: new seat keys for my seats, in case somebody else has the old ones. Answered by `SeatTaken`. An old key stays valid until its new one is first used, in `hello`. */
export interface RenewSeats { table: string; keys: string[]; }

/** The answer to a question of the report. */
export interface Verdict {
  key: string;
  question: string;
  answer: "no" | "unclear" | "yes";
  sentence: string;
  games: number;
  games_needed?: number | null; // null
}

/** Points of a chart, with their intervals where there are any. */
export interface Series {
  name: string;
  x: (number | string)[];
  y: number[];
  low?: number[]; // []
  high?: number[]; // []
}

/** A picture of figures. */
export interface Chart {
  key: string;
  title: string;
  kind: "histogram" | "intervals" | "line";
  x_label: string;
  y_label: string;
  series: Series[];
  description: string;
  reference?: number | null; // null
  unit?: "actions" | "elo" | "number" | "plies" | "points" | "share" | "steps"; // "number"
}

/** What a report says of a game, in short. */
export interface Balance {
  title: string;
  sentences: string[];
  verdicts: Verdict[];
  charts: Chart[];
  games: number;
  players: string;
  options: Record<string, string>;
  ruleset: number;
  version: string;
  command: string;
}

/** GET /api/games/NAME/balance: what many games between bots say of the game. */
export interface GameBalance { balance: Balance | null; }

/** A share of all games, 0 to 1, with its 95% interval. */
export interface Estimate { share: number; low: number; high: number; }

/** The lengths of games in plies: the median, and what a tenth of the games is below and above. */
export interface LengthFound { median: number; percent_10: number; percent_90: number; }

/** A hex, and in how many games each seat had built on it at the end. */
export interface HexFound { name: string; x: number; y: number; built: number[]; }

/** A fortress, and in how many games each seat took it; in the others nobody did. */
export interface FortressFound { name: string; taken: number[]; }

/** Two fortresses that nearly always fall in the same move. */
export interface TogetherFound { fortresses: string[]; together: number; games: number; }

/** What games between equal bots on a map say about it. */
export interface MapFindings {
  game: string;
  options: Record<string, string>;
  seats: string[];
  level: number;
  games: number;
  verdict: "fair" | "favours" | "open";
  favoured: string | null;
  games_needed: number;
  sentences: string[];
  first: string;
  first_wins: Estimate;
  swaps: Estimate | null;
  first_wins_unswapped: Estimate | null;
  length: LengthFound | null;
  captured: number[];
  hexes: HexFound[];
  fortresses: FortressFound[];
  together: TogetherFound[];
  idle: string[];
}

/** GET /api/games/{name}/maps/check/{check}: how far it is. A check stops if nobody asks for half a minute; DELETE stops it at once. Results are forgotten after a while. */
export interface CheckProgress {
  state: "done" | "failed" | "running" | "waiting";
  games: number;
  wanted: number;
  sentence: string;
  result: MapFindings | null;
}

/** A position, what it was worth, and what led to it from the position before. */
export interface AnalysedPosition {
  turns: number;
  seat: string | null;
  chances: (number | null)[];
  errors?: number[]; // []
  luck?: number[] | null; // null
}

/** A move after which its seat was much less likely to win than after a better one, by what it knew. */
export interface TurningPoint {
  turn: number;
  step: number;
  seat: string;
  played: string;
  chance: number;
  better: string;
  better_chance: number;
  line: string[];
  answer: string[];
  told: string;
  line_told: string[];
  luck?: number | null; // null
  played_does?: string; // ""
  better_does?: string; // ""
  why?: string; // ""
}

/** What the errors and the luck of a seat add up to over all positions searched. */
export interface SeatTotal {
  seat: string;
  errors: number;
  luck?: number | null; // null
}

/** GET /api/analyses/{analysis}?known=N: how far it is, and its positions without the first N. The chances are those of a search that knows all that was hidden; errors are by what their seat knew. An analysis stops if nobody asks for half a minute; DELETE stops it at once. Results are forgotten after a while. */
export interface AnalysisProgress {
  state: "done" | "failed" | "running" | "waiting";
  seats: string[];
  wanted: number;
  simulations: number;
  sentence: string;
  positions: AnalysedPosition[];
  turning_points?: TurningPoint[]; // []
  totals?: SeatTotal[]; // []
}

/** What the search says of a position that was not part of the game. */
export interface BranchFindings {
  chances: (number | null)[];
  seat: string | null;
  mover?: string | null; // null
  mover_chance?: number | null; // null
  reply?: string[]; // []
}

/** GET /api/branches/search/{search}; DELETE stops it. */
export interface BranchSearch {
  state: "done" | "failed" | "running" | "waiting";
  sentence: string;
  found?: BranchFindings | null; // null
}

export type ClientMessage = Hello | Look | LookBack | Act | Undo | Resign | OfferAgreement | AnswerOffer | OfferRematch | Explain | Hint | Coach | Review | Preview | Observe | Vacation | Plan | Imagine | Say | AllowTexts | ReportLine | Ping;
export type ServerMessage = Welcome | Preparing | Presence | View | Clocks | EarlierPosition | Accepted | Refused | Explained | Hinted | Coached | Reviewed | Previewed | Observed | Planned | Imagined | Chat | Pong | Closing;
