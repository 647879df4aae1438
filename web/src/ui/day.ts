// A day, as people write it: "26 November 2026".

const DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "long", day: "numeric" };

export const dayOf = (seconds: number): string => new Date(seconds * 1000).toLocaleDateString("en-GB", DAY);
