import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { build as buildPage } from 'vite'
import type { BuildInfo } from '#server/build-info'
import { failureText } from '#server/failure'
import { assemble } from './assemble'
import { assertFloor } from './browser-floor'
import { bundleServer } from './bundle-server'
import { buildVersion, currentBuild, directoryOf, putInPlace } from './current-build'

const WORTH_IT_BYTES = 500
/** Excludes files that the server fills in and compresses itself (`server/http/web-app.ts`). */
const COMPRESSIBLE = /^(?!sw\.).*\.(js|css|svg|wasm)$/

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

async function compressFile(file: string): Promise<void> {
  const source = await readFile(file)
  if (source.length < WORTH_IT_BYTES) return
  await Promise.all([
    promisify(brotliCompress)(source, BROTLI).then((compressed) =>
      writeFile(`${file}.br`, compressed),
    ),
    promisify(gzip)(source, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ])
}

/**
 * Writes a .br and a .gz next to each script, style, SVG and WebAssembly file that is not tiny, so
 * that the server need not compress them. Compresses the files in parallel.
 */
async function compress(directory: string): Promise<void> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) =>
    COMPRESSIBLE.test(name),
  )
  await Promise.all(names.map((name) => compressFile(join(directory, name))))
}

/**
 * Returns the style that the toast library adds to the page at run time, for the server to allow
 * it.
 */
function libraryStyles(): string[] {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('sonner')
      .replace(/index\.js$/, 'index.mjs'),
    'utf8',
  )
  const found = [...source.matchAll(/^__insertCSS\((".*")\);?$/gm)].map(([, text = '']) =>
    String(JSON.parse(text)),
  )
  if (found.length !== 1)
    throw new Error(
      'sonner no longer adds its style as before; see contentSecurityPolicy in server/http',
    )
  return found
}

/**
 * Builds page and server into a folder named after the build, which appears only when it is
 * complete.
 */
async function build(): Promise<void> {
  const target = directoryOf(currentBuild())
  const unfinished = `${target}.unfinished-${process.pid}`
  mkdirSync(unfinished, { recursive: true })
  await buildPage({
    configLoader: 'runner',
    logLevel: 'warn',
    build: { outDir: join(unfinished, 'public'), emptyOutDir: true },
  })
  assertFloor(join(unfinished, 'public'))
  await compress(join(unfinished, 'public'))
  // Facts about the page that the server needs.
  const info: BuildInfo = { version: buildVersion(), libraryStyles: libraryStyles() }
  writeFileSync(join(unfinished, 'page.json'), JSON.stringify(info))
  await bundleServer(join(unfinished, 'server'))
  putInPlace(unfinished, target)
}

const [target] = process.argv.slice(2)
try {
  await build()
  if (target !== undefined) assemble(directoryOf(currentBuild()), currentBuild(), target)
} catch (reason) {
  const sentence = failureText(reason)
  if (sentence === null) throw reason
  process.stderr.write(`The app cannot be built. ${sentence}\n`)
  process.exitCode = 1
}
