// The service's JSON, as the contract writes it.

export type Seat = 'east' | 'south' | 'west' | 'north';
export type Win = 'self-draw' | 'discard';
export type GroupKind = 'chow' | 'pung' | 'kong' | 'added-kong' | 'concealed-kong';
export type Language = 'en' | 'zh' | 'ko';
export type OptionValue = number | boolean | string;
export type Options = Record<string, OptionValue>;
export type Net = Record<Seat, number>;

export const SEATS: readonly Seat[] = ['east', 'south', 'west', 'north'];

export interface ScoreRequest {
  rules: string;
  options: Options;
  hand: string;
  seat: Seat;
  round: Seat;
  win: Win;
  from?: Seat;
  events: string[];
  discards?: number;
  streak?: number;
  explain?: boolean;
  lang?: Language;
}

export type WaitsRequest = Omit<ScoreRequest, 'win' | 'from' | 'explain'> & { seen?: string };

export type CheckRequest = Partial<Omit<ScoreRequest, 'explain'>> & { rules: string; hand: string };

export interface Pattern {
  key: string;
  value: number;
  count: number;
  points: number;
  name?: string;
}

export interface ReadingGroup {
  tiles: string;
  kind: string;
  concealed: boolean;
}

export interface Reading {
  shape: string;
  groups: ReadingGroup[];
  pair: string | null;
  pairs?: string[];
  winning: string;
  completes: number | 'pair' | 'single';
  waits: string[];
}

export interface Payment {
  from: Seat | 'discarder';
  to: Seat;
  amount: number;
  for: string;
}

export interface Explanation {
  patterns: { key: string; tiles: (number | 'pair')[][] }[];
  replaced: { key: string; count: number; by: string | string[] }[];
  alternatives: ScoreResult[];
}

export interface ScoreResult {
  rules: string;
  revision: number;
  options: Options;
  wins: boolean;
  qualifies: boolean;
  reason: string | null;
  points: number;
  uncapped: number;
  minimum: number;
  toward_minimum: number;
  limit: boolean;
  unit: string;
  patterns: Pattern[];
  reading: Reading | null;
  second_hand?: { patterns: Pattern[]; reading: Reading; points: number } | null;
  liable?: { seat: Seat; reason: string } | null;
  payments: Payment[];
  net: Net | null;
  explanation?: Explanation;
}

export interface DeclaredResult {
  declared: true;
  points: number;
  rows: string[];
  payments: Payment[];
  net: Net;
  settled: boolean;
}

/** A win of a deal. Whoever it names is named by seat or, where it may have to wait, by player. */
export interface WinRequest<Who extends string = Seat> {
  seat: Who;
  win: Win;
  from?: Who;
  hand?: string;
  points?: number;
  rows?: string[];
  events?: string[];
  discards?: number;
  liable?: Who | 'none';
}

export interface DealRequest<Who extends string = Seat> {
  wins: WinRequest<Who>[];
  concealed_kongs?: { seat: Who; shown: boolean }[];
  flower_sets?: { seat: Who; set: 'flowers' | 'grass' }[];
  false_win?: Who | null;
}

export interface Settlement {
  wins: ((ScoreResult & { settled: boolean }) | DeclaredResult)[];
  payments: Payment[];
  net: Net;
  counters: Net | null;
  next: { dealer_stays: boolean; streak: number; replay: boolean; reason: string };
}

export interface WaitWorth {
  points: number;
  qualifies: boolean;
  reason: string | null;
}

export interface Waits {
  ready: boolean;
  distance: number;
  waits: { tile: string; left: number; discard: WaitWorth | null; 'self-draw': WaitWorth | null }[];
  useful: { tile: string; left: number }[];
}

/** Names in the languages that have one. */
export type Names = Partial<Record<Language, string>>;

export interface RuleRow {
  key: string;
  value: number;
  names: Names;
  replaces?: string[];
}

export interface RuleOption {
  key: string;
  type: string;
  default: OptionValue;
  values?: OptionValue[];
  least?: number;
  most?: number;
  why?: string;
}

export interface ApiFault {
  code: string;
  message: string;
  field: string | null;
}
