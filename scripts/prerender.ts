import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type Plugin as BundlerPlugin, build } from 'esbuild'
import type { Plugin, Rolldown } from 'vite'
import { AFTER_PAINT, type ReadyScreen, SCREENS_FOLDER } from '#contract/page'

/** Inside the project, where the bundle finds its packages. */
const TEMPORARY = 'node_modules/.geekquest'
const PAGE = 'index.html'
const DEADLINE_MS = 60_000

const ENTRY = `
  import { writeFileSync } from 'node:fs'
  import { renderPublicScreens } from './src/public-screens'
  writeFileSync(1, JSON.stringify(await renderPublicScreens(process.argv[2])))
  // The app's channels between tabs would keep the process alive.
  process.exit()`

/** Files that only a browser's build has; no public screen loads one. */
const browserFiles: BundlerPlugin = {
  name: 'browser-files',
  setup({ onResolve }) {
    onResolve({ filter: /\?|\.md$/ }, ({ path }) => ({ path, external: true }))
  },
}

/** Renders every public screen with the app's own routes, in a process of its own: the build's configuration can import nothing late. */
async function renderPublicScreens(define: Record<string, string>, initialTitle: string): Promise<Record<string, ReadyScreen>> {
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
      define: { ...define, 'import.meta.env.PROD': 'true' },
      plugins: [browserFiles],
      outfile,
      logLevel: 'warning',
    })
    const env = { ...process.env, NODE_ENV: 'production' }
    return JSON.parse(execFileSync(process.execPath, [outfile, initialTitle], { encoding: 'utf8', env, timeout: DEADLINE_MS }))
  } finally {
    rmSync(directory, { recursive: true, force: true })
  }
}

/**
 * Links to the scripts of the module whose path ends so, which the browser fetches beside the app's first script; without them it would
 * learn of them only from that one.
 */
function scriptLinks(bundle: Rolldown.OutputBundle, path: string): string {
  const chunks = Object.values(bundle).filter((output) => output.type === 'chunk')
  function addWithImports(chunk: Rolldown.OutputChunk | undefined, names: Set<string>): Set<string> {
    if (chunk === undefined || names.has(chunk.fileName)) return names
    names.add(chunk.fileName)
    for (const imported of chunks.filter(({ fileName }) => chunk.imports.includes(fileName))) addWithImports(imported, names)
    return names
  }
  const chunk = chunks.find(({ moduleIds }) => moduleIds.some((id) => id.endsWith(path)))
  if (chunk === undefined) throw new Error(`no script has ${path}`)
  const needed = addWithImports(chunk, new Set())
  const first = addWithImports(
    chunks.find(({ isEntry }) => isEntry),
    new Set(),
  )
  const own = [...needed].filter((name) => !first.has(name))
  return own.map((name) => `<link rel="${AFTER_PAINT}" fetchpriority="low" crossorigin href="/${name}">`).join('')
}

/** Writes the public screens beside the page, for the server and the worker to put into it. */
export function prerender(define: Record<string, string>): Plugin {
  return {
    name: 'prerender',
    apply: 'build',
    generateBundle: {
      order: 'post',
      async handler(_options, bundle) {
        const page = bundle[PAGE]
        const title = page?.type === 'asset' ? /<title>(.*?)<\/title>/s.exec(String(page.source))?.[1] : undefined
        if (title === undefined) throw new Error(`${PAGE} has no title`)
        for (const [file, screen] of Object.entries(await renderPublicScreens(define, title))) {
          const ready: ReadyScreen = { ...screen, html: scriptLinks(bundle, `/${file}-page.tsx`) + screen.html }
          this.emitFile({ type: 'asset', fileName: `${SCREENS_FOLDER}/${file}.json`, source: JSON.stringify(ready) })
        }
      },
    },
  }
}
