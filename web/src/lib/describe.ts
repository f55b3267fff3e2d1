// A deal in one line of words.
import { numeral, t, word } from './i18n.svelte';
import type { DealRequest, Seat, Settlement, WinRequest } from './types';

function describeWin(win: WinRequest<string>, name: (who: string) => string, points: number | null): string {
  const player = name(win.seat);
  const how =
    win.win === 'self-draw' ? t('won-self-draw', { player }) : t('won-from', { player, from: name(win.from ?? '') });
  const worth = points ?? win.points ?? null;
  return worth === null ? how : `${how}, ${numeral(worth)}`;
}

/** `seats` says who a seat is; a request by players' names needs none. */
export function describeRequest(
  request: DealRequest<string>,
  seats: Partial<Record<Seat, string>> = {},
  result: Settlement | null = null,
): string {
  const name = (who: string): string => (seats as Record<string, string>)[who] ?? who;
  if (request.false_win) return `${word('payment', 'false-win')}: ${name(request.false_win)}`;
  if (request.wins.length === 0) return t('drawn');
  return request.wins.map((win, at) => describeWin(win, name, result?.wins[at]?.points ?? null)).join(' · ');
}
