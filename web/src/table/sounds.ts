// Sounds, made of a few tones. Off by default.

import type { GameView } from "../games/view";
import { byName, type Scene } from "../scene/scene";
import type * as wire from "../wire";

export type Sound = "move" | "capture" | "dice" | "turn" | "end";

interface Change {
  readonly isDiceRoll: GameView["isDiceRoll"];
  readonly steps: readonly wire.Step[]; // the new ones
  readonly before: Scene | null;
  readonly now: Scene;
  readonly mine: readonly string[];
  readonly toAct: string | null;
  readonly over: boolean;
}

/** The sounds of these steps, in order. */
export function soundsOf({ isDiceRoll, steps, before, now, mine, toAct, over }: Change): Sound[] {
  const last = steps.findLast((step) => step.actor !== "chance");
  if (steps.length === 0) return [];
  const found: Sound[] = [];
  if (last && before) found.push(isCapture(last.actor, before, now) ? "capture" : "move");
  if (isDiceRoll && steps.some(isDiceRoll)) found.push("dice");
  const others = steps.some((step) => step.actor !== "chance" && !mine.includes(step.actor));
  if (over) found.push("end");
  else if (others && toAct !== null && mine.includes(toAct)) found.push("turn");
  return found;
}

// Has ground changed hands, or has another seat lost a piece?
function isCapture(actor: string, before: Scene, now: Scene): boolean {
  const was = byName(before);
  const others = ({ cells }: Scene): number =>
    cells.filter(({ piece }) => piece?.seat && piece.seat !== actor).length;
  return (
    others(now) < others(before) ||
    now.cells.some(({ name, seat }) => seat !== null && was.get(name)?.seat !== seat)
  );
}

interface Tone {
  readonly at: number; // seconds after the beginning
  readonly long: number;
  readonly from: number; // hertz
  readonly to: number;
  readonly wave: OscillatorType;
  readonly loud: number; // 0 to 1
}

const knock = (at: number, from: number, loud = 0.2): Tone => ({
  at, long: 0.09, from, to: from / 2, wave: "triangle", loud,
});
const click = (at: number, from: number): Tone => ({
  at, long: 0.03, from, to: from * 0.7, wave: "square", loud: 0.05,
});
const bell = (at: number, hertz: number): Tone => ({
  at, long: 0.22, from: hertz, to: hertz, wave: "sine", loud: 0.12,
});

const TONES: Readonly<Record<Sound, readonly Tone[]>> = {
  move: [knock(0, 260)],
  capture: [knock(0, 220, 0.26), knock(0.07, 130, 0.26)],
  dice: [click(0, 1900), click(0.06, 1500), click(0.11, 2100), click(0.19, 1700)],
  turn: [bell(0, 660), bell(0.1, 880)],
  end: [bell(0, 523), bell(0.12, 659), bell(0.24, 784)],
};
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
