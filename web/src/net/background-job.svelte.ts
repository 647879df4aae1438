// Work that the server does in the background: it is started, asked how far it is, and stopped.

const POLL = 700; // milliseconds
const PATIENCE = 20; // polls without an answer, while the network may be gone

interface Progress {
  readonly state: "waiting" | "running" | "done" | "failed";
}

interface JobApi<P extends Progress> {
  readonly progress: (job: string) => Promise<P>;
  readonly stop: (job: string) => void;
}

export class BackgroundJob<P extends Progress> {
  progress = $state.raw<P | null>(null);
  error = $state("");
  #job = $state(""); // on the server; empty: none
  #timer: ReturnType<typeof setTimeout> | undefined;
  #starts = 0;

  constructor(private readonly api: JobApi<P>) {}

  get isRunning(): boolean {
    return this.#job !== "";
  }

  /** Start it; `begin` asks the server to, and returns its name there. */
  async start(begin: () => Promise<string>): Promise<void> {
    this.stop();
    const start = ++this.#starts;
    this.error = "";
    this.progress = null;
    this.#job = "starting";
    try {
      const job = await begin();
      if (this.#job === "starting" && this.#starts === start) {
        this.#job = job;
        this.#ask(job, PATIENCE, 0);
      } else {
        this.api.stop(job);
      }
    } catch (problem) {
      if (this.#starts !== start) return;
      this.#job = "";
      this.error = (problem as Error).message;
    }
  }

  /** Stop it here and on the server; what was found stays. */
  stop(): void {
    clearTimeout(this.#timer);
    if (this.#job && this.#job !== "starting") this.api.stop(this.#job);
    this.#job = "";
  }

  #ask(job: string, patience: number, wait = POLL): void {
    this.#timer = setTimeout(async () => {
      let left = PATIENCE;
      try {
        const progress = await this.api.progress(job);
        if (this.#job !== job) return;
        this.progress = progress;
        this.error = "";
        if (progress.state === "done" || progress.state === "failed") {
          this.#job = "";
          return;
        }
      } catch (problem) {
        if (this.#job !== job) return;
        this.error = (problem as Error).message;
        left = patience - 1;
        if (left === 0) return this.stop();
      }
      this.#ask(job, left);
    }, wait);
  }
}
