// A win as it is being entered. The text line is the one truth of the hand; keys change it by printing a new line.
import { EMPTY, parseHand, printHand, sizeOf, type Group, type Hand } from './notation';
import { isFlower } from './tiles';
import type { CheckRequest, GroupKind, Options, ScoreRequest, Seat, WaitsRequest, Win } from './types';

export interface Kept {
  line: string;
  seat: Seat;
  round: Seat;
  win: Win;
  from: Seat | null;
  events: string[];
  discards: number | null;
  streak: number;
}

function withoutLast(hand: Hand): Hand {
  if (hand.winning !== null) return { ...hand, winning: null };
  for (const part of ['flowers', 'concealed', 'groups'] as const) {
    if (hand[part].length > 0) return { ...hand, [part]: hand[part].slice(0, -1) };
  }
  return hand;
}

export class Draft {
  rules = $state('hkma-2023');
  options = $state.raw<Options>({});
  line = $state('');
  seat = $state<Seat>('south');
  round = $state<Seat>('east');
  win = $state<Win>('discard');
  from = $state<Seat | null>(null);
  events = $state.raw<string[]>([]);
  discards = $state<number | null>(null);
  streak = $state(0);

  private history = $state.raw<string[]>([]);
  private typing = $state(false);
  private read = $state.raw<{ line: string; codes: string } | null>(null);
  private lastGood: Hand = EMPTY;

  hand: Hand = $derived.by(() => {
    const hand = parseHand(this.line) ?? (this.read?.line === this.line ? parseHand(this.read.codes) : null);
    if (hand !== null) this.lastGood = hand;
    return this.lastGood;
  });
  /** Whether `hand` is what the line says: false while only the engine can tell, and for ever if the line is no hand. */
  readable = $derived(parseHand(this.line) !== null || this.read?.line === this.line);
  size = $derived(sizeOf(this.hand));
  canStepBack = $derived(this.history.length > 0 || this.line !== '');

  private put(hand: Hand): void {
    this.step(printHand(hand));
    this.typing = false;
  }

  private step(line: string): void {
    this.history = [...this.history.slice(-60), this.line];
    this.line = line;
  }

  /** What comes back after a look at another screen, or a reload. */
  get kept(): Kept {
    const { line, seat, round, win, from, events, discards, streak } = this;
    return { line, seat, round, win, from, events, discards, streak };
  }

  resume(kept: Kept | null): void {
    if (kept !== null) Object.assign(this, kept);
  }

  /** What is typed in one go is one step. */
  type(line: string): void {
    if (this.typing) this.line = line;
    else this.step(line);
    this.typing = true;
  }

  /** What the engine made of a line that only it could read: Chinese names, say. */
  readBack(line: string, codes: string): void {
    this.read = { line, codes };
  }

  /** A tile joins the concealed tiles, or becomes the winning tile when only that is missing from `full`. */
  addTile(tile: string, full: number): void {
    const hand = this.hand;
    if (isFlower(tile)) this.put({ ...hand, flowers: [...hand.flowers, tile] });
    else if (hand.winning === null && this.size === full - 1) this.put({ ...hand, winning: tile });
    else this.put({ ...hand, concealed: [...hand.concealed, tile] });
  }

  addGroup(kind: GroupKind, tiles: string[]): void {
    this.put({ ...this.hand, groups: [...this.hand.groups, { kind, tiles, from: null }] });
  }

  changeGroup(index: number, group: Group): void {
    this.put({ ...this.hand, groups: this.hand.groups.map((each, at) => (at === index ? group : each)) });
  }

  removeGroup(index: number): void {
    this.put({ ...this.hand, groups: this.hand.groups.filter((_, at) => at !== index) });
  }

  removeConcealed(tile: string): void {
    const at = this.hand.concealed.lastIndexOf(tile);
    this.put({ ...this.hand, concealed: this.hand.concealed.filter((_, index) => index !== at) });
  }

  removeFlower(tile: string): void {
    this.put({ ...this.hand, flowers: this.hand.flowers.filter((each) => each !== tile) });
  }

  /** The tile changes places with the winning tile, if there is one. */
  pickWinning(tile: string): void {
    const at = this.hand.concealed.lastIndexOf(tile);
    const concealed = this.hand.concealed.filter((_, index) => index !== at);
    if (this.hand.winning !== null) concealed.push(this.hand.winning);
    this.put({ ...this.hand, concealed, winning: tile });
  }

  setWinning(tile: string): void {
    this.put({ ...this.hand, winning: tile });
  }

  putBackWinning(): void {
    if (this.hand.winning === null) return;
    this.put({ ...this.hand, concealed: [...this.hand.concealed, this.hand.winning], winning: null });
  }

  removeWinning(): void {
    this.put({ ...this.hand, winning: null });
  }

  /** Takes back the last step; of a line that was typed, its last tile or sign. */
  stepBack(): void {
    if (this.typing && this.line !== '') {
      this.line = this.readable ? printHand(withoutLast(this.hand)) : this.line.slice(0, -1);
      return;
    }
    this.typing = false;
    const before = this.history.at(-1);
    this.history = this.history.slice(0, -1);
    this.line = before ?? '';
  }

  clear(): void {
    this.put(EMPTY);
    this.events = [];
    this.discards = null;
  }

  /** The winner's seat: nobody discards to themselves. */
  sit(seat: Seat): void {
    this.seat = seat;
    if (this.from === seat) this.from = null;
    if (this.hand.groups.some((group) => group.from === seat)) {
      this.put({
        ...this.hand,
        groups: this.hand.groups.map((group) => (group.from === seat ? { ...group, from: null } : group)),
      });
    }
  }

  toggleEvent(event: string): void {
    this.events = this.events.includes(event) ? this.events.filter((each) => each !== event) : [...this.events, event];
  }

  setWin(win: Win, from: Seat | null): void {
    this.win = win;
    this.from = win === 'self-draw' ? null : from;
  }

  private facts() {
    return {
      rules: this.rules,
      options: this.options,
      hand: this.line,
      seat: this.seat,
      round: this.round,
      events: this.events,
      ...(this.discards === null ? {} : { discards: this.discards }),
      ...(this.streak === 0 ? {} : { streak: this.streak }),
    };
  }

  scoreRequest(): ScoreRequest {
    return { ...this.facts(), win: this.win, ...(this.from === null ? {} : { from: this.from }) };
  }

  checkRequest(): CheckRequest {
    return this.scoreRequest();
  }

  waitsRequest(): WaitsRequest {
    return this.facts();
  }
}
