import { describe, expect, it } from 'vitest';
import { copiesOf, parseHand, parseTiles, printHand, sizeOf, type Hand } from '../src/lib/notation';
import { glyphOf, sorted, TILES } from '../src/lib/tiles';

/** A small pseudo-random generator, so that a failure can be repeated. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1664525 + 1013904223) % 4294967296;
    return Math.floor((state / 4294967296) * below);
  };
}

function anyHand(pick: (below: number) => number): Hand {
  const kinds = TILES.filter((tile) => !tile.endsWith('f'));
  const tile = (): string => kinds[pick(kinds.length)] ?? '1m';
  const groups: Hand['groups'] = Array.from({ length: pick(4) }, () => {
    const one = tile();
    switch (pick(5)) {
      case 0: {
        const [low, suit] = [1 + pick(7), 'mps'[pick(3)]];
        return { kind: 'chow', tiles: [0, 1, 2].map((step) => `${low + step}${suit}`), from: null };
      }
      case 1:
        return { kind: 'pung', tiles: [one, one, one], from: pick(2) === 0 ? 'west' : null };
      case 2:
        return { kind: 'kong', tiles: [one, one, one, one], from: pick(2) === 0 ? 'east' : null };
      case 3:
        return { kind: 'added-kong', tiles: [one, one, one, one], from: null };
      default:
        return { kind: 'concealed-kong', tiles: [one, one, one, one], from: null };
    }
  });
  return {
    concealed: sorted(Array.from({ length: pick(14) }, tile)),
    groups,
    winning: pick(2) === 0 ? tile() : null,
    flowers: sorted(['1f', '5f', '8f'].slice(0, pick(4))),
  };
}

describe('a hand as a line', () => {
  it('reads every part of the contract’s example', () => {
    const hand = parseHand('123m456p 5s [777z] (2222s) + 5s 15f');
    expect(hand).toEqual({
      concealed: ['1m', '2m', '3m', '4p', '5p', '6p', '5s'],
      groups: [
        { kind: 'pung', tiles: ['7z', '7z', '7z'], from: null },
        { kind: 'concealed-kong', tiles: ['2s', '2s', '2s', '2s'], from: null },
      ],
      winning: '5s',
      flowers: ['1f', '5f'],
    });
    expect(hand && sizeOf(hand)).toBe(14);
  });

  it('prints what it reads, for a thousand hands', () => {
    const pick = numbers(20231);
    for (let round = 0; round < 1000; round += 1) {
      const hand = anyHand(pick);
      expect(parseHand(printHand(hand))).toEqual(hand);
    }
  });

  it('knows an added kong and who discarded', () => {
    expect(parseHand('[111+1p<south]')?.groups).toEqual([
      { kind: 'added-kong', tiles: ['1p', '1p', '1p', '1p'], from: 'south' },
    ]);
    expect(parseHand('[312m]')?.groups[0]?.tiles).toEqual(['1m', '2m', '3m']);
  });

  it('reads Unicode tiles with and without a variation selector', () => {
    const line = TILES.map(glyphOf).join('');
    expect(parseTiles('1234z')).toEqual(['1z', '2z', '3z', '4z']);
    expect(parseHand(line)?.concealed).toEqual(TILES.filter((tile) => !tile.endsWith('f')));
    expect(parseHand('🀄')?.concealed).toEqual(['7z']);
  });

  it.each(['0m', '8z', '9f', '12', '[777z', '(777z)', '[12m]', '+ 5s + 5s', '+ 5s6s', '[111p<up]', '一萬'])(
    'leaves %s to the engine',
    (line) => {
      expect(parseHand(line)).toBeNull();
    },
  );

  it('counts copies in groups and flowers too', () => {
    const hand = parseHand('1m [111m] + 1m 1f');
    expect(hand && copiesOf(hand).get('1m')).toBe(5);
    expect(hand && copiesOf(hand).get('1f')).toBe(1);
  });
});
