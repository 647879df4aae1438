// What people ask for and what may fail: every error has a sentence to show to them.

/** Do this. Returns why it failed; empty if it did not. */
export async function failureOf(work: () => Promise<unknown>): Promise<string> {
  try {
    await work();
    return "";
  } catch (problem) {
    return (problem as Error).message;
  }
}

/** What a button does: whether it is being done, and why it failed. */
export class Attempt {
  isRunning = $state(false);
  error = $state("");

  async run(work: () => Promise<unknown>): Promise<void> {
    this.isRunning = true;
    this.error = "";
    this.error = await failureOf(work);
    this.isRunning = false;
  }
}
