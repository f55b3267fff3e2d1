// A deal as it is being entered: who won from whom, by tiles or by worth, and what else was paid.
import { Draft } from './draft.svelte';
import type { DealRequest, Options, Seat, WinRequest } from './types';

export type Ending = 'win' | 'drawn' | 'false-win';

export interface Circumstances {
  rules: string;
  options: Options;
  round: Seat;
  streak: number;
}

export class WinDraft {
  seat = $state<Seat | null>(null);
  byTiles = $state(false);
  /** Whether the tiles are known to be a win: or, where nobody can be asked, whether they might be one. */
  scored = $state(false);
  points = $state<number | null>(null);
  rows = $state.raw<string[]>([]);
  liable = $state<Seat | 'none' | null>(null);
  readonly draft = new Draft();

  constructor(around: Circumstances) {
    this.draft.rules = around.rules;
    this.draft.options = around.options;
    this.draft.round = around.round;
    this.draft.streak = around.streak;
  }

  choose(seat: Seat): void {
    this.seat = seat;
    this.draft.seat = seat;
    if (this.draft.from === seat) this.draft.from = null;
  }

  get complete(): boolean {
    if (this.seat === null || (this.draft.win === 'discard' && this.draft.from === null)) return false;
    return this.byTiles ? this.scored : this.points !== null;
  }

  request(): WinRequest {
    const { seat, win, from, discards, events, line } = this.draft;
    return {
      seat,
      win,
      ...(from === null ? {} : { from }),
      ...(this.byTiles ? { hand: line } : { points: this.points ?? 0 }),
      ...(!this.byTiles && this.rows.length > 0 ? { rows: this.rows } : {}),
      ...(this.byTiles && events.length > 0 ? { events } : {}),
      ...(this.byTiles && discards !== null ? { discards } : {}),
      ...(this.liable === null ? {} : { liable: this.liable }),
    };
  }
}

export class DealDraft {
  ending = $state<Ending>('win');
  wins = $state.raw<WinDraft[]>([]);
  falseWin = $state<Seat | null>(null);
  kongs = $state.raw<{ seat: Seat; shown: boolean }[]>([]);
  flowers = $state.raw<{ seat: Seat; set: 'flowers' | 'grass' }[]>([]);

  constructor(private readonly around: Circumstances) {
    this.wins = [new WinDraft(around)];
  }

  addWin(): void {
    const first = this.wins[0]?.draft;
    const next = new WinDraft(this.around);
    next.byTiles = this.wins[0]?.byTiles ?? false;
    next.draft.setWin('discard', first?.from ?? null);
    this.wins = [...this.wins, next];
  }

  removeWin(win: WinDraft): void {
    this.wins = this.wins.filter((each) => each !== win);
  }

  /** All winners win on one discard: what the first says of it holds for the others. */
  setFrom(from: Seat | null): void {
    for (const win of this.wins) win.draft.setWin(from === null ? 'self-draw' : 'discard', from);
  }

  get complete(): boolean {
    if (this.ending === 'false-win') return this.falseWin !== null;
    return this.ending === 'drawn' || this.wins.every((win) => win.complete);
  }

  request(): DealRequest {
    return {
      wins: this.ending === 'win' ? this.wins.map((win) => win.request()) : [],
      ...(this.kongs.length > 0 ? { concealed_kongs: this.kongs } : {}),
      ...(this.flowers.length > 0 ? { flower_sets: this.flowers } : {}),
      ...(this.ending === 'false-win' ? { false_win: this.falseWin } : {}),
    };
  }

  static from(request: DealRequest, around: Circumstances): DealDraft {
    const deal = new DealDraft(around);
    deal.ending = request.false_win ? 'false-win' : request.wins.length === 0 ? 'drawn' : 'win';
    deal.falseWin = request.false_win ?? null;
    deal.kongs = request.concealed_kongs ?? [];
    deal.flowers = request.flower_sets ?? [];
    if (request.wins.length > 0) deal.wins = request.wins.map((win) => winFrom(win, around));
    return deal;
  }
}

function winFrom(win: WinRequest, around: Circumstances): WinDraft {
  const made = new WinDraft(around);
  made.choose(win.seat);
  made.draft.setWin(win.win, win.from ?? null);
  made.byTiles = win.hand !== undefined;
  made.draft.line = win.hand ?? '';
  made.draft.events = win.events ?? [];
  made.draft.discards = win.discards ?? null;
  made.points = win.points ?? null;
  made.rows = win.rows ?? [];
  made.liable = win.liable ?? null;
  return made;
}
