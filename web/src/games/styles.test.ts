import { render } from "svelte/server";
import { beforeEach, describe, expect, test, vi } from "vitest";
import type { Style } from "../game-api/drawings";
import { layoutOf } from "../game-api/layout";
import { fullScene, type Piece, type Scene } from "../game-api/scene";
import { mergedView } from "../generic/view";
import type { Pictures } from "../net/api";
import { preferences } from "../net/preferences.svelte";
import { GAMES, gamesWithStyles, viewOf } from "./registry";
import { styled } from "./styles.svelte";

beforeEach(() => {
  preferences.styles = {};
});

const files = import.meta.glob<Pictures>("../../public/pictures/*.json", { eager: true, import: "default" });

function pictureOf(game: string): Scene {
  const { board, pictures } = files[`../../public/pictures/${game}.json`]!;
  return fullScene(board, pictures[0]!.scene);
}

/** Every kind of piece of a game: those of its picture and of its legend, face up, face down and spent. */
async function piecesOf(game: string): Promise<Piece[]> {
  const scene = pictureOf(game);
  const { entries } = (await viewOf(game).explanations()).legend(scene);
  const scenes = [scene, ...entries.flatMap((entry) => entry.scene ?? [])];
  const all = [
    ...scenes.flatMap(({ cells, trays }) => [...cells.flatMap(({ piece }) => piece ?? []), ...trays.flatMap(({ pieces }) => pieces)]),
    ...entries.flatMap(({ piece }) => piece ?? []),
  ];
  return [...new Map(all.map((piece) => [[piece.kind, piece.face_down, piece.spent ?? false, piece.text === "?"].join(), piece])).values()];
}

const drawn = (Piece: NonNullable<Style["Piece"]>, piece: Piece): string => render(Piece, { props: { piece, size: 40 } }).body.replace(/<!--.*?-->/g, "");

test("every style has a name of its own within its game", async () => {
  expect(gamesWithStyles()).toEqual(GAMES.filter((game) => viewOf(game).styles));
  expect(gamesWithStyles()).not.toEqual([]);
  for (const game of gamesWithStyles()) {
    const styles = (await viewOf(game).styles?.()) ?? {};
    for (const offered of [styles.board ?? [], styles.pieces ?? []]) {
      expect(new Set(offered.flatMap(({ name, title }) => [name, title])).size).toBe(2 * offered.length);
    }
  }
});

describe.each(gamesWithStyles())("%s", (game) => {
  test("every style draws every kind of piece, each differently, with its seat's colour", async () => {
    const pieces = await piecesOf(game);
    expect(new Set(pieces.map(({ kind }) => kind)).size).toBeGreaterThan(2);
    for (const { name, Piece } of (await viewOf(game).styles?.())?.pieces ?? []) {
      if (!Piece) continue;
      const looks = pieces.map((piece) => drawn(Piece, { ...piece, seat: null }));
      expect(new Set(looks).size, name).toBe(pieces.length);
      for (const look of looks) expect(look, name).toMatch(/<(path|rect|circle)/);
      for (const piece of pieces.filter(({ kind }) => kind !== "die")) {
        const [suns, moons] = ["suns", "moons"].map((seat) => drawn(Piece, { ...piece, seat }));
        expect(suns, `${name}: ${piece.kind}`).not.toBe(moons);
        expect(suns).toContain("url(#pattern-rays");
      }
    }
  });

  test("every board is drawn from all sides, with the pattern of each seat", async () => {
    const scene = pictureOf(game);
    for (const { name, Ground } of (await viewOf(game).styles?.())?.board ?? []) {
      for (const turns of [0, 1, 2, 3]) {
        const ground = Ground && render(Ground, { props: { scene, layout: layoutOf(scene, turns) } }).body;
        expect(ground, name).toContain("url(#pattern-");
        expect(ground, name).not.toMatch(/NaN|undefined|Infinity/);
      }
    }
  });

  test("what is chosen is drawn once it is loaded; an unknown style is the plain one", async () => {
    const view = viewOf(game);
    const plain = [view.Ground, view.Piece];
    const { board, pieces } = (await view.styles?.()) ?? {};
    preferences.styles = { [game]: { board: board?.[0]?.name ?? "", pieces: pieces?.[0]?.name ?? "" } };
    expect([view.Ground, view.Piece]).toEqual(plain); // not loaded yet
    await vi.waitFor(() => expect([view.Ground, view.Piece]).toEqual([board?.[0]?.Ground, pieces?.[0]?.Piece]));
    preferences.styles = { [game]: { board: "gone", pieces: "constructor" } };
    expect([view.Ground, view.Piece]).toEqual(plain);
  });
});

test("a package offers styles as plain data", async () => {
  const info = { name: "installed", title: "Installed", sentence: "" } as Parameters<typeof mergedView>[0];
  const shapes = { stone: "M-8 8H8L0-8Z" };
  const view = styled("installed", mergedView(info, {
    styles: { board: [{ name: "slate", title: "Slate", tones: ["#456", "#345"] }], pieces: [{ name: "sharp", title: "Sharp", shapes }] },
  }));
  expect([view.tones, view.shapes]).toEqual([[], {}]);
  preferences.styles = { installed: { board: "slate", pieces: "sharp" } };
  void [view.tones, view.shapes];
  await vi.waitFor(() => expect([view.tones, view.shapes]).toEqual([["#456", "#345"], shapes]));
});
