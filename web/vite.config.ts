import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/**
 * Asks for the app's chunk, its styles and the tile faces from the page itself, beside the small entry that fetches the
 * words: without the faces at hand the first layout searches the device's fonts for forty tiles.
 */
const preloadApp: Plugin = {
  name: 'preload-app',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const chunks = Object.values(bundle ?? {}).filter((file) => file.type === 'chunk');
      const app = chunks.find((chunk) => chunk.name === 'start');
      const needed = chunks.filter(
        (chunk) => (chunk === app || app?.imports.includes(chunk.fileName)) && !html.includes(chunk.fileName),
      );
      const faces = Object.keys(bundle ?? {}).filter((file) => file.endsWith('.woff2'));
      const link = (rel: string, file: string, attrs: Record<string, string> = {}) => ({
        tag: 'link',
        attrs: { rel, href: `/${file}`, ...attrs },
        injectTo: 'head' as const,
      });
      return [
        ...needed.map((chunk) => link('modulepreload', chunk.fileName)),
        ...faces.map((file) => link('preload', file, { as: 'font', type: 'font/woff2', crossorigin: '' })),
      ];
    },
  },
};

export default defineConfig({
  build: {
    outDir: '../src/sikwu/server/app',
    emptyOutDir: true,
    target: 'es2022',
    // One style sheet for all, and no helper that waits for each part's own.
    cssCodeSplit: false,
    modulePreload: false,
    // A data: URL would be inlined into the style sheet, and the service's policy allows fonts from its own files only.
    assetsInlineLimit: 0,
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8000' } },
  test: { include: ['tests/**/*.test.ts'], environment: 'node' },
  plugins: [
    svelte(),
    preloadApp,
    VitePWA({
      registerType: 'autoUpdate',
      injectRegister: null,
      manifest: {
        id: '/',
        name: 'sikwu: mahjong scores',
        short_name: 'sikwu',
        description: 'Score a mahjong hand under the rules people really play, and keep the evening’s ledger.',
        start_url: '/',
        display: 'standalone',
        background_color: '#f6f2e7',
        theme_color: '#0d4f3c',
        categories: ['games', 'utilities'],
        icons: [
          { src: 'icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: 'icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: 'icon-mask-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
      workbox: {
        globPatterns: ['**/*.{html,js,css,woff2,svg,png}'],
        navigateFallback: 'index.html',
        navigateFallbackDenylist: [/^\/api\//],
        runtimeCaching: [
          {
            urlPattern: ({ url, request }) =>
              request.method === 'GET' && /^\/api\/v1\/(rules|events)/.test(url.pathname),
            handler: 'NetworkFirst',
            options: { cacheName: 'rules', networkTimeoutSeconds: 3, expiration: { maxEntries: 40 } },
          },
        ],
      },
    }),
  ],
});
