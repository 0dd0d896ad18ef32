import { readdirSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import send from '@fastify/send'
import { TransportRefusal } from '../refusal'
import { chooseEncoding, ENCODINGS } from './answers'
import { PAGE_FILE } from './page'
import { type Answerer, type Routes, reading } from './routes'

const YEAR_S = 365 * 24 * 3600
/** How the build names a file's compressed copies. */
const ENDINGS = { br: '.br', gzip: '.gz', identity: '' } as const

/** Built files with a content hash in their name are cached for ever; others are revalidated. */
function cacheControl(path: string): string {
  return path.startsWith('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache'
}

function contentType(path: string): string {
  const type = send.mime.getType(path) ?? 'application/octet-stream'
  return send.isUtf8MimeType(type) ? `${type}; charset=utf-8` : type
}

function fileSender(directory: string, path: string, files: ReadonlySet<string>): Answerer {
  const encodings = ENCODINGS.filter((encoding) => files.has(path + ENDINGS[encoding]))
  const always = { vary: 'accept-encoding', 'cache-control': cacheControl(path), 'content-type': contentType(path) }
  // Only the ETag identifies a file: a captive portal's response in the browser's cache may have a later date than ours.
  const options = { root: directory, index: false, cacheControl: false, lastModified: false, contentType: false }
  return async (request, response) => {
    const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
    const { type, statusCode, headers, stream } = await send(request, encodeURI(path + ENDINGS[encoding]), options)
    if (statusCode === 416) {
      response.setHeaders(new Headers({ ...headers, 'cache-control': 'no-store', 'content-length': '0' }))
      response.writeHead(416).end()
      return
    }
    if (type !== 'file') throw new TransportRefusal(statusCode === 404 ? 'NOT_FOUND' : 'MALFORMED')
    const encoded = encoding === 'identity' ? {} : { 'content-encoding': encoding }
    response.setHeaders(new Headers({ ...headers, ...always, ...encoded }))
    response.statusCode = statusCode
    await pipeline(stream, response).catch((reason: NodeJS.ErrnoException) => {
      // The browser has hung up, and nobody receives the rest.
      if (reason.code?.startsWith('ERR_STREAM_') !== true) throw reason
    })
  }
}

/** One route per built file, so that the paths of screens are not looked up on disk. */
export function fileRoutes(directory: string): Routes {
  const entries = readdirSync(directory, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile())
  const paths = entries.map(({ parentPath, name }) => `/${relative(directory, join(parentPath, name)).split(sep).join('/')}`)
  const files = new Set(paths.filter((path) => !path.startsWith(`/${PAGE_FILE}`)))
  return [...files].flatMap((path) => reading(path, fileSender(directory, path, files)))
}
