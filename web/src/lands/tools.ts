// What a pointer or a key does on the sea.

export const TOOLS = ["land", "erase", "fortress", "move"] as const;

export type Tool = (typeof TOOLS)[number];
