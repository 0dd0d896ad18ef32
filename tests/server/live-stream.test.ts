import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { describe, expect, test } from 'vitest'
import { createHub } from '#server/live/hub'
import { type Listener, Stream, topicSet } from '#server/live/stream'
import { useGame } from '../support/use-game'

/** A response whose reader takes nothing until the test says so. */
function slowReader() {
  const written: string[] = []
  const reader = { waiting: 0 }
  const response = new ServerResponse(new IncomingMessage(new Socket()))
  Object.defineProperty(response, 'writableLength', { get: () => reader.waiting })
  response.write = (text: unknown) => written.push(String(text)) > 0
  return { written, response, reader }
}

function greeted() {
  const { written, response, reader } = slowReader()
  const stream = new Stream(response, { is: 'public', addressKey: '' }, 0)
  stream.flush(0, null)
  written.length = 0
  return { stream, written, reader }
}

test('a slow reader costs one number: it hears all it has missed in one event, once it reads again', () => {
  const { stream, written, reader } = greeted()
  reader.waiting = 1_000_000
  for (const topic of ['team', 'ranking', 'team', 'user'] as const) {
    stream.add(topicSet([topic]))
    stream.flush(0, null)
    stream.beat()
  }
  expect(written).toEqual([])
  expect([stream.isStuck(), stream.isStuck(60_000)]).toEqual([true, false])
  reader.waiting = 0
  stream.flush(0, null)
  stream.flush(0, null)
  expect(written).toEqual(['event: changed\ndata: {"of":["user","team","ranking"]}\n\n'])
  expect(stream.isStuck()).toBe(false)
})

test('a stream that is not greeted yet tells nothing: its page reads everything after the greeting', () => {
  const { written, response } = slowReader()
  const stream = new Stream(response, { is: 'public', addressKey: '' }, 0)
  stream.add(topicSet(['ranking']))
  stream.beat()
  stream.flush(0, null)
  stream.flush(0, null)
  expect(written).toHaveLength(1)
  expect(written[0]).toContain('event: hello')
})

/** Opens as many public streams as an address gets. */
function fill(hub: ReturnType<typeof createHub>, addressKey: string): number {
  const listener: Listener = { is: 'public', addressKey }
  let opened = 0
  for (; hub.hasRoomFor(listener); opened++) hub.open(listener, new ServerResponse(new IncomingMessage(new Socket())))
  return opened
}

describe('places of live streams', () => {
  const game = useGame('sqlite')

  test('public streams leave places to accounts, and one address leaves some to others, though a whole hall gets in', () => {
    const hub = createHub({ db: game().db, now: () => 0, expiryNow: () => 0, ledgerId: async () => null })
    const hall = fill(hub, 'hall')
    expect(hall).toBeGreaterThanOrEqual(5_000)
    const others = fill(hub, 'town') + fill(hub, 'country')
    expect(others).toBeGreaterThanOrEqual(hall)
    expect(fill(hub, 'late')).toBe(0)
    const player: Listener = { is: 'account', tokenHash: 'x', userId: 'x' }
    expect(hub.hasRoomFor(player)).toBe(true)
    hub.close()
  })
})
