import { fileURLToPath } from 'node:url'
import { compileFunction } from 'node:vm'
import { build } from 'esbuild'
import type { LocalStorage } from '#lib/local-storage'

/** The globals of one page: its own clocks, network, timers and storage. */
export interface PageGlobals {
  readonly fetch: typeof fetch
  readonly setTimeout: (work: () => void, afterMs: number) => number
  readonly clearTimeout: (timer: number) => void
  readonly performance: { readonly now: () => number }
  readonly Date: { readonly now: () => number; readonly parse: typeof Date.parse }
  readonly crypto: { readonly randomUUID: () => string }
  /** The page looks here for features that a browser may lack. */
  readonly globalThis: { readonly localStorage: LocalStorage }
  readonly BroadcastChannel: new () => object
}

export type PageCode = typeof import('./page-modules')

const NAMES = [
  'fetch',
  'setTimeout',
  'clearTimeout',
  'performance',
  'Date',
  'crypto',
  'globalThis',
  'BroadcastChannel',
] as const

/**
 * Bundles the page's modules once. Returns a function that evaluates them for a new page: as in a
 * browser, each page has its own module state, such as the server's time. The contract and its
 * validator have no state and are shared.
 */
export async function loadPageCode(): Promise<(globals: PageGlobals) => PageCode> {
  const { outputFiles, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('./page-modules.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: 'cjs',
    platform: 'neutral',
    // Not `#lib`: each page has its own copy of the server's clock.
    external: ['#contract/*', '#rules/*', '#texts/*', 'valibot'],
    outdir: 'page',
  })
  const [file] = outputFiles
  if (file === undefined) throw new Error('the page has no code')
  const shared = new Map<string, unknown>()
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  for (const { path } of imports) shared.set(path, await import(/* @vite-ignore */ path))
  const require = (name: string): unknown => shared.get(name)
  // Evaluate shared modules only once: doing so per page would cost more than everything else.
  const text = file.text.replaceAll(/__toESM\((require\("[^"]+"\)), 1\)/g, '$1')
  const run = compileFunction(text, ['module', 'require', ...NAMES])

  return (globals) => {
    const module = { exports: {} }
    run(module, require, ...NAMES.map((name) => globals[name]))
    // The bundle exports the exports of its entry.
    return module.exports as PageCode
  }
}
