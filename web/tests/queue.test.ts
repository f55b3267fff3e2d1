import { describe, expect, it } from 'vitest';
import { Refused, Unreachable } from '../src/lib/http';
import { afterSecondThought, AT_THE_END, freshKey, nextToSend, sendAll, type Entry } from '../src/lib/queue';

function entry(key: string, more: Partial<Entry> = {}): Entry {
  return {
    key,
    session: 'friday',
    version: 4,
    writing: { to: 'deals', body: { wins: [] } },
    spot: AT_THE_END,
    force: false,
    by: '',
    at: '',
    refused: null,
    ...more,
  };
}

/** A ledger that keeps to the service's word: one key is one deal, and a write needs the newest version. */
class Ledger {
  version = 4;
  readonly deals: string[] = [];
  readonly made = new Map<string, number>();

  write({ key, version }: Entry): number {
    const before = this.made.get(key);
    if (before !== undefined) return this.version;
    if (version !== this.version)
      throw new Refused(412, { code: 'version-conflict', message: 'look again', field: null });
    this.version += 1;
    this.deals.push(key);
    this.made.set(key, this.version);
    return this.version;
  }
}

function queue(...entries: Entry[]) {
  const held = { entries };
  return { held, read: () => held.entries, keep: (next: Entry[]) => (held.entries = next) };
}

describe('deals that wait', () => {
  it('are sent in order, each on top of the one before', async () => {
    const ledger = new Ledger();
    const { held, read, keep } = queue(entry('a'), entry('b'), entry('c'));
    expect(await sendAll(read, keep, async (each) => ledger.write(each))).toBe(true);
    expect(ledger.deals).toEqual(['a', 'b', 'c']);
    expect(held.entries).toEqual([]);
  });

  it('are one deal when the answer is lost and they are sent again', async () => {
    const ledger = new Ledger();
    const { held, read, keep } = queue(entry('a'), entry('b'));
    let losses = 1;
    const lossy = async (each: Entry): Promise<number> => {
      const version = ledger.write(each);
      if (losses-- > 0) throw new Unreachable('no answer');
      return version;
    };
    expect(await sendAll(read, keep, lossy)).toBe(false);
    expect(held.entries.map(({ key }) => key)).toEqual(['a', 'b']);
    expect(await sendAll(read, keep, lossy)).toBe(true);
    expect(ledger.deals).toEqual(['a', 'b']);
  });

  it('stop at a refusal, and nothing behind it is sent', async () => {
    const ledger = new Ledger();
    ledger.version = 5;
    const { held, read, keep } = queue(entry('a'), entry('b'), entry('c', { session: 'saturday', version: 5 }));
    expect(await sendAll(read, keep, async (each) => ledger.write(each))).toBe(true);
    expect(ledger.deals).toEqual(['c']);
    expect(held.entries.map(({ key, refused }) => [key, refused?.code ?? null])).toEqual([
      ['a', 'version-conflict'],
      ['b', null],
    ]);
    expect(nextToSend(held.entries)).toBeNull();
  });

  it('go on after a person looked again, the later ones behind it', async () => {
    const ledger = new Ledger();
    ledger.version = 5;
    const { held, read, keep } = queue(entry('a'), entry('b'));
    await sendAll(read, keep, async (each) => ledger.write(each));
    keep(afterSecondThought(held.entries, 'a', 5, false));
    expect(await sendAll(read, keep, async (each) => ledger.write(each))).toBe(true);
    expect(ledger.deals).toEqual(['a', 'b']);
  });

  it('stay when an unexpected error comes up, which is not swallowed', async () => {
    const { held, read, keep } = queue(entry('a'));
    const broken = async (): Promise<number> => {
      throw new TypeError('a fault of the app');
    };
    await expect(sendAll(read, keep, broken)).rejects.toThrow(TypeError);
    expect(held.entries).toHaveLength(1);
  });

  it('have keys that the service accepts and that do not repeat', () => {
    const keys = Array.from({ length: 1000 }, freshKey);
    expect(new Set(keys).size).toBe(1000);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9._-]{8,80}$/);
  });
});
