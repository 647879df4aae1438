// Which options fit together (R2).

/** Only two players choose between opposite and adjacent homes. */
export const offered = (chosen: Readonly<Record<string, string>>): Readonly<Record<string, readonly string[]>> =>
  (chosen["seats"] ?? "2") === "2" ? {} : { corners: [] };
