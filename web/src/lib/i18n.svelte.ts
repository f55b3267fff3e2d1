// Words in the reader's language. Every word is in words/*.json, none in code.
import type { Language, Names } from './types';
import { LANGUAGES, loadWords, type Key, type Section, type Words } from './words';

export { LANGUAGES, type Key };

let words = $state.raw<Partial<Record<string, string>>>({});
let sections = $state.raw<Words['shared']>({});
let language = $state<Language>('en');

export async function setLanguage(next: Language): Promise<void> {
  ({ words, shared: sections } = await loadWords(next));
  language = next;
  document.documentElement.lang = LANGUAGES.find((each) => each.key === next)?.tag ?? 'en';
}

export function currentLanguage(): Language {
  return language;
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** A word whose key comes from data: the word if there is one, else the key itself in plain letters. */
export function word(section: Section, key: string): string {
  return sections[section]?.[key] ?? words[`${section}.${key}`] ?? key.replaceAll('-', ' ').replaceAll('_', ' ');
}

/** The unit of so many points: another word where there is one of it. */
export function unitOf(unit: string, points: number): string {
  return word(points === 1 ? 'unit' : 'units', unit);
}

/** A word that stands alone: with a capital where the script has them. */
export function sentence(text: string): string {
  return text.charAt(0).toLocaleUpperCase(language) + text.slice(1);
}

export function nameIn(names: Names | undefined, key: string): string {
  return names?.[language] || names?.en || names?.zh || key.replaceAll('-', ' ');
}

export function tileName(tile: string): string {
  return word('tiles', tile);
}

export function tileNames(tiles: readonly string[]): string {
  return tiles.map(tileName).join(', ');
}

export function moment(at: string): string {
  return new Intl.DateTimeFormat(document.documentElement.lang, { dateStyle: 'short', timeStyle: 'medium' }).format(
    new Date(at),
  );
}

export function numeral(value: number): string {
  return new Intl.NumberFormat(language === 'zh' ? 'zh-HK' : language).format(value);
}

/** An amount of money as the service wrote it, with the sign and the point of the reader's language. */
export function money(amount: number | string, currency: string | null | undefined): string {
  const decimals = String(amount).split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(language === 'zh' ? 'zh-HK' : language, {
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
  });
  return `${format.format(Number(amount)).replace('-', '−')} ${currency ?? ''}`.trimEnd();
}

export function signed(value: number): string {
  return value > 0 ? `+${numeral(value)}` : value < 0 ? `−${numeral(-value)}` : '0';
}
