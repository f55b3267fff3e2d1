// Fetches a language's words, once. Knows nothing of the screens, so that the words can be on their way before the app is.
import type en from '../words/en.json';
import type { shared } from '../words/en';
import { readStored } from './stored';
import type { Language } from './types';

export type Key = keyof (typeof en)['words'];
/** The words that the command line uses too (seats, tiles, events, reasons) and those whose keys come from data. */
export type Section = keyof typeof shared | 'rules' | 'option' | 'value' | 'code' | 'kind-short';

export interface Words {
  words: Record<Key, string>;
  shared: Partial<Record<Section, Record<string, string>>>;
}

export const LANGUAGES: readonly { key: Language; name: string; tag: string }[] = [
  { key: 'en', name: 'English', tag: 'en' },
  { key: 'zh', name: '中文', tag: 'zh-Hant-HK' },
  { key: 'ko', name: '한국어', tag: 'ko' },
];

const loaders: Record<Language, () => Promise<Words>> = {
  en: () => import('../words/en'),
  zh: () => import('../words/zh'),
  ko: () => import('../words/ko'),
};

const loading = new Map<Language, Promise<Words>>();

export function loadWords(language: Language): Promise<Words> {
  const begun = loading.get(language) ?? loaders[language]();
  loading.set(language, begun);
  // A language that could not be fetched may be asked for again.
  begun.catch(() => loading.delete(language));
  return begun;
}

/** The language chosen on this device, else the browser's first if the app speaks it, else English. */
export function firstLanguage(): Language {
  const chosen = readStored<{ language?: Language | null }>('settings', {}).language;
  const wanted = chosen ?? navigator.languages[0]?.slice(0, 2).toLowerCase();
  return LANGUAGES.find(({ key }) => key === wanted)?.key ?? 'en';
}
