import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { freePort } from '../../../scripts/free-port'

/** A WebDriver session (https://www.w3.org/TR/webdriver2/). */
export interface WebDriver {
  /** Sends one command of the session and returns its value. Rejects with the driver's error. */
  command(method: 'GET' | 'POST', path: string, body?: object): Promise<unknown>
  end(): Promise<void>
}

/** Starts WebKitGTK's browser with a separate driver, because a driver has only one session. */
export async function startWebDriver(...browserArgs: readonly string[]): Promise<WebDriver> {
  const port = await freePort()
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    stdio: 'ignore',
  })
  const ended = once(driver, 'exit')

  async function send(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method,
      ...(body && { body: JSON.stringify(body) }),
    })
    const { value } = (await answer.json()) as { readonly value: unknown }
    if (!answer.ok) throw new Error(`${method} ${path}: ${JSON.stringify(value)}`)
    return value
  }
  async function untilReady(): Promise<void> {
    while (driver.exitCode === null) {
      const status = await send('GET', '/status').catch(() => null)
      if (status !== null) return
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    throw new Error(`WebKitWebDriver ended with ${driver.exitCode}`)
  }

  await untilReady()
  const options = { binary: process.env.MINIBROWSER_PATH, args: ['--automation', ...browserArgs] }
  const capabilities = { alwaysMatch: { 'webkitgtk:browserOptions': options } }
  const { sessionId } = (await send('POST', '/session', { capabilities })) as {
    readonly sessionId: string
  }
  return {
    command: (method, path, body) => send(method, `/session/${sessionId}${path}`, body),
    async end() {
      await send('DELETE', `/session/${sessionId}`).catch(() => undefined)
      driver.kill()
      await ended
    },
  }
}
