import { randomUUID } from 'node:crypto'
import { request as httpRequest } from 'node:http'
import { request as httpsRequest } from 'node:https'
import * as v from 'valibot'
import { LIVE_PATH, liveEvents } from '#contract/live'
import { SESSION_COOKIE } from '#contract/protocol'

const HTTP_OK = 200

export interface StreamListener {
  opened(): void
  changed(topics: readonly string[]): void
  /** It ended by itself, after it had opened or without. */
  ended(hadOpened: boolean): void
}

/** A phone's live stream. Returns a function that closes it. */
export function openStream(server: URL, session: string, listener: StreamListener): () => void {
  const send = server.protocol === 'https:' ? httpsRequest : httpRequest
  const headers = { cookie: `${SESSION_COOKIE}=${session}`, accept: 'text/event-stream', 'user-agent': 'GeekQuest rehearsal' }
  let [stands, isOver] = [false, false]
  function end(): void {
    if (!isOver) listener.ended(stands)
    isOver = true
  }
  const path = `${LIVE_PATH}?fingerprint=${randomUUID()}`
  // Each in a connection of its own: it stays busy.
  const call = send(new URL(path, server), { agent: false, headers }, (response) => {
    if (response.statusCode !== HTTP_OK) end()
    let rest = ''
    response.setEncoding('utf8')
    response.on('data', (text: string) => {
      const events = (rest + text).split('\n\n')
      rest = events.pop() ?? ''
      for (const event of events) {
        const [, name, data = ''] = /^event: (hello|changed)\ndata: (.*)$/m.exec(event) ?? []
        if (name === 'hello') {
          stands = true
          listener.opened()
        }
        const changed = v.safeParse(liveEvents.changed, data)
        if (name === 'changed' && changed.success) listener.changed(changed.output.of)
      }
    })
    response.on('error', end)
    response.on('close', end)
  })
  call.on('error', end)
  call.end()
  return () => {
    isOver = true
    call.destroy()
  }
}
