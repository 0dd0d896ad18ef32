import { once } from 'node:events'
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** A request to a provider. */
export interface ProviderRequest {
  readonly method: string
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

/** An answer as Infobip documents it, no answer at all, or a connection that breaks. */
export type ProviderReply =
  | {
      readonly status: number
      readonly json: unknown
      readonly headers?: Readonly<Record<string, string>>
    }
  | 'silence'
  | 'hang up'

const status = (groupId: number, groupName: string, id: number, name: string) => ({
  groupId,
  groupName,
  id,
  name,
  description: 'As in the documentation',
})

/**
 * An answer with this status of the message:
 * https://www.infobip.com/docs/api/channels/sms/outbound-sms/send-sms-messages
 */
function answerWith(of: ReturnType<typeof status>): ProviderReply {
  return {
    status: 200,
    json: { bulkId: '2034072219640523072', messages: [{ messageId: 'as sent', status: of }] },
  }
}

/** The error of version 3 of the API. */
function errorWith(
  httpStatus: number,
  errorCode: string,
  headers: Readonly<Record<string, string>> = {},
): ProviderReply {
  const json = {
    errorCode,
    description: 'As documented',
    action: 'As documented',
    violations: [],
    resources: [],
  }
  return { status: httpStatus, json, headers }
}

export const INFOBIP = {
  accepted: answerWith(status(1, 'PENDING', 26, 'PENDING_ACCEPTED')),
  noCredit: answerWith(status(5, 'REJECTED', 12, 'REJECTED_NOT_ENOUGH_CREDITS')),
  badNumber: answerWith(status(5, 'REJECTED', 51, 'REJECTED_DESTINATION')),
  unauthorized: errorWith(401, 'E401'),
  invalid: errorWith(400, 'E400'),
  busy: errorWith(429, 'E429', { 'retry-after': '0' }),
  busyForLong: errorWith(429, 'E429', { 'retry-after': '60' }),
  broken: errorWith(500, 'E500'),
} as const

export interface FakeProvider {
  readonly base: URL
  readonly requests: ProviderRequest[]
  /** The next answers in turn; the last one is repeated. */
  answers: ProviderReply[]
  close(): Promise<void>
}

async function readRequest(request: IncomingMessage): Promise<ProviderRequest> {
  let body = ''
  for await (const chunk of request) body += String(chunk)
  return { method: request.method ?? '', path: request.url ?? '', headers: request.headers, body }
}

/** A provider's server on this machine. */
export async function startFakeProvider(): Promise<FakeProvider> {
  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    provider.requests.push(await readRequest(request))
    const reply = provider.answers.length > 1 ? provider.answers.shift() : provider.answers[0]
    if (reply === undefined || reply === 'silence') return
    if (reply === 'hang up') {
      request.socket.destroy()
      return
    }
    response.writeHead(reply.status, { 'content-type': 'application/json', ...reply.headers })
    response.end(JSON.stringify(reply.json))
  }
  const server = createServer((request, response) => void answer(request, response))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const provider: FakeProvider = {
    base: new URL(`http://127.0.0.1:${port}`),
    requests: [],
    answers: [INFOBIP.accepted],
    async close() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  return provider
}
