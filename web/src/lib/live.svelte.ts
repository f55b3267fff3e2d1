// Asks the engine about a draft whenever it changes, and keeps the newest answers only.
import { engine } from './engine';
import { Refused, Unreachable } from './http';
import { currentLanguage } from './i18n.svelte';
import type { Draft } from './draft.svelte';
import type { ApiFault, GroupKind, ScoreResult, Waits } from './types';
import { parseTiles } from './notation';
import { suitOf } from './tiles';
import type { Check, Possible } from './types-rules';

const PAUSE_MS = 25;

export class Live {
  check = $state.raw<Check | null>(null);
  score = $state.raw<ScoreResult | null>(null);
  waits = $state.raw<Waits | null>(null);
  fault = $state.raw<ApiFault | null>(null);
  unreachable = $state(false);
  busy = $state(false);
  /** The line that the newest answers are about. */
  about = $state<string | null>(null);
  /** Why the hand as it stands can't be, whatever comes next. */
  wrong = $state.raw<ApiFault | null>(null);
  /** What each tile's key would do now, by what is being entered. */
  keys = $derived(keysOf(this.check));
  /** The tiles that the rule set is played with: those that an empty hand may take. */
  inSet = $state.raw<ReadonlySet<string> | null>(null);

  private setOf = '';
  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | undefined;

  /** Reads the draft (so that an effect around it runs again on every change) and asks a moment later. */
  follow(draft: Draft, full: number): () => void {
    const lang = currentLanguage();
    const check = { ...draft.checkRequest(), lang };
    const complete = draft.hand.winning !== null || !draft.readable || draft.events.includes('eight-flowers');
    const score = complete ? { ...draft.scoreRequest(), explain: true, lang } : null;
    const waits = !complete && draft.size === full - 1 ? { ...draft.waitsRequest(), lang } : null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(draft, check, score, waits), PAUSE_MS);
    void this.learnSet(check);
    return () => clearTimeout(this.timer);
  }

  private async learnSet({ rules, options = {} }: Parameters<typeof engine.check>[0]): Promise<void> {
    const name = JSON.stringify([rules, options]);
    if (name === this.setOf) return;
    this.setOf = name;
    try {
      const { tiles } = await engine.check({ rules, options, hand: '' });
      if (name === this.setOf) this.inSet = new Set(tiles.filter(({ possible }) => possible).map(({ tile }) => tile));
    } catch (error) {
      if (!(error instanceof Unreachable) && !(error instanceof Refused)) throw error;
      this.setOf = '';
    }
  }

  private async ask(
    draft: Draft,
    check: Parameters<typeof engine.check>[0],
    score: Parameters<typeof engine.score>[0] | null,
    waits: Parameters<typeof engine.waits>[0] | null,
  ): Promise<void> {
    this.running?.abort();
    const mine = new AbortController();
    this.running = mine;
    this.busy = true;
    const [checked, scored, waited] = await Promise.allSettled([
      engine.check(check, mine.signal),
      score === null ? null : engine.score(score, mine.signal),
      waits === null ? null : engine.waits(waits, mine.signal),
    ]);
    if (mine.signal.aborted) return;
    this.busy = false;
    this.about = check.hand;
    const faults = [scored, waited, checked]
      .filter((each) => each.status === 'rejected')
      .map((each) => each.reason as unknown);
    for (const fault of faults) if (!(fault instanceof Refused) && !(fault instanceof Unreachable)) throw fault;
    this.unreachable = faults.some((fault) => fault instanceof Unreachable);
    this.fault = faults.find((fault) => fault instanceof Refused)?.fault ?? null;
    const refusal = checked.status === 'rejected' && checked.reason instanceof Refused ? checked.reason.fault : null;
    // A line that is still being typed can't be read yet; a key then begins again from what could be read.
    this.wrong = refusal?.code === 'bad-notation' ? null : refusal;
    if (checked.status === 'fulfilled') {
      this.check = checked.value;
      draft.readBack(check.hand, checked.value.hand);
    }
    this.score = scored.status === 'fulfilled' ? scored.value : null;
    this.waits = waited.status === 'fulfilled' ? waited.value : null;
  }
}

export type Entering = 'tile' | GroupKind;
type Keys = Partial<Record<Entering, Record<string, Possible>>>;

function keysOf(check: Check | null): Keys {
  if (check === null) return {};
  const keys: Keys = { tile: Object.fromEntries(check.tiles.map((each) => [each.tile, each])) };
  // When only the winning tile is missing, a tile's key gives the winning tile.
  if (check.size === check.full_size - 1 && check.winning_tile === null) {
    keys.tile = { ...keys.tile, ...Object.fromEntries(check.winning.map((each) => [each.tile, each])) };
  }
  for (const group of check.groups) {
    const tile = parseTiles(group.tiles)?.[0];
    if (tile !== undefined) (keys[group.kind] ??= {})[tile] = group;
  }
  return keys;
}

/** The group that a key stands for: a chow is named by its lowest tile. */
export function tilesOfGroup(kind: GroupKind, tile: string): string[] {
  if (kind === 'pung') return [tile, tile, tile];
  if (kind !== 'chow') return [tile, tile, tile, tile];
  const first = Number(tile.charAt(0));
  return [first, first + 1, first + 2].map((number) => `${number}${suitOf(tile)}`);
}
