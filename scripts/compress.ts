import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { brotliCompressSync, constants, gzipSync } from 'node:zlib'

const WORTH_IT_BYTES = 500
/** Not index.html: the server fills it in and compresses it itself. */
const COMPRESSIBLE = /^app-shell\.html$|\.(js|json|css|svg|wasm|webmanifest)$/

/** Writes a .br and a .gz next to each text file of a build, so that the server need not compress. */
export function compress(directory: string): void {
  for (const name of readdirSync(directory, { recursive: true, encoding: 'utf8' })) {
    if (!COMPRESSIBLE.test(name)) continue
    const file = join(directory, name)
    const source = readFileSync(file)
    if (source.length < WORTH_IT_BYTES) continue
    const params = { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY }
    writeFileSync(`${file}.br`, brotliCompressSync(source, { params }))
    writeFileSync(`${file}.gz`, gzipSync(source, { level: 9 }))
  }
}
