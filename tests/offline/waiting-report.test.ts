import { afterEach, expect, test, vi } from 'vitest'
import { currentUser } from '#contract/calls/sign-in'
import { WAITING_HEADER } from '#contract/protocol'
import { call } from '../../src/api/call'
import { isReportOutdated, reportWaiting } from '../../src/api/connection'
import { waitingToReport } from '../../src/features/outbox/outbox-sync'
import { newEntry, REFUSED } from './entries'

vi.mock('../../src/offline/page-outbox', () => ({}))

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

test('fault 18: who left the booth reports their awards until the last outcome is seen', () => {
  const read = { storage: 'read' } as const
  const refused = newEntry({ awardId: 'refused', refusal: REFUSED })
  expect(waitingToReport(false, { ...read, entries: [newEntry(), refused] })).toBe(1)
  expect(waitingToReport(false, { ...read, entries: [refused] })).toBe(0)
  expect(waitingToReport(false, { ...read, entries: [] })).toBeNull()
  // This page has reported before.
  expect(waitingToReport(true, { ...read, entries: [] })).toBe(0)
  expect(waitingToReport(true, { storage: 'unreadable', entries: [newEntry()] })).toBeNull()
})
