import { IncomingMessage, ServerResponse } from 'node:http'
import { Socket } from 'node:net'
import { expect, test } from 'vitest'
import { Stream, topicSet } from '#server/live/stream'

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
