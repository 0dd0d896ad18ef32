import { QueryClient } from '@tanstack/react-query'
import { isRedirect } from '@tanstack/react-router'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { User } from '#contract/entities'
import { currentUserQuery } from '../../src/api/queries'
import { confirmLostBooth } from '../../src/session/current-user'
import { requireRole, requireUser, requireVisitor } from '../../src/session/guards'
import { createFakeStorage } from '../offline/fake-storage'
import { userOf } from '../support/entities'

const player = userOf()
const staff = userOf({ vendor_id: 'arkade' })
const organiser = userOf({ organiser: true })

const stored = new Map<string, string>()
beforeEach(() => {
  stored.clear()
  vi.stubGlobal('localStorage', createFakeStorage(stored))
})
afterEach(() => vi.unstubAllGlobals())

/** The context of guards with this account signed in, or nobody. */
function contextOf(user: User | null) {
  const queryClient = new QueryClient({ defaultOptions: { queries: { staleTime: Infinity } } })
  queryClient.setQueryData(currentUserQuery().queryKey, user)
  return { queryClient, accountReady: Promise.resolve() }
}

/** The path to which a guard leads; null if it lets the visitor pass. */
async function ledTo(guard: () => unknown): Promise<string | null> {
  try {
    await guard()
    return null
  } catch (reason) {
    if (!isRedirect(reason)) throw reason
    return reason.options.href ?? String(reason.options.to)
  }
}

test.each([
  ['a player', player, '/player', ['player']],
  ['a booth’s staff', staff, '/vendor', ['vendor']],
  ['an organiser', organiser, '/organizator', ['organiser']],
] as const)('the screens of other roles lead %s home', async (_who, user, home, own) => {
  for (const role of ['player', 'vendor', 'organiser'] as const) {
    const isOwn = own.some((one) => one === role)
    expect(await ledTo(() => requireRole(user, role)), role).toBe(isOwn ? null : home)
  }
  expect(await ledTo(() => requireRole(user, 'player', 'vendor', 'organiser'))).toBeNull()
})

test('a visitor is led to sign in, and a path that needs a sign-in is remembered', async () => {
  const guard = (path: string) => () => requireUser(contextOf(null), path, false)
  expect(await ledTo(guard('/vendor/oznake'))).toBe('/login')
  expect(stored.get('geek-return')).toContain('"/vendor/oznake"')
  stored.clear()
  expect(await ledTo(guard('//zlo.example/vendor'))).toBe('/login')
  expect(stored.size).toBe(0)
})

test('a signed-in person is led from a visitors’ screen to the remembered path if it is theirs, else home', async () => {
  const guard = (user: User | null, remembered?: string) => () =>
    requireVisitor(contextOf(user), remembered, false)
  expect(await ledTo(guard(null))).toBeNull()
  expect(await ledTo(guard(player))).toBe('/player')
  expect(await ledTo(guard(staff, '/vendor/oznake'))).toBe('/vendor/oznake')
  expect(await ledTo(guard(player, '/vendor/oznake'))).toBe('/player')
  expect(await requireUser(contextOf(staff), '/vendor', false)).toEqual(staff)
})

test('staff who lost their booth are not led on before the server has confirmed it', async () => {
  const fetching = vi.fn(() => Promise.reject(new TypeError('Failed to fetch')))
  vi.stubGlobal('fetch', fetching)
  await expect(confirmLostBooth(contextOf(staff).queryClient, staff)).rejects.toThrow()
  expect(fetching).toHaveBeenCalled()
  fetching.mockClear()
  await confirmLostBooth(contextOf(player).queryClient, player)
  expect(fetching).not.toHaveBeenCalled()
})
