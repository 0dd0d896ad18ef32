import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LocalStorage } from '#lib/local-storage'
import { endMarkedSession, signOut } from '../../src/api/call'
import { readDeviceSession, writeDeviceSession } from '../../src/api/device-session'
import { createFakeStorage } from '../offline/fake-storage'

const SIGNED_IN = { is: 'signed-in', userId: 'ana' } as const
const SIGNING_OUT = { is: 'signing-out', userId: 'ana' } as const
let storage: LocalStorage

beforeEach(() => {
  storage = createFakeStorage()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
})

/** The server's answer to each call; `before` runs before it arrives. */
function answerOk(before = () => {}) {
  const server = vi.fn(async (_url: string, _init: { body: URLSearchParams }) => {
    before()
    return Response.json({ status: 'OK', server_time: '2026-05-09T10:00:00.000Z' })
  })
  vi.stubGlobal('fetch', server)
  return server
}

test('a marked sign-out is forgotten once the server knows it', async () => {
  answerOk()
  await writeDeviceSession(SIGNING_OUT)
  await endMarkedSession()
  expect(await readDeviceSession()).toEqual({ is: 'nobody' })
})

test.each([{ is: 'signed-in', userId: 'luka' }, SIGNED_IN])(
  'the end of a marked sign-out leaves a newer sign-in of another tab: %o',
  async (newer) => {
    answerOk(() => storage.setItem('geek-session', JSON.stringify(newer)))
    await writeDeviceSession(SIGNING_OUT)
    await endMarkedSession()
    expect(await readDeviceSession()).toEqual(newer)
  },
)

/** Local storage has no more room, but keeps what it has. */
function fillStorage(): void {
  storage.setItem = () => {
    throw new DOMException('no room', 'QuotaExceededError')
  }
}

test('fault 26: an offline sign-out holds although local storage has no room for it', async () => {
  await writeDeviceSession(SIGNED_IN)
  fillStorage()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await signOut('ana', () => undefined)
  expect(await readDeviceSession()).toEqual(SIGNING_OUT)
  const server = answerOk()
  await endMarkedSession()
  expect(server).toHaveBeenCalledOnce()
  expect(await readDeviceSession()).toEqual({ is: 'nobody' })
})

test('a sign-out runs what must follow it as soon as its mark is stored, even if the server hangs', async () => {
  await writeDeviceSession(SIGNED_IN)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  vi.stubGlobal('fetch', () => new Promise(() => {}))
  const stored: unknown[] = []
  const signingOut = signOut('ana', () => void stored.push(storage.getItem('geek-session')))
  await vi.advanceTimersByTimeAsync(0)
  expect(stored).toEqual([JSON.stringify(SIGNING_OUT)])
  await vi.advanceTimersByTimeAsync(3_000)
  await signingOut
  expect(stored).toHaveLength(1)
})

test('fault 47: a sign-out that neither storage takes in time ends the session on the server', async () => {
  vi.resetModules()
  const { signOut: signOutOfDevice } = await import('../../src/api/call')
  fillStorage()
  // IndexedDB never answers.
  vi.spyOn(indexedDB, 'open').mockReturnValue({} as IDBOpenDBRequest)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const server = answerOk()
  const after = vi.fn()
  const signingOut = signOutOfDevice('ana', after)
  await vi.advanceTimersByTimeAsync(3_000)
  await signingOut
  expect(server).toHaveBeenCalledOnce()
  expect(after).toHaveBeenCalledOnce()
})
