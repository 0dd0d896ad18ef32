import 'fake-indexeddb/auto'
import { QueryClient } from '@tanstack/react-query'
import { IDBFactory } from 'fake-indexeddb'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { OUTPUTS } from '../support/examples'
import { createFakeStorage } from './fake-storage'

const KEY = ['listVendors', {}]
const BOOTHS = OUTPUTS.listVendors
const LIST = ['listTeams', {}]

/** Close the pages of a finished test, which must not write into the storage of the next test. */
const closings: (() => void)[] = []

beforeEach(() => {
  vi.stubGlobal('localStorage', createFakeStorage())
  vi.stubGlobal('indexedDB', new IDBFactory())
})
afterEach(() => {
  for (const close of closings.splice(0)) close()
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** A page with its own modules that follows an account. */
async function openPage(account: string) {
  const window = new EventTarget()
  vi.stubGlobal('window', window)
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('document', new EventTarget())
  vi.resetModules()
  const { createLastSeen } = await import('../../src/offline/last-seen')
  const { eventTimeZone, followTimeZone } = await import('#lib/server-clock')
  const queryClient = new QueryClient()
  const lastSeen = createLastSeen(queryClient)
  closings.push(() => void lastSeen.follow(null))
  return {
    lastSeen,
    followed: lastSeen.follow(account),
    queryClient,
    eventTimeZone,
    followTimeZone,
    seen: () => queryClient.getQueryData(KEY),
    leave: () => window.dispatchEvent(new Event('pagehide')),
  }
}

/** A page that received the booths, and was left before it stored them. */
async function seeAndLeave(account: string): Promise<void> {
  const page = await openPage(account)
  await page.followed
  page.queryClient.setQueryData(KEY, BOOTHS)
  page.leave()
}

test('fault 70: data that a page had no time to write is there when the next one opens', async () => {
  await seeAndLeave('ana')
  const next = await openPage('ana')
  await next.followed
  expect(next.seen()).toEqual(BOOTHS)
})

test('fault 70: if the database does not answer within 1 s, the last data comes from its copy', async () => {
  await seeAndLeave('ana')
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)
  const next = await openPage('ana')
  await vi.advanceTimersByTimeAsync(999)
  expect(next.seen()).toBeUndefined()
  await vi.advanceTimersByTimeAsync(1)
  await next.followed
  expect(next.seen()).toEqual(BOOTHS)
})

test('fault 70: leaving a page copies data that is newer than its last copy, even if no data was added', async () => {
  const page = await openPage('ana')
  await page.followed
  page.queryClient.setQueryData(KEY, OUTPUTS.listVendors)
  page.leave()
  const newer = { vendors: [] }
  page.queryClient.setQueryData(KEY, newer)
  page.leave()
  vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)
  const next = await openPage('ana')
  await next.followed
  expect(next.seen()).toEqual(newer)
})

test('the copy of the last data is read only by its account, and a sign-out deletes it', async () => {
  await seeAndLeave('ana')
  const other = await openPage('iva')
  await other.followed
  expect(other.seen()).toBeUndefined()
  await other.lastSeen.follow(null)

  await seeAndLeave('ana')
  const leaving = await openPage('ana')
  await leaving.lastSeen.forget('ana')
  expect(localStorage.length).toBe(0)
  const again = await openPage('ana')
  await again.followed
  expect(again.seen()).toBeUndefined()
})

test('fault 59: an open page also makes the copy regularly, because a killed page cannot', async () => {
  const page = await openPage('ana')
  await page.followed
  page.queryClient.setQueryData(KEY, BOOTHS)
  await vi.waitFor(() => expect(localStorage.getItem('geek-last-seen')).toContain('listVendors'), {
    timeout: 20_000,
  })
})

test('restored data is refetched, except data for which the server has answered meanwhile', async () => {
  await seeAndLeave('ana')
  const next = await openPage('ana')
  next.queryClient.setQueryData(LIST, OUTPUTS.listTeams)
  await next.followed
  const isStale = (key: readonly unknown[]) => next.queryClient.getQueryState(key)?.isInvalidated
  expect([isStale(KEY), isStale(LIST)]).toEqual([true, false])
})

test('the event’s zone is known at an offline start; a zone that the server has named meanwhile stays', async () => {
  const page = await openPage('ana')
  await page.followed
  page.followTimeZone('America/New_York')
  page.queryClient.setQueryData(KEY, BOOTHS)
  page.leave()
  const next = await openPage('ana')
  expect(next.eventTimeZone()).toBeUndefined()
  await next.followed
  expect(next.eventTimeZone()).toBe('America/New_York')
  const answered = await openPage('ana')
  answered.followTimeZone('Europe/Zagreb')
  await answered.followed
  expect(answered.eventTimeZone()).toBe('Europe/Zagreb')
})
