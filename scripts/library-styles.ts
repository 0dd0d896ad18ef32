import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'

/** The style that the toast library adds to the page at run time, so that the server can allow it. */
export function libraryStyles(): string[] {
  const source = readFileSync(
    createRequire(import.meta.url)
      .resolve('sonner')
      .replace(/index\.js$/, 'index.mjs'),
    'utf8',
  )
  const found = [...source.matchAll(/^__insertCSS\((".*")\);?$/gm)].map(([, text = '']) => String(JSON.parse(text)))
  if (found.length !== 1) throw new Error('sonner no longer adds its style as before; see contentSecurityPolicy in server/http')
  return found
}
