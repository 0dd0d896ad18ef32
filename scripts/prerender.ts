import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Plugin as BundlerPlugin, build } from 'esbuild'
import type { Plugin } from 'vite'
import { type ReadyScreen, SCREENS_FOLDER } from '#contract/page'

/** Folder for the bundle: inside the project, so that the bundle finds its packages. */
const TEMPORARY = 'node_modules/.geekquest'
const PAGE = 'index.html'
const DEADLINE_MS = 60_000

const ENTRY = `
  import { writeFileSync } from 'node:fs'
  import { renderPublicScreens } from './src/public-screens'
  writeFileSync(1, JSON.stringify(await renderPublicScreens(process.argv[2])))
  // The app's channels between tabs would keep the process alive.
  process.exit()`

/** Leaves imports unresolved that only a browser build has; no public screen loads one. */
const browserFiles: BundlerPlugin = {
  name: 'browser-files',
  setup({ onResolve }) {
    onResolve({ filter: /\?|\.md$/ }, ({ path }) => ({ path, external: true }))
  },
}

/**
 * Renders every public screen with the app's routes. Uses a separate process, because the build's
 * configuration can import nothing after it has been loaded.
 */
async function renderPublicScreens(initialTitle: string): Promise<Record<string, ReadyScreen>> {
  mkdirSync(TEMPORARY, { recursive: true })
  const directory = mkdtempSync(resolve(TEMPORARY, 'prerender-'))
  const outfile = join(directory, 'render.mjs')
  try {
    await build({
      stdin: { contents: ENTRY, resolveDir: '.', loader: 'ts' },
      bundle: true,
      platform: 'node',
      format: 'esm',
      packages: 'external',
      jsx: 'automatic',
      jsxImportSource: '#jsx',
      define: { 'import.meta.env.PROD': 'true' },
      plugins: [browserFiles],
      outfile,
      logLevel: 'warning',
    })
    const env = { ...process.env, NODE_ENV: 'production' }
    return JSON.parse(
      execFileSync(process.execPath, [outfile, initialTitle], {
        encoding: 'utf8',
        env,
        timeout: DEADLINE_MS,
      }),
    )
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/** Writes the public screens beside the page, for the server and the worker to put into it. */
export function prerender(): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle[PAGE]
        const title =
          page?.type === 'asset'
            ? /<title>(.*?)<\/title>/s.exec(String(page.source))?.[1]
            : undefined
        if (title === undefined) throw new Error(`${PAGE} has no title`)
        for (const [file, screen] of Object.entries(await renderPublicScreens(title))) {
          this.emitFile({
            type: 'asset',
            fileName: `${SCREENS_FOLDER}/${file}.json`,
            source: JSON.stringify(screen),
          })
        }
      },
    },
  }
}
