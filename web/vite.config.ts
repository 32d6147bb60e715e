import { fileURLToPath } from 'node:url'
import { svelte, vitePreprocess } from '@sveltejs/vite-plugin-svelte'
import { defineConfig } from 'vitest/config'
import { pack } from './scripts/pack.ts'
import { words } from './src/lib/words/build.ts'

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url))
// Where 'npm run dev' finds a running 'waterhole serve'.
const server = process.env.WATERHOLE_SERVER ?? 'http://127.0.0.1:8400'

// Few files: on a slow network each one costs a way there and back. What every screen shares is one,
// the table is another.
const GROUPS = [
  {
    name: 'shared',
    test: /node_modules\/svelte\/|src\/lib\/(app|cards|look|wire|words)\//,
    priority: 2,
  },
  { name: 'table', test: /src\/lib\/table\//, priority: 1 },
]

export default defineConfig({
  plugins: [words(), svelte({ preprocess: vitePreprocess() }), pack()],
  resolve: { alias: { $lib: here('src/lib'), $locales: here('locales') } },
  build: {
    outDir: here('../src/waterhole/server/site'),
    emptyOutDir: true,
    target: 'es2022',
    cssTarget: ['chrome123', 'safari17.5', 'firefox120'],
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: { output: { codeSplitting: { groups: GROUPS } } },
  },
  server: {
    proxy: {
      '/api': { target: server, changeOrigin: false },
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
    environment: 'node',
    pool: 'threads',
    isolate: false, // each sets the language it reads
    unstubGlobals: true,
  },
})
