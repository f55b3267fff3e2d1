import { svelte } from '@sveltejs/vite-plugin-svelte';
import { VitePWA } from 'vite-plugin-pwa';
import type { Plugin } from 'vite';
import { defineConfig } from 'vitest/config';

/** Asks for the app's chunk and styles from the page itself, beside the small entry that fetches the words. */
const preloadApp: Plugin = {
  name: 'preload-app',
  transformIndexHtml: {
    order: 'post',
    handler(_html, { bundle }) {
      const app = Object.values(bundle ?? {}).find((chunk) => chunk.type === 'chunk' && chunk.name === 'start');
      if (app?.type !== 'chunk') return [];
      const styles = [...(app.viteMetadata?.importedCss ?? [])];
      return [
        { tag: 'link', attrs: { rel: 'modulepreload', href: `/${app.fileName}` }, injectTo: 'head' as const },
        ...styles.map((href) => ({
          tag: 'link',
          attrs: { rel: 'stylesheet', href: `/${href}` },
          injectTo: 'head' as const,
        })),
      ];
    },
  },
};

export default defineConfig({
  build: {
    outDir: '../src/sikwu/server/app',
    emptyOutDir: true,
    target: 'es2022',
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
