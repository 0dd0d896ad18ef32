import type { Server } from 'node:http'
import type { Socket } from 'node:net'

const SWEEP_MS = 100
/** Otherwise a request that never ends would keep the server running for ever. */
const PATIENCE_MS = 10_000

/**
 * Browsers open connections that they may never use. Node does not count one that has sent nothing as idle: it would keep the
 * server running until the patience ends.
 */
function trackUnused(server: Server): () => void {
  const open = new Set<Socket>()
  server.on('connection', (socket) => {
    open.add(socket)
    socket.once('close', () => open.delete(socket))
  })
  return () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy()
  }
}

/**
 * Calls in flight are answered when the server closes. Their connections, kept alive by the browser, would then keep the server
 * running until the keep-alive timeout, so idle ones are closed until none is left.
 */
export function gracefulClose(server: Server): () => Promise<void> {
  const closeUnused = trackUnused(server)
  return async () => {
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      closeUnused()
    }, SWEEP_MS)
    const lastResort = setTimeout(() => server.closeAllConnections(), PATIENCE_MS)
    // One that never listened says so at once.
    await new Promise((closed) => server.close(closed))
    clearInterval(sweep)
    clearTimeout(lastResort)
  }
}
