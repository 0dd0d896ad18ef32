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
  test('that the page was opened with is read once; a visitor signs in for it', async () => {
    vi.stubGlobal('window', { invitationInAddress: 'c.d' })
    expect(await ledTo('/t/t1')).toMatchObject({ to: '/login', search: { redirect: '/t/t1' } })
    expect(openedInvitation('t1')).toMatchObject({ token: 'c.d', by: 'address' })
    expect(openedInvitation('t2')).toBeNull()
    forgetInvitation()
    // Without a token it is a team's code.
    expect(await ledTo('/t/t1')).toMatchObject({ to: '/qr/$qrSlug', params: { qrSlug: 't1' } })
  })

  test('waits half an hour, and where storage is refused as long as the page', () => {
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
})
