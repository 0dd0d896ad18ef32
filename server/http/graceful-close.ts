import type { FastifyInstance } from 'fastify'

const SWEEP_MS = 100
/** A request that never ends would otherwise keep the server for ever. */
const PATIENCE_MS = 10_000

/**
 * A call that is under way when the server closes is answered; its connection, kept alive by the browser, would then
 * keep the server from ending for as long as the keep-alive lasts. So idle ones are closed until none is left.
 */
export function registerGracefulClose(app: FastifyInstance): void {
  app.addHook('preClose', async () => {
    const sweep = setInterval(() => app.server.closeIdleConnections(), SWEEP_MS)
    const lastResort = setTimeout(() => app.server.closeAllConnections(), PATIENCE_MS)
    const rest = () => {
      clearInterval(sweep)
      clearTimeout(lastResort)
    }
    // A server that never listened never closes either.
    if (app.server.listening) app.server.once('close', rest)
    else rest()
  })
}
