import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PATH } from '#contract/protocol'
import { TransportRefusal } from '../refusal'
import { PAGE_FILE, pageSender, type SendPage } from './page'

const YEAR_S = 365 * 24 * 3600

/** Built files with a content hash in their name are cached for ever; others are revalidated. */
function cacheControl(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache'
}

/** Screens whose last path segment is an id or a token, which may contain a dot. */
const SCREEN_WITH_ID = /^\/(l|s|qr)\//

function isMissingFile(path: string): boolean {
  return !SCREEN_WITH_ID.test(path) && /\.[^/]*$/.test(path)
}

/** Serves the built app's files, and its page at `/`. Returns the function that sends the page for any screen. */
export async function registerWebApp(app: FastifyInstance, directory: string, html: string): Promise<SendPage> {
  const sendPage = pageSender(html, directory)
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    // One route per built file, so that the paths of screens are not looked up on disk.
    wildcard: false,
    globIgnore: [`${PAGE_FILE}*`],
    preCompressed: true,
    cacheControl: false,
    // Only the ETag identifies a file: a captive portal's response in the browser's cache may have a later date than ours.
    lastModified: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
  })
  app.get('/', async (request, reply) => sendPage(request, reply))
  // Workers of earlier versions request the page that they cache by this name.
  app.get(`/${PAGE_FILE}`, async (request, reply) => sendPage(request, reply))
  return sendPage
}

/** Handles paths without a route or file: the app's page for screens, else a KO. */
export function answerUnknownPath(sendPage: SendPage | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path === API_PATH || path.startsWith(`${API_PATH}/`) || sendPage === null) throw new TransportRefusal('NOT_FOUND')
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new TransportRefusal('METHOD_NOT_ALLOWED')
    if (isMissingFile(path)) throw new TransportRefusal('NOT_FOUND')
    return sendPage(request, reply)
  }
}
