// Words in the reader's language. Every word is in words/*.json, none in code.
import type en from '../words/en.json';
import type shared from '../../../src/sikwu/words/en.json';
import type { Language, Names } from './types';

export type Key = keyof (typeof en)['words'];
/** The words that the command line uses too: seats, tiles, events, reasons. */
type Section = Exclude<keyof typeof shared, 'language' | 'rows' | 'unreviewed'> | 'rules' | 'option' | 'value' | 'code' | 'kind-short';
type Shared = Partial<Record<Section, Record<string, string>>>;

const loaders: Record<Language, () => Promise<[Record<Key, string>, Shared]>> = {
  en: async () => [(await import('../words/en.json')).words, (await import('../../../src/sikwu/words/en.json')).default],
  zh: async () => [(await import('../words/zh.json')).words, (await import('../../../src/sikwu/words/zh.json')).default],
  ko: async () => [(await import('../words/ko.json')).words, (await import('../../../src/sikwu/words/ko.json')).default],
};

export const LANGUAGES: readonly { key: Language; name: string; tag: string }[] = [
  { key: 'en', name: 'English', tag: 'en' },
  { key: 'zh', name: '中文', tag: 'zh-Hant-HK' },
  { key: 'ko', name: '한국어', tag: 'ko' },
];

let words = $state.raw<Partial<Record<string, string>>>({});
let sections = $state.raw<Shared>({});
let language = $state<Language>('en');

export async function setLanguage(next: Language): Promise<void> {
  [words, sections] = await loaders[next]();
  language = next;
  document.documentElement.lang = LANGUAGES.find((each) => each.key === next)?.tag ?? 'en';
}

export function currentLanguage(): Language {
  return language;
}

export function languageOfBrowser(): Language {
  const wanted = navigator.languages.map((tag) => tag.slice(0, 2).toLowerCase());
  return LANGUAGES.map((each) => each.key).find((key) => wanted.includes(key) && wanted[0] === key) ?? 'en';
}

export function t(key: Key, values: Record<string, string | number> = {}): string {
  const text = words[key] ?? key;
  return text.replace(/\{(\w+)\}/g, (hole, name: string) => String(values[name] ?? hole));
}

/** A word whose key comes from data: the word if there is one, else the key itself in plain letters. */
export function word(section: Section, key: string): string {
  return sections[section]?.[key] ?? words[`${section}.${key}`] ?? key.replaceAll('-', ' ').replaceAll('_', ' ');
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

export function numeral(value: number): string {
  return new Intl.NumberFormat(language === 'zh' ? 'zh-HK' : language).format(value);
}

export function signed(value: number): string {
  return value > 0 ? `+${numeral(value)}` : value < 0 ? `−${numeral(-value)}` : '0';
}
