// The chat of a table as this browser shows it: what is new, and whom its user has muted: guests at this table,
// accounts at every table and, if its user has one too, in every browser.

import { seatName } from "../game-api/seats";
import { preferences, savePreferences } from "../net/preferences.svelte";
import { readStored, writeStored } from "../net/storage";
import { load } from "../ratings/table-people.svelte";
import type { TableState } from "../table/table-state.svelte";
import { text as pageText } from "../text";
import type * as wire from "../wire";
import { type Preset, words } from "./words";

interface Remembered {
  readonly read: number; // the number of the last line that was seen
  readonly muted: readonly string[]; // seats of guests; "" stands for all spectators
  readonly texts: boolean; // a spectator reads and writes texts
  readonly own: readonly number[]; // the lines that a spectator has said: the server knows them as long as a connection lasts
}

const KEY = "siegeworks.chat";
const MAX_TABLES = 40;
const MAX_MUTED = 200; // accounts
const NOTHING: Remembered = { read: 0, muted: [], texts: false, own: [] };

export class ChatState {
  private remembered = $state.raw<Remembered>(NOTHING);
  /** The seats that accounts have. */
  readonly people = $derived.by<readonly wire.SeatPerson[]>(() => (this.table.people?.people ?? []).filter(({ name }) => name));

  constructor(private readonly table: TableState) {
    this.remembered = { ...NOTHING, ...readStored<Record<string, Partial<Remembered>>>(KEY, {})[table.welcome.table] };
  }

  /** Ask which seats accounts have. */
  loadPeople = (): Promise<void> => load(this.table);

  private isBlocked = (seat: string): boolean => this.people.some((person) => person.is_blocked === true && this.table.welcome.seats[person.seat] === seat);
  /** The account that has a seat; empty: a guest or nobody. */
  private accountAt = (seat: string | null): string => this.people.find((person) => this.table.welcome.seats[person.seat] === seat)?.name ?? "";
  seatOf = ({ seat }: wire.SeatPerson): string => seatName(this.table.welcome.seats[seat] ?? "");

  private remember(change: Partial<Remembered>): void {
    this.remembered = { ...this.remembered, ...change };
    const { [this.table.welcome.table]: _, ...others } = readStored<Record<string, Remembered>>(KEY, {});
    const kept = Object.entries(others).slice(1 - MAX_TABLES);
    writeStored(KEY, { ...Object.fromEntries(kept), [this.table.welcome.table]: this.remembered });
  }

  readonly all = $derived.by<readonly wire.ChatLine[]>(() => this.table.session.chat?.lines ?? []);
  readonly lines = $derived.by(() => this.all.filter((line) => !this.isMuted(line)));
  readonly unread = $derived.by(() => this.lines.filter((line) => line.number > this.remembered.read && !this.isOwn(line)));
  /** Does one read and write texts? */
  readonly texts = $derived.by(() => this.table.session.chat?.own ?? false);
  /** Who else does. */
  readonly others = $derived.by(() => (this.table.session.chat?.allows ?? []).filter((seat) => !this.table.welcome.yours.includes(seat)));
  /** What is muted here: seats, and "" for all spectators. */
  readonly muted = $derived.by<readonly string[]>(() => [
    ...this.remembered.muted,
    ...this.table.welcome.seats.filter((seat) => !this.remembered.muted.includes(seat) && preferences.muted.includes(this.accountAt(seat))),
  ]);
  readonly isSpectator = $derived.by(() => this.table.welcome.yours.length === 0);
  readonly spectators = $derived.by(() => this.table.session.presence?.spectators ?? 0);
  /** The names of some of them. */
  readonly watchers = $derived.by<readonly string[]>(() => this.table.session.presence?.watching ?? []);
  /** Turns that they do not see yet. */
  readonly behind = $derived.by(() => (this.table.isOver ? 0 : (this.table.welcome.behind ?? 0)));

  isOwn = ({ seat = null, number, own = false }: wire.ChatLine): boolean =>
    (seat === null ? own || this.remembered.own.includes(number) : this.table.welcome.yours.includes(seat));
  isMuted = (line: wire.ChatLine): boolean =>
    !this.isOwn(line) && (this.muted.includes(line.seat ?? "") || this.isBlocked(line.seat ?? ""));

  /** Who has said a line, in words. */
  who({ seat = null, name = "" }: wire.ChatLine): string {
    if (seat === null) return name || words.spectator;
    const player = this.table.personAt(seat)?.name || this.table.seatInfos.find((info) => info.seat === seat)?.name;
    return player && player !== pageText.players.guest ? `${seatName(seat)} (${player})` : seatName(seat);
  }

  what({ preset = null, text = "" }: wire.ChatLine): string {
    return preset ? (words.presets[preset] ?? "") : text;
  }

  /** All lines have been seen. */
  markRead(): void {
    const last = this.all.at(-1)?.number ?? 0;
    if (last > this.remembered.read) this.remember({ read: last });
  }

  /** Remember which lines a spectator has said here, for later connections. */
  keepOwn(): void {
    const own = this.all.filter((line) => line.own === true && !this.remembered.own.includes(line.number));
    if (own.length > 0) this.remember({ own: [...this.remembered.own, ...own.map(({ number }) => number)] });
  }

  /** Hide what a seat says, or all spectators (null), or show it again. An account is hidden at every table. */
  mute(seat: string | null, isMuted: boolean): void {
    const name = this.accountAt(seat);
    if (name) {
      const rest = preferences.muted.filter((mutedName) => mutedName !== name);
      preferences.muted = isMuted ? [...rest, name].slice(-MAX_MUTED) : rest;
      savePreferences();
    }
    if (name && isMuted) return;
    const others = this.remembered.muted.filter((mutedSeat) => mutedSeat !== (seat ?? ""));
    this.remember({ muted: isMuted ? [...others, seat ?? ""] : others });
  }

  /** Say something; why it was refused, or nothing. */
  say(what: { readonly preset: Preset } | { readonly text: string }): Promise<string> {
    return this.ask({ type: "say", ...what });
  }

  report = ({ number }: wire.ChatLine): Promise<string> => this.ask({ type: "report", number });

  async allowTexts(allows: boolean): Promise<string> {
    if (this.isSpectator) this.remember({ texts: allows });
    return this.ask({ type: "allow-texts", allows });
  }

  /** A spectator's connection does not know what he has chosen before. */
  allowAgain(): void {
    if (this.isSpectator && this.remembered.texts) void this.ask({ type: "allow-texts", allows: true });
  }

  private async ask(message: Parameters<TableState["session"]["ask"]>[0]): Promise<string> {
    const answer = await this.table.session.ask(message);
    return answer.type === "refused" ? answer.sentence : "";
  }
}
