import { afterEach, expect, test, vi } from 'vitest'
import { currentUser } from '#contract/calls/sign-in'
import { WAITING_HEADER } from '#contract/protocol'
import { call } from '../../src/api/call'
import { isReportOutdated, reportWaiting } from '../../src/api/connection'

afterEach(() => {
  vi.unstubAllGlobals()
  reportWaiting(null)
})

test('a reported number of waiting awards is outdated once fewer wait, until another call reports it', async () => {
  const told: (string | null)[] = []
  vi.stubGlobal('fetch', async (_url: string, { headers }: RequestInit) => {
    told.push(new Headers(headers).get(WAITING_HEADER))
    throw new TypeError('Failed to fetch')
  })
  const ask = () => call(currentUser, {}).catch(() => undefined)
  await ask()
  expect(isReportOutdated()).toBe(false)
  reportWaiting(2)
  expect(isReportOutdated()).toBe(false)
  await ask()
  expect(isReportOutdated()).toBe(false)
  reportWaiting(0)
  expect(isReportOutdated()).toBe(true)
  await ask()
  expect(isReportOutdated()).toBe(false)
  expect(told).toEqual([null, '2', '0'])
})
