import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type CallName, findCall } from '#contract/calls'
import { LIVE_PATH } from '#contract/live'
import { API_PATH } from '#contract/protocol'
import { listenOnFreePort } from '../../../scripts/free-port'
import { type Answer, type Fault, faults, portalPage } from './faults'

const PORTAL_PATH = '/captive-portal'

/** A call as seen by the proxy. A call with several awards is listed as one 'awardPoints' per award. */
export interface SeenCall {
  readonly name: CallName | null
  readonly fields: Readonly<Record<string, string>>
  /**
   * The server's result, whether or not the phone received it: OK, OK duplicate, or the KO code.
   * Null if the server never received the call, or died.
   */
  serverSaid: string | null
}

/** The target of a fault: calls of one kind (awards by default; 'awardPoints' also matches calls with several), or files by their path. */
interface InjectOn {
  readonly call?: CallName | 'any'
  readonly file?: RegExp
  /** How many times the fault happens; without limit by default. */
  readonly times?: number
}

/** A reverse proxy between all phones and the server that injects faults. */
export type FaultProxy = Awaited<ReturnType<typeof startFaultProxy>>

interface Injected {
  readonly fault: Fault
  readonly target: CallName | 'any' | RegExp
  left: number
}

async function readBody(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

interface Said {
  readonly status: string
  readonly code?: string
  readonly duplicate?: boolean
  /** The response to a call with several awards. */
  readonly results?: readonly Said[]
}

function summary({ status, code, duplicate }: Said): string {
  if (status !== 'OK') return code ?? status
  return duplicate === true ? 'OK duplicate' : 'OK'
}

/** The server's result for the award at this index, or for the call as a whole. */
function saidOf(answer: Answer, index: number): string {
  if (!String(answer.headers['content-type']).includes('json')) return `HTTP ${answer.status}`
  const said = JSON.parse(answer.body.toString()) as Said
  return summary(said.results?.[index] ?? said)
}

function readCalls(url: URL, body: Buffer): Pick<SeenCall, 'name' | 'fields'>[] {
  const fields = Object.fromEntries(new URLSearchParams(body.toString()))
  const { searchParams: query } = url
  const name = findCall(query.get('action') ?? undefined, query.get('option') ?? undefined, fields)
  if (name !== 'awardMany') return [{ name, fields }]
  const awards = JSON.parse(fields.awards ?? '[]') as Record<string, string>[]
  return awards.map((award) => ({ name: 'awardPoints', fields: award }))
}

function reply(response: ServerResponse, { status, headers, body }: Answer): void {
  // Headers for length and connection apply to one hop only, so drop them.
  const {
    connection: _ended,
    'keep-alive': _kept,
    'transfer-encoding': _chunked,
    ...others
  } = headers
  response.writeHead(status, { ...others, 'content-length': body.length }).end(body)
}

/** Starts a proxy without a server, because the server needs the proxy's address first. */
export async function startFaultProxy() {
  let serverUrl = ''
  let filesUrl: string | null = null
  let injected: Injected[] = []
  let seen: SeenCall[] = []

  async function forward(incoming: IncomingMessage, body: Buffer, to: string): Promise<Answer> {
    // Request it uncompressed and unconditionally, because the proxy may change the response.
    const {
      'accept-encoding': _compressed,
      'if-none-match': _known,
      'if-modified-since': _old,
      ...headers
    } = incoming.headers
    const outgoing = request(new URL(incoming.url ?? '/', to), {
      method: incoming.method,
      headers: { ...headers, connection: 'close' },
      agent: false,
    })
    outgoing.end(body)
    const [answer] = (await once(outgoing, 'response')) as [IncomingMessage]
    return { status: answer.statusCode ?? 0, headers: answer.headers, body: await readBody(answer) }
  }

  /** Returns the fault whose target this is, and counts it as used once. */
  function take(isMet: (target: Injected['target']) => boolean): Fault {
    const met = injected.findLast(({ target, left }) => left > 0 && isMet(target))
    if (met === undefined) return faults.none
    met.left -= 1
    return met.fault
  }

  async function serve(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = await readBody(incoming)
    const url = new URL(incoming.url ?? '/', 'http://proxy.invalid')
    if (url.pathname === PORTAL_PATH) return reply(response, portalPage)
    // Refuse the stream, because faults are injected into regular readings, which a phone with a
    // stream does not make.
    if (url.pathname === LIVE_PATH) return void incoming.socket.destroy()

    const isFile = url.pathname !== API_PATH
    const sent = isFile ? [] : readCalls(url, body)
    const calls = sent.map((call): SeenCall => ({ ...call, serverSaid: null }))
    seen.push(...calls)
    const fault = take((target) =>
      target instanceof RegExp
        ? isFile && target.test(url.pathname)
        : !isFile && (target === 'any' || target === calls[0]?.name),
    )
    await fault({
      async forward() {
        const answer = await forward(incoming, body, isFile ? (filesUrl ?? serverUrl) : serverUrl)
        for (const [index, call] of calls.entries()) call.serverSaid = saidOf(answer, index)
        return answer
      },
      reply: (answer) => reply(response, answer),
      replyHalf({ status, headers, body: whole }) {
        response.writeHead(status, {
          'content-type': String(headers['content-type']),
          'content-length': whole.length,
        })
        response.write(whole.subarray(0, whole.length / 2), () => incoming.socket.destroy())
      },
      cut: () => void incoming.socket.destroy(),
    })
  }

  // If the server is down, the connection is closed, as it would be without a proxy.
  const server = createServer(
    (incoming, response) => void serve(incoming, response).catch(() => incoming.socket.destroy()),
  )
  // One call per connection: on a reused connection browsers silently retry a cut call, and the app
  // would not notice the fault.
  server.maxRequestsPerSocket = 1
  const port = await listenOnFreePort(server)

  /** Injects a fault; the latest injected wins. Returns a function that removes it. */
  function inject(
    fault: Fault,
    { call = 'awardPoints', file, times = Number.POSITIVE_INFINITY }: InjectOn = {},
  ): () => void {
    const one: Injected = { fault, target: file ?? call, left: times }
    injected.push(one)
    return () => {
      injected = injected.filter((other) => other !== one)
    }
  }

  return {
    /** The proxy's address, without a slash at the end. */
    url: `http://localhost:${port}`,
    /** A captive portal's page, on another origin than the app. */
    portalUrl: `http://127.0.0.1:${port}${PORTAL_PATH}`,
    forwardTo(url: string) {
      serverUrl = url
    },
    inject,
    /**
     * From now on serves the page and files from another server, as after an upgrade; API calls
     * still go to the first server.
     */
    forwardFilesTo(url: string) {
      filesUrl = url
    },
    /**
     * Cuts every connection, as when the server or the network is gone. Returns a function that
     * ends the outage.
     */
    goDown(): () => void {
      const ends = [
        inject(faults.cutBefore, { call: 'any' }),
        inject(faults.cutBefore, { file: /./ }),
      ]
      return () => {
        for (const end of ends) end()
      }
    },
    /** Calls of one kind since `reset`, in order of arrival. */
    calls: (name: CallName | 'any'): readonly SeenCall[] =>
      seen.filter((call) => name === 'any' || call.name === name),
    /** Removes all faults and forgets the calls seen. */
    reset() {
      injected = []
      filesUrl = null
      seen = []
    },
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
