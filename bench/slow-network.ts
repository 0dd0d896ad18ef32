import { connect, createServer, type Socket } from 'node:net'
import { listenOnFreePort } from '../scripts/free-port'

/** Forwards all bytes in order, delayed by half of `roundTripMs` each way. */
function delay(from: Socket, to: Socket, roundTripMs: number): void {
  from.on('data', (chunk) => setTimeout(() => to.write(chunk), roundTripMs / 2))
  from.on('close', () => setTimeout(() => to.destroy(), roundTripMs / 2))
  from.on('error', () => to.destroy())
}

/** A connection with this latency between phones and a server on this machine, in ms. */
export async function startSlowNetwork(roundTripMs: number) {
  let serverPort = 0
  const sockets = new Set<Socket>()
  const listener = createServer((phone) => {
    const server = connect(serverPort, '127.0.0.1')
    sockets.add(phone)
    phone.setNoDelay()
    server.setNoDelay()
    delay(phone, server, roundTripMs)
    delay(server, phone, roundTripMs)
  })
  const port = await listenOnFreePort(listener)
  return {
    url: `http://localhost:${port}`,
    forwardTo(url: string) {
      serverPort = Number(new URL(url).port)
    },
    stop() {
      for (const socket of sockets) socket.destroy()
      listener.close()
    },
  }
}
