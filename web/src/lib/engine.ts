// The one door to scoring. Today it is the service; anything that answers the contract's JSON can stand behind it.
import { call, Refused, Unreachable } from './http';
import type { Check, EventFact, RuleSet, RuleSetBrief } from './types-rules';
import type {
  ApiFault,
  CheckRequest,
  DealRequest,
  Options,
  ScoreRequest,
  ScoreResult,
  Seat,
  Settlement,
  Waits,
  WaitsRequest,
} from './types';

export type SettleRequest = DealRequest & { rules: string; options: Options; round: Seat; streak: number };

export interface Engine {
  score(request: ScoreRequest, signal?: AbortSignal): Promise<ScoreResult>;
  settle(request: SettleRequest, signal?: AbortSignal): Promise<Settlement>;
  waits(request: WaitsRequest, signal?: AbortSignal): Promise<Waits>;
  check(request: CheckRequest, signal?: AbortSignal): Promise<Check>;
  ruleSets(): Promise<RuleSetBrief[]>;
  ruleSet(key: string): Promise<RuleSet>;
  events(): Promise<EventFact[]>;
}

/**
 * One request, sent as an array of one: a hand that is still being typed is refused often, and inside an array a refusal
 * is an ordinary answer instead of an error in the browser's console.
 */
async function ask<T extends object>(path: string, request: unknown, signal?: AbortSignal): Promise<T> {
  const { data } = await call<(T | { error: ApiFault })[]>('POST', path, {
    body: [request],
    ...(signal === undefined ? {} : { signal }),
  });
  const [answer] = data;
  if (answer === undefined) throw new Unreachable('the service answered nothing');
  if ('error' in answer) throw new Refused(422, answer.error);
  return answer;
}

async function read<T>(path: string): Promise<T> {
  return (await call<T>('GET', path)).data;
}

export const service: Engine = {
  score: (request, signal) => ask('/score', request, signal),
  settle: (request, signal) => ask('/settle', request, signal),
  waits: (request, signal) => ask('/waits', request, signal),
  check: (request, signal) => ask('/check', request, signal),
  ruleSets: () => read('/rules'),
  ruleSet: (key) => read(`/rules/${encodeURIComponent(key)}`),
  events: () => read('/events'),
};

export const engine: Engine = service;
