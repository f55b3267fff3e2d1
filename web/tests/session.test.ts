import { describe, expect, it } from 'vitest';
import { messagesIn } from '../src/lib/live-stream';
import { named } from '../src/lib/seats';

describe('live updates', () => {
  it('are read across any cut of the stream', () => {
    const stream =
      'retry: 2000\n\nid: 12\nevent: version\ndata: {"version": 12}\n\n: still here\n\nevent: revoked\ndata: {}\n\n';
    for (let cut = 0; cut <= stream.length; cut += 1) {
      const first = messagesIn(stream.slice(0, cut));
      const second = messagesIn(first.rest + stream.slice(cut));
      expect([...first.messages, ...second.messages]).toEqual([
        { event: 'version', data: '{"version": 12}' },
        { event: 'revoked', data: '{}' },
      ]);
      expect(second.rest).toBe('');
    }
  });
});

describe('a deal by players’ names', () => {
  const seats = { east: 'Ann', south: 'Bo', west: 'Chi', north: 'Dee' };

  it('names everybody whom it named by seat', () => {
    const deal = named(
      {
        wins: [
          { seat: 'south', win: 'discard', from: 'west', liable: 'north', hand: '12m [777z<east] [222z< north ] + 3m' },
        ],
        concealed_kongs: [{ seat: 'south', shown: true }],
        flower_sets: [{ seat: 'east', set: 'grass' }],
        false_win: 'north',
      },
      seats,
    );
    expect(deal).toEqual({
      wins: [{ seat: 'Bo', win: 'discard', from: 'Chi', liable: 'Dee', hand: '12m [777z<Ann] [222z<Dee] + 3m' }],
      concealed_kongs: [{ seat: 'Bo', shown: true }],
      flower_sets: [{ seat: 'Ann', set: 'grass' }],
      false_win: 'Dee',
    });
  });

  it('leaves out what was not said', () => {
    expect(named({ wins: [{ seat: 'east', win: 'self-draw', points: 3, liable: 'none' }] }, seats)).toEqual({
      wins: [{ seat: 'Ann', win: 'self-draw', points: 3, liable: 'none' }],
    });
  });
});
