import { expect, test } from "vitest";
import { faultsOf } from "../order.mjs";

test("folders may import those above them", () => {
  expect(faultsOf({
    "game-api/scene.ts": "",
    "games/ludo/view.ts": 'import { byName } from "game-api/scene";',
    "games/registry.ts": 'import { view } from "./ludo/view";\nimport * as scene from "../game-api/scene";',
  })).toEqual([]);
});

test.each([
  ["an arrow up", { "net/a.ts": 'import "../table/b";', "table/b.ts": "" }, "net/a.ts imports table/b.ts, which is not above it."],
  ["an arrow up that is followed later", { "ui/a.ts": 'const b = () => import("../pages/B.svelte");', "pages/B.svelte": "" }, "ui/a.ts imports pages/B.svelte, which is not above it."],
  ["a game that knows another", { "games/go/a.ts": 'import "../ludo/b";', "games/ludo/b.ts": "" }, "games/go/a.ts imports games/ludo/b.ts, which is not above it."],
  ["a game that knows the page", { "games/go/a.ts": 'import type { B } from "../../look/b";', "look/b.ts": "" }, "games/go/a.ts imports look/b.ts, and may import game-api only."],
  ["a folder without a floor", { "attic/a.ts": "" }, "attic/a.ts: attic is on no floor; give it one in order.mjs."],
  ["a circle", { "net/a.ts": 'import "./b";', "net/b.ts": 'import "./c";', "net/c.ts": 'import "./b";' }, "A circle: net/b.ts → net/c.ts → net/b.ts."],
])("%s is found", (_, sources, fault) => {
  expect(faultsOf(sources)).toEqual([fault]);
});
