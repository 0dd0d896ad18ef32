import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { API_PATH } from '#contract/protocol'
import { TransportRefusal } from '../refusal'

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

/** Serves the built app: its files, and its page for every other address. */
export async function registerWebApp(app: FastifyInstance, directory: string): Promise<void> {
  await app.register(fastifyStatic, {
    root: directory,
    preCompressed: true,
    cacheControl: false,
    setHeaders: (reply, path) => void reply.header('cache-control', cacheControl(path)),
  })
}

/** What no route and no file answers: the app's page for a screen's address, else a KO. */
export function answerUnknownPath(hasWebApp: boolean) {
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?', 1)[0] ?? '/'
    if (path === API_PATH || path.startsWith(`${API_PATH}/`) || !hasWebApp) throw new TransportRefusal('NOT_FOUND')
    if (request.method !== 'GET' && request.method !== 'HEAD') throw new TransportRefusal('METHOD_NOT_ALLOWED')
    if (isMissingFile(path)) throw new TransportRefusal('NOT_FOUND')
    return await reply.sendFile('index.html')
  }
}
