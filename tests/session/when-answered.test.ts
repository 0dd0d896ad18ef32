import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { whenAnswered } from '../../src/api/query-client'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

/** Longer than a look and the page's idle time (ms). */
const SOON_MS = 3_000

function fetchHeld(client: QueryClient, name: string) {
  const answer = Promise.withResolvers<string>()
  void client.fetchQuery({ queryKey: [name], queryFn: () => answer.promise })
  return async () => {
    answer.resolve(name)
    await vi.advanceTimersByTimeAsync(0)
  }
}

test('the worker is registered only after the first screen’s answers, also those that follow from others', async () => {
  const client = new QueryClient()
  const register = vi.fn()
  const answerUser = fetchHeld(client, 'user')
  whenAnswered(client, register)
  await vi.advanceTimersByTimeAsync(SOON_MS)
  await answerUser()
  const answerPoints = fetchHeld(client, 'points')
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect(register).not.toHaveBeenCalled()
  await answerPoints()
  await vi.advanceTimersByTimeAsync(SOON_MS)
  expect(register).toHaveBeenCalledOnce()
})

test('the worker is registered although no answer comes', async () => {
  const client = new QueryClient()
  const register = vi.fn()
  fetchHeld(client, 'user')
  whenAnswered(client, register)
  await vi.advanceTimersByTimeAsync(10_000 + SOON_MS)
  expect(register).toHaveBeenCalledOnce()
})
