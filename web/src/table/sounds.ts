// Sounds, made of a few tones: one for each kind of event, loaded when they are switched on. Off by default.

import { battleOf } from "../game-api/aftermath";
import { byName, type Scene } from "../game-api/scene";
import { type GameView, scoreOf } from "../game-api/view";
import type * as wire from "../wire";

export type Sound = keyof typeof TONES;

interface Change {
  readonly gameView: Pick<GameView, "isDiceRoll" | "scoreTray">;
  readonly steps: readonly wire.Step[]; // the new ones
  readonly before: Scene | null;
  readonly now: Scene;
  readonly mine: readonly string[];
  readonly toAct: string | null;
  readonly result: string; // "*" while the game goes on
}

const MOST = 2; // sounds of one turn
const LIGHT: readonly Sound[] = ["move", "reveal"]; // left out first

/** The sounds of these steps, in order: what happened, and what it means for me. */
export function soundsOf({ gameView, steps, before, now, mine, toAct, result }: Change): Sound[] {
  if (steps.length === 0) return [];
  const sounds: Sound[] = [];
  if (before) sounds.push(...eventOf(gameView, steps, before, now));
  if (steps.some((step) => gameView.isDiceRoll?.(step))) sounds.push("dice");
  const others = steps.some((step) => step.actor !== "chance" && !mine.includes(step.actor));
  if (result !== "*") sounds.push(endOf(result, mine));
  else if (others && toAct !== null && mine.includes(toAct)) sounds.push("turn");
  return sounds.length > MOST ? sounds.toSpliced(LIGHT.includes(sounds[0] as Sound) ? 0 : 1, 1) : sounds;
}

/** How a game ended for me; for who only watches or plays both sides, a win is a win. */
function endOf(result: string, mine: readonly string[]): Sound {
  if (result === "draw") return "drawn";
  const winners = result.split("+");
  return mine.length === 0 || winners.some((seat) => mine.includes(seat)) ? "won" : "lost";
}

/** The weightiest thing that happened on the board; nothing if only chance acted and turned nothing up. */
function eventOf(gameView: Change["gameView"], steps: readonly wire.Step[], before: Scene, now: Scene): Sound[] {
  const acted = steps.findLast((step) => step.actor !== "chance");
  if (battleOf(steps)) return ["battle"];
  if (acted && losesPiece(acted.actor, before, now)) return ["capture"];
  if (scores(gameView, before, now)) return ["score"];
  if (turnsUp(before, now)) return ["reveal"];
  return acted ? ["move"] : [];
}

/** Has another seat lost a piece? */
function losesPiece(actor: string, before: Scene, now: Scene): boolean {
  const others = ({ cells }: Scene): number => cells.filter(({ piece }) => piece?.seat && piece.seat !== actor).length;
  return others(now) < others(before);
}

/** Has ground changed hands, or has a seat's score risen? */
function scores(gameView: Change["gameView"], before: Scene, now: Scene): boolean {
  const was = byName(before);
  const points = (scene: Scene, seat: string): number => parseInt(scoreOf(gameView, scene, seat), 10) || 0;
  return now.cells.some(({ name, seat }) => seat !== null && was.get(name)?.seat !== seat)
    || now.trays.some(({ seat, title }) => seat !== null && title === gameView.scoreTray && points(now, seat) > points(before, seat));
}

/** Has a piece been turned up where it lay? */
function turnsUp(before: Scene, now: Scene): boolean {
  const was = byName(before);
  return now.cells.some(({ name, piece }) => {
    const lay = was.get(name)?.piece;
    return !!piece && !!lay && piece.seat === lay.seat && (piece.face_down !== lay.face_down || (lay.text === "?" && piece.text !== "?"));
  });
}

interface Tone {
  readonly at: number; // seconds after the beginning
  readonly long: number;
  readonly from: number; // hertz
  readonly to: number;
  readonly wave: OscillatorType;
  readonly loud: number; // 0 to 1
}

const knock = (at: number, from: number, loud = 0.2): Tone => ({ at, long: 0.09, from, to: from / 2, wave: "triangle", loud });
const click = (at: number, from: number): Tone => ({ at, long: 0.03, from, to: from * 0.7, wave: "square", loud: 0.05 });
const bell = (at: number, hertz: number): Tone => ({ at, long: 0.22, from: hertz, to: hertz, wave: "sine", loud: 0.12 });
const tap = (at: number, from: number, to: number): Tone => ({ at, long: 0.07, from, to, wave: "sine", loud: 0.14 });

export const TONES = {
  // What happened.
  move: [knock(0, 260)],
  capture: [knock(0, 220, 0.26), knock(0.07, 130, 0.26)],
  battle: [click(0, 2600), click(0.02, 3100), knock(0.06, 180, 0.24), click(0.13, 2300)],
  score: [bell(0, 988), bell(0.07, 1319)],
  reveal: [tap(0, 420, 840), tap(0.06, 630, 1180)],
  dice: [click(0, 1900), click(0.06, 1500), click(0.11, 2100), click(0.19, 1700)],
  // What it means for me.
  turn: [bell(0, 660), bell(0.1, 880)],
  won: [bell(0, 523), bell(0.12, 659), bell(0.24, 784), bell(0.36, 1047)],
  lost: [bell(0, 523), bell(0.14, 440), bell(0.28, 349)],
  drawn: [bell(0, 523), bell(0.14, 587), bell(0.28, 523)],
  // Between turns.
  refused: [{ at: 0, long: 0.12, from: 170, to: 140, wave: "triangle", loud: 0.2 }],
  lowTime: [click(0, 1400), click(0.14, 1400), click(0.28, 1400)],
  joined: [tap(0, 392, 392), tap(0.09, 587, 587)],
} satisfies Readonly<Record<string, readonly Tone[]>>;
export const SOUNDS = Object.keys(TONES) as readonly Sound[];
const GAP = 0.25; // seconds from one sound to the next
const LOUDEST = 2; // at full volume, of what each tone says; at 70 it is what it says

let context: AudioContext | null = null;

/** How much of the loudest a volume from 0 to 100 is: ears hear ratios, so half of the slider sounds half as loud. */
export const gainOf = (volume: number): number => (Math.min(100, Math.max(0, volume)) / 100) ** 2 * LOUDEST;

/** Play these sounds, one after another. */
export function play(sounds: readonly Sound[], volume: number): void {
  if (sounds.length === 0 || volume <= 0) return;
  context ??= new AudioContext();
  void context.resume(); // browsers allow sound only after a click
  const master = context.createGain();
  master.gain.setValueAtTime(gainOf(volume), context.currentTime);
  master.connect(context.destination);
  for (const [i, sound] of sounds.entries()) {
    for (const tone of TONES[sound]) playTone(context, master, tone, context.currentTime + i * GAP);
  }
}

function playTone(audio: AudioContext, master: GainNode, { at, long, from, to, wave, loud }: Tone, start: number): void {
  const [voice, volume] = [audio.createOscillator(), audio.createGain()];
  voice.type = wave;
  voice.frequency.setValueAtTime(from, start + at);
  voice.frequency.exponentialRampToValueAtTime(to, start + at + long);
  volume.gain.setValueAtTime(loud, start + at);
  volume.gain.exponentialRampToValueAtTime(0.001, start + at + long);
  voice.connect(volume).connect(master);
  voice.start(start + at);
  voice.stop(start + at + long);
}
