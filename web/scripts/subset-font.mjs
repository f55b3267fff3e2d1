// Cuts the tile font down to the 42 mahjong tiles. Its licence goes into licences.txt.
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import subsetFont from 'subset-font';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const fontsource = dirname(createRequire(import.meta.url).resolve('@fontsource/noto-sans-symbols-2/package.json'));
const original = await readFile(join(fontsource, 'files', 'noto-sans-symbols-2-symbols-400-normal.woff2'));

// U+1F000…U+1F029 are the 42 tiles; U+FE0E asks for the text form of the red dragon.
const tiles = Array.from({ length: 42 }, (_, index) => String.fromCodePoint(0x1f000 + index)).join('');
const subset = await subsetFont(original, `${tiles}\ufe0e`, {
  targetFormat: 'woff2',
  noHinting: true,
  noLayoutClosure: true,
  dropTables: ['GPOS', 'GSUB', 'gasp'],
});

await mkdir(join(root, 'src', 'generated'), { recursive: true });
await writeFile(join(root, 'src', 'generated', 'tiles.woff2'), subset);
console.log(`tiles.woff2: ${subset.length} bytes, 42 tiles`);
