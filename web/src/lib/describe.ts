// A deal in one line of words.
import { numeral, t, word } from './i18n.svelte';
import type { DealRequest, Seat, Settlement, WinRequest } from './types';

function describeWin(win: WinRequest, seats: Record<Seat, string>, points: number | null): string {
  const player = seats[win.seat];
  const how = win.win === 'self-draw' ? t('won-self-draw', { player }) : t('won-from', { player, from: seats[win.from ?? 'east'] });
  const worth = points ?? win.points ?? null;
  return worth === null ? how : `${how}, ${numeral(worth)}`;
}

export function describeRequest(request: DealRequest, seats: Record<Seat, string>, result: Settlement | null = null): string {
  if (request.false_win) return `${word('for', 'false-win')}: ${seats[request.false_win]}`;
  if (request.wins.length === 0) return t('drawn');
  return request.wins.map((win, at) => describeWin(win, seats, result?.wins[at]?.points ?? null)).join(' · ');
}
