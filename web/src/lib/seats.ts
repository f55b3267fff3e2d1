// Who sits where. A chair stays, its wind moves with the deal.
import { SEATS, type DealRequest, type Net, type Seat } from './types';
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

/** Running totals after each line, zeros first, for everybody who ever sat here; null before somebody sat down. */
export function runningTotals(view: View): { player: string; points: (number | null)[] }[] {
  return Object.keys(view.totals).map((player) => {
    const joined = view.deals.findIndex((each) => each.kind === 'replacement' && each.request.joins === player);
    let total = 0;
    const after = view.deals.map((entered, at) => {
      total += movedBy(entered)[player] ?? 0;
      return at < joined && total === 0 ? null : total;
    });
    return { player, points: [joined < 0 ? 0 : null, ...after] };
  });
}

/**
 * The deal with players' names in place of seats. A deal that waits to be sent must mean the same people when it arrives,
 * though the deals before it may have passed the dealer's wind on.
 */
export function named(request: DealRequest, seats: Record<Seat, string>): DealRequest<string> {
  const name = (seat: Seat): string => seats[seat];
  const { wins, concealed_kongs, flower_sets, false_win } = request;
  return {
    wins: wins.map(({ seat, from, liable, hand, ...rest }) => ({
      ...rest,
      seat: name(seat),
      ...(from === undefined ? {} : { from: name(from) }),
      ...(liable === undefined ? {} : { liable: liable === 'none' ? liable : name(liable) }),
      ...(hand === undefined
        ? {}
        : { hand: hand.replace(/<\s*(east|south|west|north)\s*\]/g, (_, seat: Seat) => `<${name(seat)}]`) }),
    })),
    ...(concealed_kongs === undefined
      ? {}
      : { concealed_kongs: concealed_kongs.map((kong) => ({ ...kong, seat: name(kong.seat) })) }),
    ...(flower_sets === undefined ? {} : { flower_sets: flower_sets.map((set) => ({ ...set, seat: name(set.seat) })) }),
    ...(false_win === undefined || false_win === null ? {} : { false_win: name(false_win) }),
  };
}
