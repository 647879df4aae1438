// A day, as people write it.

const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "long", day: "numeric" };

/** A day: "26 November 2026". */
export const dayOf = (seconds: number): string => new Date(seconds * 1000).toLocaleDateString("en-GB", DAY);
