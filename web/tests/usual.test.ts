import { describe, expect, it } from 'vitest';
import type { Entered } from '../src/lib/types-table';
import { usualPoints } from '../src/lib/usual';

const dealsOf = (...points: number[]): Entered[] =>
  points.map((each) => ({ kind: 'deal', result: { wins: [{ points: each }] } }) as unknown as Entered);

describe('the points that get a key', () => {
  it('begin at the minimum when nothing was won yet', () => {
    expect(usualPoints([], 3, 4)).toEqual([3, 4, 5, 6]);
    expect(usualPoints([], 0, 3)).toEqual([1, 2, 3]);
  });

  it('are those that were won, filled up from the minimum', () => {
    expect(usualPoints(dealsOf(25, 40, 25), 2, 4)).toEqual([2, 3, 25, 40]);
  });

  it('are the most frequent ones where there are more than keys', () => {
    expect(usualPoints(dealsOf(10, 20, 20, 30, 30, 30), 1, 2)).toEqual([20, 30]);
  });

  it('leave out what is below the minimum, as a deal under another house was', () => {
    expect(usualPoints(dealsOf(1, 1), 3, 2)).toEqual([3, 4]);
  });
});
