import { readdirSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

const WORTH_IT_BYTES = 500
/** Not index.html: the server fills it in and compresses it itself. */
const COMPRESSIBLE = /^app-shell\.html$|\.(js|json|css|svg|wasm|webmanifest)$/

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } }

async function compressFile(file: string): Promise<void> {
  const source = await readFile(file)
  if (source.length < WORTH_IT_BYTES) return
  await Promise.all([
    promisify(brotliCompress)(source, BROTLI).then((compressed) => writeFile(`${file}.br`, compressed)),
    promisify(gzip)(source, { level: 9 }).then((compressed) => writeFile(`${file}.gz`, compressed)),
  ])
}

/** Writes a .br and a .gz next to each text file of a build, so that the server need not compress. Uses all cores. */
export async function compress(directory: string): Promise<void> {
  const names = readdirSync(directory, { recursive: true, encoding: 'utf8' }).filter((name) => COMPRESSIBLE.test(name))
  await Promise.all(names.map((name) => compressFile(join(directory, name))))
}
