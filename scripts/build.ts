import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build as bundle } from 'esbuild'
import { build as buildPage } from 'vite'
import type { BuildNotes } from '#server/build-notes'
import { builtIn, namesNobody } from './built-in'
import { compress } from './compress'
import { currentBuild, directoryOf } from './current-build'
import { libraryStyles } from './library-styles'

/** CommonJS packages inside the bundle still need require, __filename and __dirname. */
const COMMONJS_BRIDGE = [
  "import { createRequire as __createRequire } from 'node:module'",
  "import { fileURLToPath as __fileURLToPath } from 'node:url'",
  'const require = __createRequire(import.meta.url)',
  "const __filename = __fileURLToPath(import.meta.url), __dirname = __fileURLToPath(new URL('.', import.meta.url))",
].join(';')

/** Builds page and server into a folder named after the build, which appears only when it is complete. */
async function build(): Promise<void> {
  const target = directoryOf(currentBuild())
  const unfinished = `${target}.unfinished-${process.pid}`
  mkdirSync(dirname(target), { recursive: true })
  await buildPage({ configLoader: 'runner', logLevel: 'warn', build: { outDir: join(unfinished, 'public'), emptyOutDir: true } })
  compress(join(unfinished, 'public'))
  // What the server has to know of the page that it serves.
  const notes: BuildNotes = { contactIsDefault: namesNobody(builtIn(process.env)), libraryStyles: libraryStyles() }
  writeFileSync(join(unfinished, 'page.json'), JSON.stringify(notes))
  await bundle({
    // The command line too: bundled it starts four times faster.
    entryPoints: { main: 'server/main.ts', event: 'server/event/main.ts' },
    outdir: join(unfinished, 'server'),
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node20',
    sourcemap: true,
    external: ['better-sqlite3', 'pg-native'],
    // Bundlers cannot follow the imports of its UMD build (https://github.com/microsoft/node-jsonc-parser/issues/57).
    alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
    banner: { js: COMMONJS_BRIDGE },
    logLevel: 'warning',
  })
  rmSync(target, { recursive: true, force: true })
  renameSync(unfinished, target)
}

await build()
