// The types of messages, for the views of games.

export type * from "../wire";
