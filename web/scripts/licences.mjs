// Gathers the licences of what is bundled into the app, since their notices go with every copy.
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const BUNDLED = [
  ['Svelte', 'svelte/LICENSE.md'],
  ['clsx', 'clsx/license'],
  ['esm-env', 'esm-env/LICENSE'],
  ['Workbox', 'workbox-core/LICENSE'],
  ['Noto Sans Symbols 2 (the tile faces)', '@fontsource/noto-sans-symbols-2/LICENSE'],
];

const parts = await Promise.all(
  BUNDLED.map(
    async ([name, file]) => `${name}\n\n${(await readFile(join(root, 'node_modules', file), 'utf8')).trim()}\n`,
  ),
);
await writeFile(join(root, 'public', 'licences.txt'), parts.join(`\n${'-'.repeat(80)}\n\n`));
