// What the service says of rule sets, of events, and of what may come next in an unfinished hand.
import type { Names, Options, RuleOption, RuleRow } from './types';

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
  reason: string | null;
  code: string | null;
}

export interface Check {
  rules: string;
  options: Options;
  size: number;
  missing: number;
  tiles: Record<string, Possible>;
  groups: Record<string, Possible>;
  events: Record<string, Possible>;
}
