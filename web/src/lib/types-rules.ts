// What the service says of rule sets, of events, and of what may come next in an unfinished hand.
import type { ApiFault, GroupKind, Names, Options, RuleOption, RuleRow, Seat } from './types';

export interface RuleSetBrief {
  key: string;
  names: Names;
  unit: string;
  tiles: number;
}

export interface RuleSet {
  key: string;
  names: Names;
  revision: number;
  unit: string;
  tiles: number;
  rows: RuleRow[];
  options: RuleOption[];
}

export interface EventFact {
  key: string;
  implies: string[];
}

export interface Possible {
  possible: boolean;
  why: string | null;
}

/** A hand read back, and what may come next. */
export interface Check {
  rules: string;
  options: Options;
  /** The line in codes, whatever it was written in. */
  hand: string;
  groups_declared: { claims: (Possible & { seat: Seat })[] }[];
  winning_tile: string | null;
  size: number;
  full_size: number;
  finished: boolean;
  problem: ApiFault | null;
  tiles: (Possible & { tile: string })[];
  winning: (Possible & { tile: string })[];
  groups: (Possible & { kind: GroupKind; tiles: string })[];
  events: (Possible & { event: string })[];
}
