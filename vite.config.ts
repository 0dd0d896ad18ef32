import { fileURLToPath } from 'node:url'
import tailwind from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { API_PATH, PROTOCOL_HEADER, PROTOCOL_VERSION } from './contract/protocol.ts'
import { asServed } from './scripts/as-served.ts'
import { BUILD_TARGET } from './scripts/browser-floor.ts'
import { CHUNKS } from './scripts/chunks.ts'
import { compileHints } from './scripts/compile-hints.ts'
import { buildVersion } from './scripts/current-build.ts'
import { expectedHashes } from './scripts/expected-hashes.ts'
import { guide } from './scripts/guide.ts'
import { pageContract } from './scripts/page-contract.ts'
import { appShell, pageShell } from './scripts/page-shell.tsx'
import { prerender } from './scripts/prerender.ts'
import { shorten } from './scripts/shorten.ts'
import { themeColor } from './scripts/theme-colors.ts'
import { tooOldScript } from './scripts/too-old.ts'
import { browserTexts } from './texts/common.ts'

/**
 * The server of `npm start`. The proxy keeps the browser's Host header, which the server compares
 * with the request's Origin.
 */
const API_IN_DEVELOPMENT = { target: 'http://127.0.0.1:8080', changeOrigin: false }

/** The app's replacement for Lucide's `createLucideIcon`. */
const LUCIDE_ICON = fileURLToPath(new URL('src/ui/lucide-icon.ts', import.meta.url))

/**
 * Fills in what the page needs before the app's code runs: the build's version, the API's path and
 * protocol, the theme's colours, and the words for browsers that are too old or run no scripts.
 */
const headValues: Plugin = {
  name: 'head-values',
  transformIndexHtml: (html, { server }) => ({
    tags: [tooOldScript],
    html: html
      .replaceAll('%VERSION%', server === undefined ? buildVersion() : 'development')
      .replaceAll('%API_PATH%', API_PATH)
      .replaceAll('%PROTOCOL_HEADER%', PROTOCOL_HEADER)
      .replaceAll('%PROTOCOL_VERSION%', String(PROTOCOL_VERSION))
      .replaceAll('%SKY%', themeColor('dark', 'sky'))
      .replaceAll('%LIGHT_SKY%', themeColor('light', 'sky'))
      .replace('%NO_SCRIPTS%', browserTexts.noScripts),
  }),
}

/**
 * Drops unused schemas from a bundle even if they are made from `entries` of other schemas: reading
 * a property has no effect anywhere in this code.
 */
const TREESHAKE = { propertyReadSideEffects: false } as const

/**
 * Builds the worker as one file. vite-plugin-pwa 2.0.0 asks for one file by an option that rolldown
 * has renamed, and every build warned of it: once the plugin uses the new name, remove
 * `outputOptions`.
 */
const workerInOneFile: Plugin = {
  name: 'worker-in-one-file',
  options: (options) => ({ ...options, treeshake: TREESHAKE }),
  outputOptions({ inlineDynamicImports: _renamed, ...options }) {
    return { ...options, codeSplitting: false }
  },
}

const hashes = expectedHashes()
/**
 * The worker. Its name can never change, because installed apps look for updates under it. The
 * build writes into it the list of the files that it keeps for a start without a network.
 */
const serviceWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    // Other code writes the manifest (scripts/as-served.ts) and registers the worker.
    manifest: false,
    injectRegister: false,
    injectManifest: {
      buildPlugins: { vite: [workerInOneFile, pageContract()] },
      // Leave out the Vietnamese letters, which no text has, and the control room, which players
      // never open and which works only with a network.
      globIgnores: ['**/*vietnamese*', '**/organiser-*'],
      globPatterns: [
        'app-shell.html',
        'screens/*.json',
        'assets/**/*.{js,css,woff2,wasm}',
        '*.svg',
      ],
      maximumFileSizeToCacheInBytes: 3_000_000,
      manifestTransforms: [hashes.addHashes],
    },
  })

export default defineConfig({
  plugins: [
    react({ jsxImportSource: '#jsx' }),
    tailwind(),
    guide(),
    pageContract(),
    headValues,
    asServed(),
    pageShell(),
    appShell(),
    prerender(),
    shorten(),
    compileHints(),
    hashes.plugin,
    serviceWorker(),
  ],
  resolve: {
    alias: [
      // React has the hook itself; the replacement for React 17 is not needed.
      {
        find: 'use-sync-external-store/shim/with-selector',
        replacement: 'use-sync-external-store/with-selector',
      },
      { find: /^\.\.\/createLucideIcon\.mjs$/, replacement: LUCIDE_ICON },
    ],
  },
  build: {
    target: BUILD_TARGET,
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      treeshake: TREESHAKE,
      // Whoever starts the server needs no warning that plugins are slow on a busy machine.
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: { port: 5173, proxy: { [API_PATH]: API_IN_DEVELOPMENT } },
})
