import { expect, test } from 'vitest'
import type { Message } from '#contract/entities'
import { mergedState, newMessageState, openMessages } from '../../src/game/messages'

const NOW = Date.parse('2026-05-09T12:00:00.000Z')
const sent = (message_id: string, minutesAgo: number): Message => ({
  message_id,
  text: message_id,
  to: 'all',
  sent_at: new Date(NOW - minutesAgo * 60_000).toISOString(),
})
const messages = [
  sent('new', 1),
  sent('of this hour', 59),
  sent('older', 61),
  sent('of yesterday', 24 * 60),
]
const ids = (own: Parameters<typeof openMessages>[0]) =>
  openMessages(own, messages).open.map(({ message_id }) => message_id)

test('after the first sign-in only messages of the last hour are shown', () => {
  const state = newMessageState('ana', NOW)
  expect(ids(state)).toEqual(['new', 'of this hour'])
  expect(openMessages(state, messages).unread).toBe(2)
})

test('a message stays on the screen until it is closed; once seen in the list it is not unread', () => {
  const state = newMessageState('ana', NOW)
  expect(ids({ ...state, closed: ['new'] })).toEqual(['of this hour'])
  const read = { ...state, readUntil: NOW - 30 * 60_000 }
  expect(ids(read)).toEqual(['new', 'of this hour'])
  expect(openMessages(read, messages).unread).toBe(1)
})

test('what another tab has closed or read since stays so, unless it is another account’s', () => {
  const desk = { ...newMessageState('ana', NOW), closed: ['new'], readUntil: 5 }
  const stored = { ...desk, closed: ['of this hour'], readUntil: 7 }
  expect(mergedState(desk, stored)).toMatchObject({
    closed: ['new', 'of this hour'],
    readUntil: 7,
  })
  expect(mergedState(desk, { ...stored, account: 'iva' })).toBe(desk)
  expect(mergedState(desk, null)).toBe(desk)
})

test('after the event, messages from before its end are only in the list', () => {
  const state = newMessageState('ana', NOW)
  const { open } = openMessages(state, messages, NOW - 10 * 60_000)
  expect(open.map(({ message_id }) => message_id)).toEqual(['new'])
})
