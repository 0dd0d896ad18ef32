import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { currentUserQuery } from '../../src/api/queries'
import { forgetInvitation, keepInvitation, openedInvitation, requireInvitation } from '../../src/session/opened-invitation'

function storage() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const queryClient = new QueryClient()
queryClient.setQueryData(currentUserQuery().queryKey, null)
const visitor = { queryClient, accountReady: Promise.resolve() }

/** Where the guard leads. */
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
  vi.stubGlobal('localStorage', storage())
  forgetInvitation()
})

describe('rule 4: an opened invitation', () => {
  test('that a launch of the installed app brings leaves the address', async () => {
    expect(await ledTo('/t/t1?i=a.b')).toMatchObject({ to: '/t/$team', params: { team: 't1' }, search: {}, replace: true })
    expect(openedInvitation('t1')).toMatchObject({ token: 'a.b' })
    expect(openedInvitation('t2')).toBeNull()
  })

  test('that the page was opened with is read once; a visitor signs in for it', async () => {
    vi.stubGlobal('window', { invitationInAddress: 'c.d' })
    expect(await ledTo('/t/t1')).toMatchObject({ to: '/login', search: { redirect: '/t/t1' } })
    expect(openedInvitation('t1')).toMatchObject({ token: 'c.d' })
    forgetInvitation()
    // Without a token it is a team's code.
    expect(await ledTo('/t/t1')).toMatchObject({ to: '/qr/$qrSlug', params: { qrSlug: 't1' } })
  })

  test('waits half an hour, and where storage is refused as long as the page', () => {
    vi.useFakeTimers()
    keepInvitation('t1', 'a.b')
    vi.advanceTimersByTime(29 * 60_000)
    expect(openedInvitation('t1')).not.toBeNull()
    vi.advanceTimersByTime(60_000)
    expect(openedInvitation('t1')).toBeNull()
    vi.stubGlobal('localStorage', null)
    keepInvitation('t1', 'e.f')
    expect(openedInvitation('t1')).toMatchObject({ token: 'e.f' })
  })
})
