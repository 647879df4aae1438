import type { Plugin } from "vite";

/** Writes the service worker, with the version of this build and the files that it keeps. */
export declare function serviceWorker(): Plugin;
