import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Logger } from 'pino'
import { API_PATH } from '#contract/protocol'
import { TransportRefusal } from '../refusal'
import { asRefusal, sendKo } from './answers'
import { logFailure } from './log'

/** Answers a request, or throws a refusal. */
export type Answerer = (request: IncomingMessage, response: ServerResponse) => void | Promise<void>

/** An answerer by its method and path (`GET /health`), or by a path for all methods that the path has no other for. */
export type Routes = readonly (readonly [route: string, Answerer])[]

/** The routes of something that is only read. */
export function reading(path: string, answer: Answerer): Routes {
  return [
    [`GET ${path}`, answer],
    [`HEAD ${path}`, answer],
  ]
}

/** The decoded path of a URL, which a proxy may have sent whole; as it is where it cannot be decoded. */
function pathOf(url: string): string {
  const end = url.indexOf('?')
  const path = (end === -1 ? url : url.slice(0, end)).replace(/^https?:\/\/[^/]*/i, '')
  try {
    return decodeURI(path)
  } catch {
    return path
  }
}

/** Screens whose last path segment is an id or a token, which may contain a dot. */
const SCREEN_WITH_ID = /^\/+(d|l|s|t|qr)\//i

function isMissingFile(path: string): boolean {
  return !SCREEN_WITH_ID.test(path) && /\.[^/]*$/.test(path)
}

interface Surroundings {
  readonly securityHeaders: Readonly<Record<string, string>>
  /** Sends the app's page; null if the server has none. */
  readonly sendPage: Answerer | null
  readonly log: Logger
  readonly now: () => number
}

/** Answers each request by its route. Paths without one are screens of the app, which get its page, or get a KO. */
export function createListener(routes: Routes, { securityHeaders, sendPage, log, now }: Surroundings): RequestListener {
  const table = new Map(routes)
  const answerCall = table.get(`POST ${API_PATH}`)
  const headers = new Headers(securityHeaders)

  function findScreen(path: string, method: string): Answerer {
    if (path === API_PATH || path.startsWith(`${API_PATH}/`) || sendPage === null) throw new TransportRefusal('NOT_FOUND')
    if (method !== 'GET' && method !== 'HEAD') throw new TransportRefusal('METHOD_NOT_ALLOWED')
    if (isMissingFile(path)) throw new TransportRefusal('NOT_FOUND')
    return sendPage
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method = '', url = '' } = request
    const path = pathOf(url)
    const route = table.get(`${method} ${path}`) ?? table.get(path)
    // A call writes them itself, as constants, which is faster.
    if (route !== answerCall) response.setHeaders(headers)
    try {
      await (route ?? findScreen(path, method))(request, response)
    } catch (reason) {
      const refusal = asRefusal(reason)
      if (refusal.code === 'INTERNAL') logFailure(log, reason)
      // Part of a file may have been sent.
      if (response.headersSent) response.destroy()
      else sendKo(response, refusal, now())
    }
  }

  return (request, response) => void answer(request, response)
}
