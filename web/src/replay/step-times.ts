// What steps have cost their seats, as comments of a record say it: "# red: 12.3 s, 271.0 s left".

export interface StepTime {
  readonly spent: number; // milliseconds, as all times here
  readonly left: number;
}

const TIME = /^# \S+: (\d+\.\d) s, (\d+\.\d) s left$/;

/** The times of a record's steps, by how many steps there are after each. */
export function stepTimes(record: string): ReadonlyMap<number, StepTime> {
  const times = new Map<number, StepTime>();
  const lines = record.split(/\r?\n/);
  let steps = 0;
  let time: StepTime | null = null;
  for (const line of lines.slice(lines.findIndex((candidate) => candidate.trim() === "---") + 1)) {
    const [, spent, left] = TIME.exec(line) ?? [];
    if (spent) time = { spent: 1000 * Number(spent), left: 1000 * Number(left) };
    if (line.startsWith("#") || !line.trim()) continue;
    steps += 1;
    if (time) times.set(steps, time);
    time = null;
  }
  return times;
}
