import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PATH } from '#contract/protocol'
import { TransportRefusal } from '../refusal'
import { PAGE_FILE, pageSenders, type SendPage } from './page'

const YEAR_S = 365 * 24 * 3600

/** The built files whose names carry their content's hash may be kept for ever; the others are asked for again. */
function cacheControl(path: string): string {
  return /[\\/]assets[\\/]/.test(path) ? `public, max-age=${YEAR_S}, immutable` : 'no-cache'
}

/** Screens whose last part is an id or a token, which may well contain a dot. */
const SCREEN_WITH_ID = /^\/(l|s|qr)\//

function isMissingFile(path: string): boolean {
  return !SCREEN_WITH_ID.test(path) && /\.[^/]*$/.test(path)
}

/** Serves the built app's files and its page, which is given, for the landing screen; what it answers sends the page for every other screen. */
export async function registerWebApp(app: FastifyInstance, directory: string, html: string): Promise<SendPage> {
  const page = pageSenders(html)
  await app.register(fastifyStatic, {
    root: directory,
    index: false,
    // A route for each file of the build, so that no screen's address is looked up on the disk.
    wildcard: false,
    globIgnore: [`${PAGE_FILE}*`],
    preCompressed: true,
    cacheControl: false,
    // The ETag alone says whether a browser has the right file. A portal's answer in its cache may bear a later date than ours.
    lastModified: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
  })
  app.get('/', async (request, reply) => page.landing(request, reply))
  // By this name workers of earlier versions ask for the page that they keep.
  app.get(`/${PAGE_FILE}`, async (request, reply) => page.screen(request, reply))
  return page.screen
}

/** What no route and no file answers: the app's page for a screen's address, else a KO. */
export function answerUnknownPath(sendPage: SendPage | null) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path === API_PATH || path.startsWith(`${API_PATH}/`) || sendPage === null) throw new TransportRefusal('NOT_FOUND')
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new TransportRefusal('METHOD_NOT_ALLOWED')
    if (isMissingFile(path)) throw new TransportRefusal('NOT_FOUND')
    return sendPage(request, reply)
  }
}
