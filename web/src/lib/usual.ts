// The points that a table's next win most likely has: asked of the evening so far, since no rule is written here.
import { isDeal, type Entered } from './types-table';

/** So many different points, ascending: those of past wins, the most frequent first, then up from the minimum. */
export function usualPoints(entered: readonly Entered[], minimum: number, count: number): number[] {
  const seen = new Map<number, number>();
  for (const { points } of entered.filter(isDeal).flatMap(({ result }) => result.wins)) {
    seen.set(points, (seen.get(points) ?? 0) + 1);
  }
  const frequent = [...seen].sort(([, one], [, other]) => other - one).map(([points]) => points);
  const chosen = new Set(frequent.filter((points) => points >= minimum).slice(0, count));
  for (let next = Math.max(1, minimum); chosen.size < count; next += 1) chosen.add(next);
  return [...chosen].sort((one, other) => one - other);
}
