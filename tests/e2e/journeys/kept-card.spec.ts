import type { Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { callAs } from '../support/call-as'
import { expect, test, withoutStream } from '../support/journey'
import { showPage } from '../support/nfc-phone'
import { paintsOf, watchPaints } from '../support/paints'
import { chooseInMenu, foundTeam } from '../support/teams'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

/** The stored card as the worker finds it; null if there is none. */
async function readKept(page: Page): Promise<Record<string, unknown> | null> {
  return await page.evaluate(async () => {
    const stored = await caches.match('/geek-kept-screen')
    return stored === undefined ? null : ((await stored.json()) as Record<string, unknown>)
  })
}

/** From the next page on none stores its card, which it would while it is left: only the test changes what is stored. */
async function keepNothingMore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { put } = Cache.prototype
    Cache.prototype.put = async function (this: Cache, request, response) {
      if (request !== '/geek-kept-screen' || response.headers.has('test')) await put.call(this, request, response)
    }
  })
}

async function changeKept(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.evaluate(async (changed) => {
    const cache = await caches.open('geek-kept-screen')
    const stored: unknown = await (await cache.match('/geek-kept-screen'))?.json()
    await cache.put('/geek-kept-screen', Response.json({ ...(stored as object), ...changed }, { headers: { test: '' } }))
  }, change)
}

async function openKeptCard(page: Page, people: Parameters<typeof foundTeam>[1], name: string): Promise<void> {
  await foundTeam(page, people, name)
  await waitUntilAppIsCached(page)
  await page.reload()
  await expect(page.getByRole('img', { name: new RegExp(name) })).toBeVisible()
  await waitUntilDataIsStored(page, new RegExp(name))
  // The card is kept at once when the app goes into the background.
  await showPage(page, 'hidden')
  await expect.poll(async () => String((await readKept(page))?.html)).toContain(name)
  await watchPaints(page)
}

test('a kept card shows itself, its code and its points with the first paint, online and without a network, without a layout shift; one of another account or build, or one too old, never', async ({
  page,
  people,
  context,
}) => {
  await withoutStream(context)
  await openKeptCard(page, people, 'Prvi Pogled')
  const code = page.getByRole('img', { name: /Prvi Pogled/ })
  await page.goto('/player', { waitUntil: 'networkidle' })
  await untilAppRuns(page)
  await expect(code).toBeVisible()
  const online = await paintsOf(page)
  expect(online.first.code).toBe(true)
  expect(online.shift).toBeLessThan(0.01)
  expect(online.first.menuAt).toBe((await page.getByRole('button', { name: /^Račun/ }).boundingBox())?.x)

  await context.setOffline(true)
  for (const path of ['/player', '/']) {
    await page.goto(path)
    await untilAppRuns(page)
    await expect(page.getByText(/^Niste povezani\. Prikazano je stanje od \d\d:\d\d\.$/)).toBeVisible()
    const { first: seen } = await paintsOf(page)
    expect(seen.code, path).toBe(true)
    expect(seen.text).toContain('Prvi Pogled')
    expect(seen.text).toMatch(/Stanje u \d\d:\d\d\./)
    await expect(code).toBeVisible()
  }

  await keepNothingMore(page)
  await page.reload()
  await expect(code).toBeVisible()
  for (const change of [
    { account: 'somebody-else' },
    { script: '/assets/index-older.js' },
    { keptAt: Date.now() - 40 * 24 * 3_600_000 },
    { html: 7 },
  ]) {
    const kept = await readKept(page)
    await changeKept(page, change)
    await page.goto('/player')
    await expect(code).toBeVisible()
    expect((await paintsOf(page)).keptFrames, Object.keys(change)[0]).toBe(0)
    await changeKept(page, kept ?? {})
  }
  // Screens that were never opened work too, because all of them were cached.
  await page.goto('/uvijeti')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(false)
  await page.goto('/player')
  await expect(page.getByText(/^Niste povezani/)).toBeHidden()
})

test('fault 62: points that came since are on the card that is kept next; a kept card goes with the team, and with the sign-out; what was seen outlives the session, not the sign-out', async ({
  page,
  people,
  context,
}) => {
  await openKeptCard(page, people, 'Bivši Tim')
  const { user } = await callAs(page, 'currentUser', {})
  await callAs(await people.staff('iva'), 'awardPoints', { team_id: user.team?.team_id ?? '', point_type: 'pobjeda' })
  await page.reload()
  await expect.poll(async () => String((await readKept(page))?.html)).toMatch(/>25</)

  // A session that ends on the server: the same account may return.
  const cookies = await context.cookies()
  await context.clearCookies()
  await page.reload()
  await expect(page).toHaveURL(/\/auth\/login/)
  await waitUntilDataIsStored(page, /Bivši Tim/)
  await context.addCookies(cookies)

  await callAs(page, 'removePlayer', { player_id: user.id })
  await page.goto('/player')
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await expect.poll(() => readKept(page)).toBeNull()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  expect((await paintsOf(page)).first.text).not.toContain('Bivši Tim')

  await callAs(page, 'createTeam', { team_name: 'Odlazak' })
  await page.reload()
  await expect(page.getByRole('img', { name: /Odlazak/ })).toBeVisible()
  await showPage(page, 'hidden')
  await expect.poll(async () => String((await readKept(page))?.html)).toContain('Odlazak')
  await showPage(page, 'visible')
  await chooseInMenu(page, 'Odjava')
  await expect(page.getByRole('heading', { name: /Dobrodošli/ })).toBeVisible()
  expect(await page.evaluate(() => caches.has('geek-kept-screen'))).toBe(false)
  await waitUntilDataIsStored(page, /^\[\]$/)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /Dobrodošli/ })).toBeVisible()
  expect((await paintsOf(page)).first.text).not.toContain('Odlazak')
  await people.signUp(page, 'drugi')
  await page.goto('/player')
  await expect(page.getByRole('button', { name: 'Osnuj tim' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Odlazak')
})
