import { createServer, request as forward, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface RecordedRequest {
  readonly path: string
  readonly referer: string | null
}

/** Every request as it went over the wire, between a browser and a server. */
export interface RecordingProxy {
  readonly url: string
  readonly requests: RecordedRequest[]
  stop(): Promise<void>
}

export async function startRecordingProxy(target: string): Promise<RecordingProxy> {
  const { hostname, port } = new URL(target)
  const requests: RecordedRequest[] = []
  const proxy = createServer((incoming: IncomingMessage, outgoing) => {
    requests.push({ path: incoming.url ?? '', referer: incoming.headers.referer ?? null })
    const { method, url: path, headers } = incoming
    const onward = forward({ hostname, port, method, path, headers }, (response) => {
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      response.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  await new Promise<void>((listening) => proxy.listen(0, '127.0.0.1', listening))
  return {
    url: `http://localhost:${(proxy.address() as AddressInfo).port}`,
    requests,
    stop: () =>
      new Promise((closed) => {
        proxy.close(() => closed())
        proxy.closeAllConnections()
      }),
  }
}
