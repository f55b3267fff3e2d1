// Text line to tiles and back, so that keys and text show the same hand. Whether the hand is legal is asked of the engine.
import { SEATS, type GroupKind, type Seat } from './types';
import { TILE_OF_GLYPH, isFlower, isTile, sorted, suitOf } from './tiles';

export interface Group {
  kind: GroupKind;
  tiles: string[];
  from: Seat | null;
}

export interface Hand {
  concealed: string[];
  groups: Group[];
  winning: string | null;
  flowers: string[];
}

export const EMPTY: Hand = { concealed: [], groups: [], winning: null, flowers: [] };

/** Runs of one suit share a letter: ['1m', '2m', '5s'] is '12m5s'. The order is kept. */
export function printTiles(tiles: readonly string[]): string {
  let text = '';
  tiles.forEach((tile, index) => {
    text += tile.charAt(0);
    const next = tiles[index + 1];
    if (next === undefined || suitOf(next) !== suitOf(tile)) text += suitOf(tile);
  });
  return text;
}

export function printGroup(group: Group): string {
  const from = group.from === null ? '' : `<${group.from}`;
  if (group.kind === 'concealed-kong') return `(${printTiles(group.tiles)})`;
  if (group.kind !== 'added-kong') return `[${printTiles(group.tiles)}${from}]`;
  const tile = group.tiles[0] ?? '';
  const digit = tile.charAt(0);
  return `[${digit.repeat(3)}+${digit}${suitOf(tile)}${from}]`;
}

export function printHand(hand: Hand): string {
  const parts = [printTiles(sorted(hand.concealed)), ...hand.groups.map(printGroup)];
  if (hand.winning !== null) parts.push(`+ ${hand.winning}`);
  parts.push(printTiles(sorted(hand.flowers)));
  return parts.filter((part) => part !== '').join(' ');
}

/** Tiles of '123m5z', or null where the text is no run of tile codes. */
export function parseTiles(text: string): string[] | null {
  const tiles: string[] = [];
  let rest = text.replace(/\s/g, '');
  while (rest !== '') {
    const run = /^([1-9]+)([mpszf])/.exec(rest);
    if (run === null) return null;
    for (const digit of run[1] ?? '') tiles.push(`${digit}${run[2]}`);
    rest = rest.slice(run[0].length);
  }
  return tiles.every(isTile) ? tiles : null;
}

function kindOf(tiles: string[], plus: boolean, round: boolean): GroupKind | null {
  const alike = tiles.every((tile) => tile === tiles[0]);
  if (round) return alike && tiles.length === 4 && !plus ? 'concealed-kong' : null;
  if (plus) return alike && tiles.length === 4 ? 'added-kong' : null;
  if (tiles.length === 3) return alike ? 'pung' : 'chow';
  return tiles.length === 4 && alike ? 'kong' : null;
}

function parseGroup(inner: string, round: boolean): Group | null {
  const [body = '', from, ...more] = inner.replace(/\s/g, '').split('<');
  const seat = from === undefined ? null : (SEATS.find((each) => each === from) ?? undefined);
  if (more.length > 0 || seat === undefined) return null;
  const tiles = parseTiles(body.replace('+', ''));
  if (tiles === null) return null;
  const kind = kindOf(tiles, body.includes('+'), round);
  return kind === null ? null : { kind, tiles: sorted(tiles), from: seat };
}

function codesOf(text: string): string {
  return [...text.replace(/[\ufe0e\ufe0f]/g, '')].map((sign) => TILE_OF_GLYPH.get(sign) ?? sign).join('');
}

/** The hand that a line shows, or null where only the engine can say what is meant. */
export function parseHand(line: string): Hand | null {
  const hand: Hand = { concealed: [], groups: [], winning: null, flowers: [] };
  const text = codesOf(line);
  const pieces = text.match(/\[[^\][()]*\]|\([^\][()]*\)|\+|[^\][()+]+/g) ?? [];
  if (pieces.join('') !== text) return null;
  let plus = false;
  for (const piece of pieces) {
    if (piece.startsWith('[') || piece.startsWith('(')) {
      const group = parseGroup(piece.slice(1, -1), piece.startsWith('('));
      if (group === null) return null;
      hand.groups.push(group);
    } else if (piece === '+') {
      if (plus) return null;
      plus = true;
    } else {
      const tiles = parseTiles(piece);
      if (tiles === null) return null;
      for (const tile of tiles) {
        if (isFlower(tile)) hand.flowers.push(tile);
        else if (!plus) hand.concealed.push(tile);
        else if (hand.winning === null) hand.winning = tile;
        else return null;
      }
    }
  }
  return hand;
}

/** How many places of the hand are filled: a group is three whatever its kind. */
export function sizeOf(hand: Hand): number {
  return hand.concealed.length + 3 * hand.groups.length + (hand.winning === null ? 0 : 1);
}

/** Every copy that the hand holds, declared groups and flowers included. */
export function copiesOf(hand: Hand): Map<string, number> {
  const copies = new Map<string, number>();
  const all = [...hand.concealed, ...hand.groups.flatMap((group) => group.tiles), ...hand.flowers];
  if (hand.winning !== null) all.push(hand.winning);
  for (const tile of all) copies.set(tile, (copies.get(tile) ?? 0) + 1);
  return copies;
}
