import { expect, test } from 'vitest'
import { createStreamParser } from '../../src/live/run-stream'

const HELLO = 'retry: 2500\nevent: hello\ndata: {"protocol":1}\n\n'

test('an event that arrives in pieces is told once it is whole, with the pause that the server asks for', () => {
  const parser = createStreamParser()
  expect(parser.take(HELLO.slice(0, 20))).toEqual([])
  expect(parser.take(HELLO.slice(20))).toEqual([{ name: 'hello', data: '{"protocol":1}' }])
  expect(parser.retryMs).toBe(2500)
})

test('comments are no events, and several events in one piece keep their order', () => {
  const parser = createStreamParser()
  const told = parser.take(':\n\nevent: changed\ndata: {"of":["team"]}\n\n:\n\nevent: bye\ndata: {}\n\n')
  expect(told.map(({ name }) => name)).toEqual(['changed', 'bye'])
})
