// An environment for tests of states: Svelte follows changes as in a browser, but there is no document.

import type { Environment } from "vitest/runtime";

export default { name: "reactive", viteEnvironment: "client", setup: () => ({ teardown: () => undefined }) } satisfies Environment;
