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

/** Keeps the host that the browser asked for, which the server compares with the request's Origin. */
const API_IN_DEVELOPMENT = { target: 'http://127.0.0.1:8080', changeOrigin: false }

/** The app's own function in the place of Lucide's. */
const LUCIDE_ICON = fileURLToPath(new URL('src/ui/lucide-icon.ts', import.meta.url))

/** The build's version, the theme's colours and what unsuitable browsers read in the page's head, where the app's own code cannot put them. */
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

/** Schemas that a bundle does not use leave it also where they are made of others' entries: no property here does more than hold a value. */
const TREESHAKE = { propertyReadSideEffects: false } as const

/**
 * vite-plugin-pwa 2.0.0 asks for one file by an option that rolldown has renamed, and every build warned of it.
 * Remove this when the plugin uses the new name.
 */
const workerInOneFile: Plugin = {
  name: 'worker-in-one-file',
  options: (options) => ({ ...options, treeshake: TREESHAKE }),
  outputOptions({ inlineDynamicImports: _renamed, ...options }) {
    return { ...options, codeSplitting: false }
  },
}

/** The worker, under a name that can never change. Its own build lists the files that it keeps for a start without a network. */
const hashes = expectedHashes()
const serviceWorker = () =>
  VitePWA({
    strategies: 'injectManifest',
    srcDir: 'sw',
    filename: 'sw.ts',
    // The page's manifest has a module of its own, and so has the registration.
    manifest: false,
    injectRegister: false,
    injectManifest: {
      buildPlugins: { vite: [workerInOneFile, pageContract()] },
      // Letters that no Croatian text has, and the control room, which works with a network only and which players never open.
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
    // A busy machine is no reason to warn whoever starts the server.
    rolldownOptions: {
      treeshake: TREESHAKE,
      checks: { bundlerTimings: false },
      output: { codeSplitting: { groups: CHUNKS } },
    },
  },
  server: { port: 5173, proxy: { [API_PATH]: API_IN_DEVELOPMENT } },
})
