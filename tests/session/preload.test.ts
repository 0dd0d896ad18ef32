import { QueryClient } from '@tanstack/react-query'
import { createMemoryHistory } from '@tanstack/react-router'
import { afterAll, expect, test, vi } from 'vitest'
import { currentUserQuery } from '../../src/api/queries'
import { createAppRouter } from '../../src/router'
import { openedSignInLink } from '../../src/session/opened-address'
import { createFakeStorage } from '../offline/fake-storage'
import { userOf } from '../support/entities'

afterAll(() => vi.unstubAllGlobals())

test.each([
  ['a visitor', null],
  ['a player', userOf()],
])(
  'preloading a screen has no effects for %s: no call, no stored sign-in link, no remembered path',
  async (_who, user) => {
    const fetched = vi.fn()
    vi.stubGlobal('fetch', fetched)
    const stored = new Map<string, string>()
    vi.stubGlobal('localStorage', createFakeStorage(stored))
    const queryClient = new QueryClient()
    queryClient.setQueryData(currentUserQuery().queryKey, user)
    const router = createAppRouter(queryClient, {
      ready: Promise.resolve(),
      forget: async () => undefined,
    })
    router.update({
      ...router.options,
      history: createMemoryHistory({ initialEntries: ['/uvijeti'] }),
    })
    await router.load()
    for (const path of [
      '/s/tim-slobodan',
      '/qr/neki-tim',
      '/t/neki-tim',
      '/l/u-netko/najtajniji-token',
    ]) {
      await router.preloadRoute({ to: path })
    }
    expect(fetched).not.toHaveBeenCalled()
    expect([openedSignInLink.get(), stored.get('geek-return')]).toEqual([null, undefined])
  },
)
