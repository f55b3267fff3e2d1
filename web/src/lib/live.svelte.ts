// Asks the engine about a draft whenever it changes, and keeps the newest answers only.
import { engine } from './engine';
import { Refused, Unreachable } from './http';
import { currentLanguage } from './i18n.svelte';
import type { Draft } from './draft.svelte';
import type { ApiFault, GroupKind, ScoreResult, Waits } from './types';
import type { Check, Possible } from './types-rules';
import { suitOf } from './tiles';

const PAUSE_MS = 25;
const MAYBE: Possible = { possible: true, reason: null, code: null };

export class Live {
  check = $state.raw<Check | null>(null);
  score = $state.raw<ScoreResult | null>(null);
  waits = $state.raw<Waits | null>(null);
  fault = $state.raw<ApiFault | null>(null);
  unreachable = $state(false);
  busy = $state(false);

  private timer: ReturnType<typeof setTimeout> | undefined;
  private running: AbortController | undefined;

  /** Reads the draft (so that an effect around it runs again on every change) and asks a moment later. */
  follow(draft: Draft, full: number): () => void {
    const check = draft.checkRequest();
    const complete = draft.hand.winning !== null || !draft.readable || draft.events.includes('eight-flowers');
    const score = complete ? { ...draft.scoreRequest(), explain: true, lang: currentLanguage() } : null;
    const waits = !complete && draft.size === full - 1 ? draft.waitsRequest() : null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.ask(check, score, waits), PAUSE_MS);
    return () => clearTimeout(this.timer);
  }

  private async ask(
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
    const faults = [scored, waited, checked].filter((each) => each.status === 'rejected').map((each) => each.reason as unknown);
    for (const fault of faults) if (!(fault instanceof Refused) && !(fault instanceof Unreachable)) throw fault;
    this.unreachable = faults.some((fault) => fault instanceof Unreachable);
    this.fault = faults.find((fault) => fault instanceof Refused)?.fault ?? null;
    if (checked.status === 'fulfilled') this.check = checked.value;
    this.score = scored.status === 'fulfilled' ? scored.value : null;
    this.waits = waited.status === 'fulfilled' ? waited.value : null;
  }

  groupOf(kind: GroupKind, tile: string): Possible {
    return this.check?.groups[`${kind} ${tile}`] ?? MAYBE;
  }

  tilesOfGroup(kind: GroupKind, tile: string): string[] {
    if (kind === 'pung') return [tile, tile, tile];
    if (kind !== 'chow') return [tile, tile, tile, tile];
    const first = Number(tile.charAt(0));
    return [first, first + 1, first + 2].map((number) => `${number}${suitOf(tile)}`);
  }
}
