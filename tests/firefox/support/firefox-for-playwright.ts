#!/usr/bin/env -S node --import tsx
/**
 * The executable that Playwright starts as Firefox: the Firefox at FIREFOX_PATH behind a relay of
 * its WebDriver BiDi connection. For every context Playwright sends a command that Firefox 153 does
 * not know, and gives up on Firefox's error, so the relay answers the command itself. Once the
 * oldest Firefox in use knows the command, delete this file and set `executablePath` to Firefox.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { type RawData, WebSocket, WebSocketServer } from 'ws'

const UNKNOWN_COMMAND = 'emulation.setMediaFeaturesOverride'
const READY = /^WebDriver BiDi listening on (ws:\/\/\S+)$/

interface Command {
  readonly id: number
  readonly method: string
}

function textOf(message: RawData): string {
  if (!Buffer.isBuffer(message)) throw new Error('a message came in parts')
  return message.toString()
}

function relay(playwright: WebSocket, firefoxUrl: string): void {
  const firefox = new WebSocket(firefoxUrl)
  const opened = once(firefox, 'open')
  playwright.on('close', () => firefox.close())
  firefox.on('close', () => playwright.close())
  firefox.on('message', (message: RawData) => playwright.send(textOf(message)))
  playwright.on('message', (message: RawData) => {
    const text = textOf(message)
    const { id, method } = JSON.parse(text) as Command
    if (method === UNKNOWN_COMMAND)
      return playwright.send(JSON.stringify({ type: 'success', id, result: {} }))
    void opened.then(() => firefox.send(text))
  })
}

async function serve(firefoxUrl: string): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0 })
  server.on('connection', (playwright, { url }) => relay(playwright, firefoxUrl + (url ?? '')))
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the relay has no port')
  return `ws://127.0.0.1:${address.port}`
}

const firefox = spawn(process.env.FIREFOX_PATH ?? 'firefox', process.argv.slice(2), {
  stdio: ['ignore', 'ignore', 'pipe'],
})
firefox.once('exit', (code) => process.exit(code ?? 1))
for await (const line of createInterface({ input: firefox.stderr })) {
  const firefoxUrl = READY.exec(line)?.[1]
  process.stderr.write(
    `${firefoxUrl === undefined ? line : `WebDriver BiDi listening on ${await serve(firefoxUrl)}`}\n`,
  )
}
