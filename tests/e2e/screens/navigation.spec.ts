import type { Page } from '@playwright/test'
import { isCall } from '../support/answers'
import { untilAppRuns } from '../support/app-running'
import { expect, test, withoutStream } from '../support/journey'

const FREE_TAG = 'tim-slobodan'

/** Collects the actions of the API calls that the page makes from now on. */
function followCalls(page: Page): string[] {
  const calls: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (pathname === '/api') calls.push(searchParams.get('action') ?? '')
  })
  return calls
}

/** Makes the router preload a path, as hovering over a link to it would; no screen has a link to these paths. */
async function pointAt(page: Page, place: string): Promise<void> {
  await page.evaluate((to) => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: { preloadRoute(to: object): Promise<unknown> } }
    return router.preloadRoute({ to }).then(() => undefined)
  }, place)
}

test('hovering over or touching a link to a tag performs no scan, and opening it does', async ({ page, people }) => {
  await withoutStream(page.context())
  await people.signUp(page, 'igrac')
  await page.goto('/player')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.waitForLoadState('networkidle')
  const calls = followCalls(page)
  await pointAt(page, `/s/${FREE_TAG}`)
  expect(calls).not.toContain('scan')
  await expect(page).toHaveURL('/player')
  const scan = page.waitForRequest((request) => isCall('scan')(new URL(request.url())))
  await page.goto(`/s/${FREE_TAG}`)
  await scan
})

test('what a visitor’s page preloads is not opened: a sign-in link is neither kept nor used, a guarded path makes no call and is no return path', async ({
  page,
}) => {
  await withoutStream(page.context())
  await page.goto('/')
  // Who is signed in has been asked by then.
  await untilAppRuns(page)
  await page.waitForLoadState('networkidle')
  const calls = followCalls(page)
  await pointAt(page, '/l/u-netko/najtajniji-token')
  // Its page opens only if a link was kept; otherwise the start page opens.
  await page.evaluate(() => {
    const { __TSR_ROUTER__: router } = window as unknown as { __TSR_ROUTER__: { navigate(to: object): Promise<void> } }
    return router.navigate({ to: '/l' })
  })
  await expect(page).toHaveURL('/')
  await expect(page.getByRole('link', { name: 'Prijava / Registracija' })).toBeVisible()
  await pointAt(page, '/qr/neki-tim')
  expect(calls).toEqual([])
  expect(await page.evaluate(() => localStorage.getItem('geek-return'))).toBeNull()
  await page.goto('/qr/neki-tim')
  await expect(page, 'the path is stored').toHaveURL(/\/auth\/login\?redirect=/)
})
