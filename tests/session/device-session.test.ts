import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LocalStorage } from '#lib/local-storage'
import { endMarkedSession } from '../../src/api/call'
import { readDeviceSession, writeDeviceSession } from '../../src/api/device-session'
import { createFakeStorage } from '../offline/fake-storage'

const SIGNED_IN = { is: 'signed-in', userId: 'ana' } as const
const SIGNING_OUT = { is: 'signing-out', userId: 'ana' } as const
let storage: LocalStorage

beforeEach(() => {
  storage = createFakeStorage()
  vi.stubGlobal('localStorage', storage)
})
afterEach(() => vi.unstubAllGlobals())

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
