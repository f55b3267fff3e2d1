// Where an arrow key leads on a board of keys, whatever its layout.

/** Columns to the right, rows down. */
export type Step = readonly [right: number, down: number];

/** The element that lies closest in a direction, or null at the edge. What lies aside counts double. */
export function nearest(from: HTMLElement, among: readonly HTMLElement[], [right, down]: Step): HTMLElement | null {
  const start = centre(from);
  let best: HTMLElement | null = null;
  let least = Infinity;
  for (const each of among) {
    const there = centre(each);
    const [x, y] = [there.x - start.x, there.y - start.y];
    const ahead = x * right + y * down;
    const aside = Math.abs(x * down) + Math.abs(y * right);
    if (ahead < 1 || ahead + 2 * aside >= least) continue;
    best = each;
    least = ahead + 2 * aside;
  }
  return best;
}

function centre(element: HTMLElement): { x: number; y: number } {
  const box = element.getBoundingClientRect();
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
}
