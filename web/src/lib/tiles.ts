// Tile codes, their pictures and their order. What a tile is worth is the engine's business.

export type Suit = 'm' | 'p' | 's' | 'z' | 'f';

export const SUITS: readonly Suit[] = ['m', 'p', 's', 'z', 'f'];
const SIZES: Record<Suit, number> = { m: 9, p: 9, s: 9, z: 7, f: 8 };

// Unicode has the dragons as red, green, white and puts the bamboo flower before the chrysanthemum.
const HONORS = [0x1f000, 0x1f001, 0x1f002, 0x1f003, 0x1f006, 0x1f005, 0x1f004];
const FLOWERS = [0x1f022, 0x1f023, 0x1f025, 0x1f024, 0x1f026, 0x1f027, 0x1f028, 0x1f029];
const FIRST: Record<'m' | 'p' | 's', number> = { m: 0x1f007, p: 0x1f019, s: 0x1f010 };
const TEXT_FORM = '\ufe0e';

export function tilesOf(suit: Suit): string[] {
  return Array.from({ length: SIZES[suit] }, (_, index) => `${index + 1}${suit}`);
}

export const TILES: readonly string[] = SUITS.flatMap(tilesOf);
const ORDER = new Map(TILES.map((tile, index) => [tile, index]));

export function suitOf(tile: string): Suit {
  return tile.charAt(1) as Suit;
}

export function numberOf(tile: string): number {
  return Number(tile.charAt(0));
}

export function isTile(code: string): boolean {
  return ORDER.has(code);
}

export function isFlower(tile: string): boolean {
  return suitOf(tile) === 'f';
}

export function copiesInSet(tile: string): number {
  return isFlower(tile) ? 1 : 4;
}

export function sorted(tiles: readonly string[]): string[] {
  return [...tiles].sort((one, other) => (ORDER.get(one) ?? 0) - (ORDER.get(other) ?? 0));
}

/** The tile's character, asking for its text form: without that the red dragon comes as an emoji. */
export function glyphOf(tile: string): string {
  const suit = suitOf(tile);
  const index = numberOf(tile) - 1;
  const point = suit === 'z' ? HONORS[index] : suit === 'f' ? FLOWERS[index] : FIRST[suit] + index;
  return String.fromCodePoint(point ?? 0x1f02b) + TEXT_FORM;
}

export const TILE_OF_GLYPH: ReadonlyMap<string, string> = new Map(
  TILES.map((tile) => [glyphOf(tile).replace(TEXT_FORM, ''), tile]),
);
