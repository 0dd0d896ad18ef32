import { MutationObserver } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { noteServerTime, serverNow } from '#lib/server-clock'
import { takeEarlyAnswer } from '../../src/api/queries'
import { createQueryClient } from '../../src/api/query-client'

beforeEach(() => {
  vi.stubGlobal('window', {})
  vi.useFakeTimers()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

const arrived = { response: Response.json({ status: 'OK' }), at: performance.now() }

test('the answer from before the scripts is taken once: what is asked after a change does not get it', async () => {
  window.userAsked = Promise.resolve(arrived)
  expect(await takeEarlyAnswer()).toBe(arrived)
  expect(takeEarlyAnswer()).toBeNull()
})

test('an answer from before a change, or more than 5 s old, is not taken', async () => {
  window.userAsked = Promise.resolve(arrived)
  const change = new MutationObserver(createQueryClient({ toastError: () => {}, onSignedOut: () => {} }), {
    mutationFn: async () => undefined,
  })
  await change.mutate()
  expect(takeEarlyAnswer()).toBeNull()
  window.userAsked = Promise.resolve({ ...arrived, at: performance.now() - 5_000 })
  expect(await takeEarlyAnswer()).toBeNull()
})

test('a question from before the scripts that failed, or has no answer within 5 s, is asked again', async () => {
  window.userAsked = Promise.reject(new Error('no network'))
  expect(await takeEarlyAnswer()).toBeNull()
  window.userAsked = new Promise(() => {})
  const taken = takeEarlyAnswer()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(await taken).toBeNull()
})

test('fault 32: an answer that is read late sets the server’s clock as of its arrival', () => {
  const told = Date.UTC(2026, 8, 1)
  noteServerTime(new Date(told).toISOString(), performance.now() - 3_000)
  expect(serverNow()).toBeCloseTo(told + 3_000, -1)
})
