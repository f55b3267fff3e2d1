// Who sits where. A chair stays, its wind moves with the deal.
import { SEATS, type Net, type Seat } from './types';
import type { Entered, View } from './types-table';

export function seatOf(seats: Record<Seat, string>, player: string): Seat | null {
  return SEATS.find((seat) => seats[seat] === player) ?? null;
}

/** The seat whose player sits on the first chair: it is drawn at the bottom, so that people stay where they are. */
export function bottomSeat(view: Pick<View, 'players'>, seats: Record<Seat, string>): Seat {
  return seatOf(seats, view.players[0] ?? '') ?? 'east';
}

/** What a line of the ledger moved, by player. */
export function movedBy(entered: Entered): Record<string, number> {
  if (entered.kind === 'adjustment') return entered.result.net;
  if (entered.kind === 'replacement') return {};
  const { seats } = entered;
  const net: Net = entered.result.net;
  return Object.fromEntries(SEATS.map((seat) => [seats[seat], net[seat]]));
}

/** Running totals after each line, zeros first, for everybody who ever sat here. */
export function runningTotals(view: View): { player: string; points: number[] }[] {
  return Object.keys(view.totals).map((player) => {
    const points = [0];
    for (const entered of view.deals) points.push((points.at(-1) ?? 0) + (movedBy(entered)[player] ?? 0));
    return { player, points };
  });
}
