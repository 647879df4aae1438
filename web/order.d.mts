/** What breaks the order of these sources, by path below src. */
export function faultsOf(sources: Readonly<Record<string, string>>): string[];
