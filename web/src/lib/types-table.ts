// A session as the service shows it.
import type { ApiFault, DealRequest, DeclaredResult, Net, Options, Seat, ScoreResult, Settlement } from './types';

export type Role = 'host' | 'write' | 'read';

export interface Stake {
  currency: string;
  per_point: string;
  rounding: string | null;
}

interface Line {
  number: number;
  round: Seat;
  dealer: string;
  streak: number;
  seats: Record<Seat, string>;
  declared: boolean;
  revision: number;
  mark: ApiFault | null;
  drift: { revision: number; net?: Net; error?: ApiFault } | null;
  at: string;
  by: string | null;
}

export type Deal = Line & { kind: 'deal'; request: DealRequest; result: Settlement };
export type Adjustment = Line & {
  kind: 'adjustment';
  request: { adjust: Record<string, number>; why: string };
  result: { net: Record<string, number> };
};
export type Replacement = Line & { kind: 'replacement'; request: { leaves: string; joins: string }; result: object };
export type Entered = Deal | Adjustment | Replacement;

export function isDeal(entered: Entered): entered is Deal {
  return entered.kind === 'deal';
}

export interface View {
  id: string;
  role: Role;
  name: string;
  rules: string;
  options: Options;
  /** By chair, in turn order. */
  players: string[];
  version: number;
  round: Seat;
  dealer: string;
  streak: number;
  hand: number;
  counters: Net | null;
  totals: Record<string, number>;
  seats: Record<Seat, string>;
  stake: Stake | null;
  money: Record<string, string> | null;
  closed: boolean;
  marked: number[];
  drift: number[];
  deals: Entered[];
}

export interface Preview {
  result: Settlement;
  totals: Record<string, number>;
  next: { round: Seat; dealer: string; streak: number; counters: Net | null };
}

export interface Tally {
  total: number;
  deals: number;
  wins: number;
  declared_wins: number;
  self_draws: number;
  deal_ins: number;
  false_wins: number;
  average_points: number | null;
  average_paid: number | null;
  biggest: { deal: number; points: number; declared: boolean; hand: string | null; rows: string[] } | null;
  rows: Record<string, number>;
  adjustments: number;
}

export interface Stats {
  deals: number;
  drawn: number;
  declared_wins: number;
  players: Record<string, Tally>;
}

export interface Transfer {
  from: string;
  to: string;
  amount: number | string;
}

export interface Transfers {
  points: Transfer[];
  money: Transfer[] | null;
  currency: string | null;
}

/** A line of the audit trail. */
export interface Change {
  version: number;
  at: string;
  by: string | null;
  words: string;
}

export interface Link {
  id: string;
  role: Role;
  label: string | null;
  secret: string;
  path: string;
  url: string;
}

export interface LinkFact {
  id: string;
  role: Role;
  label: string | null;
  created: string;
  revoked: string | null;
}

/** A session that this device has a secret for. */
export interface Known {
  id: string;
  name: string;
  role: Role;
  secret: string;
}

export function isDeclared(result: ScoreResult | DeclaredResult): result is DeclaredResult {
  return 'declared' in result;
}
