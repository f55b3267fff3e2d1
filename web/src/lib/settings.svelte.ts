// What this device remembers of its owner's taste.
import { setLanguage } from './i18n.svelte';
import { readStored, store } from './stored';
import type { Language, Options } from './types';
import { firstLanguage } from './words';

export type Theme = 'system' | 'light' | 'dark';

interface Settings {
  language: Language | null;
  theme: Theme;
  largeKeys: boolean;
  stayAwake: boolean;
  by: string;
  rules: string;
  options: Record<string, Options>;
}

const FRESH: Settings = {
  language: null,
  theme: 'system',
  largeKeys: false,
  stayAwake: true,
  by: '',
  rules: 'hkma-2023',
  options: {},
};

export const settings = $state<Settings>({ ...FRESH, ...readStored<Partial<Settings>>('settings', {}) });

export function change<Field extends keyof Settings>(field: Field, value: Settings[Field]): void {
  settings[field] = value;
  store('settings', $state.snapshot(settings));
  if (field === 'theme' || field === 'largeKeys') applyLook();
}

export async function chooseLanguage(language: Language): Promise<void> {
  await setLanguage(language);
  change('language', language);
}

export async function startSettings(): Promise<void> {
  applyLook();
  await setLanguage(firstLanguage());
}

export function optionsOf(rules: string): Options {
  return settings.options[rules] ?? {};
}

export function rememberOptions(rules: string, options: Options): void {
  change('options', { ...$state.snapshot(settings.options), [rules]: options });
}

function applyLook(): void {
  const root = document.documentElement;
  if (settings.theme === 'system') delete root.dataset['theme'];
  else root.dataset['theme'] = settings.theme;
  root.classList.toggle('large-keys', settings.largeKeys);
}
