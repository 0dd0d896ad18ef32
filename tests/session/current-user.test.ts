import 'fake-indexeddb/auto'
import { setImmediate } from 'node:timers/promises'
import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { readDeviceSession, writeDeviceSession } from '../../src/api/device-session'
import { followAccount, replaceCurrentUser } from '../../src/session/current-user'
import { createFakeStorage } from '../offline/fake-storage'
import { userOf } from '../support/entities'

const user = userOf()
let client: QueryClient

beforeEach(async () => {
  vi.stubGlobal('localStorage', createFakeStorage())
  await writeDeviceSession({ is: 'nobody' })
  client = new QueryClient()
  await followAccount(client, () => undefined).ready
})
afterEach(() => vi.unstubAllGlobals())

/** The stored session after all pending work has run. */
async function settledSession() {
  await setImmediate()
  return await readDeviceSession()
}

test('a sign-in is stored, but a sign-out right after it counts', async () => {
  replaceCurrentUser(client, user)
  expect(await settledSession()).toEqual({ is: 'signed-in', userId: user.id })
  replaceCurrentUser(client, null)
  replaceCurrentUser(client, user)
  expect(await settledSession()).toEqual({ is: 'signed-in', userId: user.id })
  replaceCurrentUser(client, null)
  expect(await settledSession()).toEqual({ is: 'nobody' })
  replaceCurrentUser(client, user)
  replaceCurrentUser(client, null)
  expect(await settledSession()).toEqual({ is: 'nobody' })
})

test('a sign-out marked while a sign-in is being stored remains marked', async () => {
  replaceCurrentUser(client, user)
  const marked = { is: 'signing-out', userId: user.id } as const
  await writeDeviceSession(marked)
  expect(await settledSession()).toEqual(marked)
})
