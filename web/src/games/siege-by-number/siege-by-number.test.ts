import { type MoveContext, type Pick, PickTree } from "game-api/grammar";
import { layoutOf } from "game-api/layout";
import { cell, contextOf, piece, scene } from "game-api/test-scenes";
import { expect, test } from "vitest";
import { battle } from "./battle";
import { grammar } from "./grammar";
import { shortestPaths } from "./paths";
import { turnsFor } from "./sides";
import { automaticTurnEnd } from "./turn-end";

// Each token, and the picks that reach it.
const cases: [string, MoveContext, string, Pick[]][] = [
  ["walk by dice", contextOf("suns"), "N-i10", ["place:N", "place:i10"]],
  ["stay", contextOf("suns"), "e5-e5", ["place:e5", "button:stay"]],
  ["attack", contextOf("suns"), "xe6", ["place:e6"]],
  ["done", contextOf("suns"), "done", ["button:done"]],
];

test.each(cases)("%s: the token is reached by its picks and no others", (_, context, token, picks) => {
  const tree = PickTree.of([token], grammar, context);
  expect(tree.after(picks)?.complete).toBe(true);
  expect(tree.after(picks)?.tokens).toEqual([token]);
  expect(tree.after(["place:zz"])).toBeNull();
});

test("an impossible pick is explained as the attack it seems to mean", () => {
  expect(grammar.attempt?.(null, "place:e6", contextOf("suns"))).toBe("xe6");
});

test("R7: a piece moves around others; a Commander over its own", () => {
  const line = (kind: string) => [
    cell("e5", 5, 8, { piece: piece(kind, "suns") }),
    cell("f5", 6, 8, { piece: piece("army", "suns") }),
    cell("g5", 7, 8),
    cell("e6", 5, 7), cell("f6", 6, 7), cell("g6", 7, 7),
  ];
  expect(shortestPaths(scene("squares", line("army")), "e5").get("g5")).toEqual(["e5", "e6", "f6", "g6", "g5"]);
  expect(shortestPaths(scene("squares", line("commander")), "e5").get("g5")).toEqual(["e5", "f5", "g5"]);
});

test("R8: a battle shows both coins once they are revealed", () => {
  const shown = scene("squares", [
    cell("e5", 5, 8, { piece: piece("army", "suns", "?") }),
    cell("e6", 5, 7, { piece: piece("army", "crowns", "?") }),
  ]);
  const steps = [
    { actor: "suns", token: "e4-e5" }, { actor: "suns", token: "xe6" },
    { actor: "chance", token: "e5=4" }, { actor: "chance", token: "e6=A" },
  ];
  const fought = battle(steps, null, shown);
  expect([fought?.attacker.text, fought?.defender.text]).toEqual(["4", "A"]);
  expect(battle(steps.slice(0, 1), null, shown)).toBeNull();
});

test("R8, R9: null beats 5; null and ace beat a Commander; equals stay", () => {
  const fight = (mine: string, other: string) => {
    const defender = other === "C" ? piece("commander", "crowns", "C") : piece("army", "crowns", "?");
    const shown = scene("squares", [
      cell("e5", 5, 8, { piece: piece("army", "suns", "?") }), cell("e6", 5, 7, { piece: defender }),
    ]);
    const reveals = [`e5=${mine}`, `e6=${other}`].map((token) => ({ actor: "chance", token }));
    const steps = [{ actor: "suns", token: "e4-e5" }, { actor: "suns", token: "xe6" }, ...reveals];
    return battle(steps, null, shown)?.outcome;
  };
  expect([fight("4", "3"), fight("A", "2"), fight("3", "3")]).toEqual(["attacker", "defender", "stay"]);
  expect([fight("0", "5"), fight("5", "0"), fight("0", "4")]).toEqual(["attacker", "defender", "defender"]);
  expect([fight("0", "C"), fight("A", "C"), fight("2", "C")]).toEqual(["attacker", "attacker", "defender"]);
  expect(fight("3", "?")).toBeNull();
});

test("R7: a turn ended automatically if the dice were rolled again without done", () => {
  const step = (line: string) => ({ actor: line.split(" ")[0] ?? "", token: line.split(" ")[1] ?? "" });
  const after = (...lines: string[]) => automaticTurnEnd(lines.map(step));
  expect(after("chance roll=3", "crowns S-d3", "chance roll=0")).toBe("crowns");
  expect(after("crowns xe6", "chance e6=3", "chance roll=0")).toBe("crowns");
  expect(after("crowns done", "chance roll=0")).toBeNull();
  expect(after("chance first=suns", "chance roll=0")).toBeNull();
  expect(after("crowns S-d3", "chance roll=0", "suns done")).toBeNull();
  expect(after("crowns S-d3")).toBeNull();
  expect(after("table resign=suns", "chance roll=0")).toBeNull();
});

test("each seat has its own arm at the lower edge", () => {
  const homes = [["suns", 9.5, 1.5], ["moons", 11.5, 9.5], ["crowns", 3.5, 11.5], ["arms", 1.5, 3.5]] as const;
  const board = scene("squares", homes.map(([seat, x, y]) => cell(seat, x, y, { ground: "home", seat })));
  for (const [seat] of homes) {
    const layout = layoutOf(board, turnsFor(seat, board));
    const height = ({ x, y }: { readonly x: number; readonly y: number }) => layout.at({ x, y }).y;
    const lowest = board.cells.reduce((a, b) => (height(b) > height(a) ? b : a));
    expect(lowest.seat).toBe(seat);
  }
});

test("R7: a Commander does not walk over enemies, nor an Army over its Commander", () => {
  const reached = (kind: string, between: ReturnType<typeof piece>) => {
    const line = [cell("e5", 5, 8, { piece: piece(kind, "suns") }), cell("f5", 6, 8, { piece: between }), cell("g5", 7, 8)];
    return [...shortestPaths(scene("squares", line), "e5").keys()];
  };
  expect(reached("commander", piece("army", "suns"))).toEqual(["g5"]);
  expect(reached("commander", piece("army", "crowns"))).toEqual([]);
  expect(reached("army", piece("commander", "suns"))).toEqual([]);
});
