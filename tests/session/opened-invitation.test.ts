import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUserQuery } from '../../src/api/queries'
import {
  forgetInvitation,
  openedInvitation,
  requireInvitation,
  storeInvitation,
} from '../../src/session/opened-invitation'
import { createFakeStorage } from '../offline/fake-storage'

const queryClient = new QueryClient()
queryClient.setQueryData(currentUserQuery().queryKey, null)
const visitor = { queryClient, accountReady: Promise.resolve() }

/** The path to which the guard leads. */
async function ledTo(href: string): Promise<unknown> {
  try {
    return await requireInvitation(visitor, href)
  } catch (thrown) {
    return isRedirect(thrown) ? thrown.options : thrown
  }
}

beforeEach(() => {
  vi.useRealTimers()
  vi.stubGlobal('window', {})
  vi.stubGlobal('localStorage', createFakeStorage())
  forgetInvitation()
})

describe('rule 4: an opened invitation', () => {
  test('in the page’s address is read once, and a visitor is led to sign in for it', async () => {
    vi.stubGlobal('window', { invitationInAddress: 'c.d' })
    expect(await ledTo('/t/t1')).toMatchObject({ to: '/login', search: { redirect: '/t/t1' } })
    expect(openedInvitation('t1')).toMatchObject({ token: 'c.d', by: 'address' })
    expect(openedInvitation('t2')).toBeNull()
    forgetInvitation()
    // Without a token the address is a team's code.
    expect(await ledTo('/t/t1')).toMatchObject({ to: '/qr/$qrSlug', params: { qrSlug: 't1' } })
  })

  test('waits half an hour, or without storage as long as the page lives', () => {
    vi.useFakeTimers()
    storeInvitation('t1', 'a.b', 'scanner')
    vi.advanceTimersByTime(29 * 60_000)
    expect(openedInvitation('t1')).not.toBeNull()
    vi.advanceTimersByTime(60_000)
    expect(openedInvitation('t1')).toBeNull()
    vi.stubGlobal('localStorage', null)
    storeInvitation('t1', 'e.f', 'scanner')
    expect(openedInvitation('t1')).toMatchObject({ token: 'e.f', by: 'scanner' })
  })

  test('waits as long as the page lives if storage is full, and replaces the one stored before', () => {
    const storage = createFakeStorage()
    vi.stubGlobal('localStorage', storage)
    storeInvitation('t1', 'a.b', 'scanner')
    storage.setItem = () => {
      throw new DOMException('no room', 'QuotaExceededError')
    }
    storeInvitation('t2', 'c.d', 'scanner')
    expect([openedInvitation('t1'), openedInvitation('t2')]).toMatchObject([null, { token: 'c.d' }])
    forgetInvitation()
    expect([openedInvitation('t1'), openedInvitation('t2')]).toEqual([null, null])
  })
})
