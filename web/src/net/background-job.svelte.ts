// Work that the server does in the background: it is started, asked how far it is, and stopped.

import { get } from "./api";

const POLL = 700; // milliseconds
const PATIENCE = 20; // polls without an answer, while the network may be gone

interface Progress {
  readonly state: "waiting" | "running" | "done" | "failed";
}

export class BackgroundJob<P extends Progress> {
  progress = $state.raw<P | null>(null);
  error = $state("");
  #job = $state(""); // on the server; empty: none
  #timer: ReturnType<typeof setTimeout> | undefined;
  #starts = 0;

  /** `path`: of all such jobs on the server. */
  constructor(private readonly path: string) {}

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
        this.#poll(job, PATIENCE, 0);
      } else {
        this.#end(job);
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
    if (this.#job && this.#job !== "starting") this.#end(this.#job);
    this.#job = "";
  }

  /** How far it is. */
  protected ask(job: string): Promise<P> {
    return get(`${this.path}/${job}`);
  }

  /** Stop it on the server; also while the page is being left. If that fails, it ends by itself. */
  #end(job: string): void {
    void fetch(`${this.path}/${job}`, { method: "DELETE", keepalive: true }).catch(() => undefined);
  }

  #poll(job: string, patience: number, wait = POLL): void {
    this.#timer = setTimeout(async () => {
      let left = PATIENCE;
      try {
        const progress = await this.ask(job);
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
      this.#poll(job, left);
    }, wait);
  }
}
