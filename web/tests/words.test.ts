import { describe, expect, it } from 'vitest';
import { TILES } from '../src/lib/tiles';
import * as en from '../src/words/en';
import * as ko from '../src/words/ko';
import * as zh from '../src/words/zh';

const SPOKEN = {
  seats: ['east', 'south', 'west', 'north', 'discarder'],
  kinds: ['chow', 'pung', 'kong', 'added-kong', 'concealed-kong', 'pair', 'concealed', 'exposed'],
  units: ['faan', 'points'],
  unit: ['faan', 'points'],
  payment: ['hand', 'dealer', 'kengma', 'concealed-kong', 'concealed-kong-not-shown', 'flowers', 'grass', 'false-win'],
  headings: ['waits'],
};

describe.each(Object.entries({ en, zh, ko }))('words in %s', (_, { shared }) => {
  it('name every tile', () => {
    const names = TILES.map((tile) => (shared.tiles as Record<string, string>)[tile]);
    expect(names).not.toContain(undefined);
    expect(new Set(names).size).toBe(42);
  });

  it.each(Object.entries(SPOKEN))('hold the words of the command line that the app says: %s', (section, keys) => {
    const found = (shared as unknown as Record<string, Record<string, string>>)[section] ?? {};
    expect(Object.keys(found)).toEqual(expect.arrayContaining(keys));
  });
});
