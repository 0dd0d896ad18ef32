import type { Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { callAs } from '../support/call-as'
import { expect, test, withoutStream } from '../support/journey'
import { movesOf, watchMoves } from '../support/moves'
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

/** Stops pages opened from now on from storing their screen, so that only the test changes it. */
async function keepNothingMore(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const { put } = Cache.prototype
    Cache.prototype.put = async function (this: Cache, request, response) {
      if (request !== '/geek-kept-screen' || response.headers.has('test'))
        await put.call(this, request, response)
    }
  })
}

async function changeKept(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.evaluate(async (changed) => {
    const cache = await caches.open('geek-kept-screen')
    const stored: unknown = await (await cache.match('/geek-kept-screen'))?.json()
    await cache.put(
      '/geek-kept-screen',
      Response.json({ ...(stored as object), ...changed }, { headers: { test: '' } }),
    )
  }, change)
}

async function openKeptCard(
  page: Page,
  people: Parameters<typeof foundTeam>[1],
  name: string,
): Promise<void> {
  await foundTeam(page, people, name)
  await waitUntilAppIsCached(page)
  await page.reload()
  await expect(page.getByRole('img', { name: new RegExp(name) })).toBeVisible()
  await waitUntilDataIsStored(page, new RegExp(name))
  // The app keeps the card at once when it goes into the background.
  await showPage(page, 'hidden')
  await expect.poll(async () => String((await readKept(page))?.html)).toContain(name)
  await watchPaints(page)
}

test('the first paint shows a kept card, unless it is of another account or build, or too old', async ({
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
  expect(online.first.hasCode).toBe(true)

  await context.setOffline(true)
  for (const path of ['/player', '/']) {
    await page.goto(path)
    await untilAppRuns(page)
    await expect(
      page.getByText(/^Niste povezani\. Prikazano je stanje od \d\d:\d\d\.$/),
    ).toBeVisible()
    const { first: seen } = await paintsOf(page)
    expect(seen.hasCode, path).toBe(true)
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
  // The worker caches all screens, so even one that was never opened works.
  await page.goto('/uvijeti')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await context.setOffline(false)
  await page.goto('/player')
  await expect(page.getByText(/^Niste povezani/)).toBeHidden()
})

test('fault 62: a kept card has the newest points, and is gone after losing the team or signing out', async ({
  page,
  people,
  context,
}) => {
  await openKeptCard(page, people, 'Bivši Tim')
  const { user } = await callAs(page, 'currentUser', {})
  await callAs(await people.staff('iva'), 'awardPoints', {
    team_id: user.team?.team_id ?? '',
    point_type: 'pobjeda',
  })
  await page.reload()
  await expect.poll(async () => String((await readKept(page))?.html)).toMatch(/>25</)

  // End the session only on the server; the same account may return.
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
  await expect.poll(() => page.evaluate(() => caches.has('geek-kept-screen'))).toBe(false)
  await waitUntilDataIsStored(page, /^\[\]$/)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /Dobrodošli/ })).toBeVisible()
  expect((await paintsOf(page)).first.text).not.toContain('Odlazak')
  await people.signUp(page, 'drugi')
  await page.goto('/player')
  await expect(page.getByRole('button', { name: 'Osnuj tim' })).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Odlazak')
})

test('a kept board shows its teams before any script, and a tap on it counts', async ({
  page,
  people,
  context,
}) => {
  await withoutStream(context)
  const { team_id } = await people.captain('Zadnji Posluženi')
  await people.openBoard(page, 'iva')
  await callAs(page, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await waitUntilAppIsCached(page)
  await page.reload()
  await expect(page.getByText('Sve je upisano')).toBeVisible()
  await expect(page.getByRole('link', { name: /Zadnji Posluženi/ })).toBeVisible()
  await waitUntilDataIsStored(page, /Zadnji Posluženi/)
  await showPage(page, 'hidden')
  await expect.poll(async () => String((await readKept(page))?.html)).toContain('Zadnji Posluženi')
  await watchPaints(page)
  await keepNothingMore(page)

  const kept = page.locator('[data-screen=kept]')
  await page.goto('/vendor', { waitUntil: 'networkidle' })
  await untilAppRuns(page)
  const online = await paintsOf(page)
  expect(online.keptFrames).toBeGreaterThan(0)
  expect(online.first.text).toMatch(/Stanje u \d\d:\d\d\..*Zadnji Posluženi/s)
  expect(online.first.text).toContain('Sudjelovanje')
  expect(online.first.text).toContain('Sve je upisano')

  // If the outbox has changed since the board was kept, the board says nothing of it until it is
  // read.
  await changeKept(page, { pending: 'one-more waits' })
  await page.goto('/vendor')
  await untilAppRuns(page)
  const changed = await paintsOf(page)
  expect(changed.first.text).toContain('Zadnji Posluženi')
  expect(changed.first.text).not.toContain('Sve je upisano')
  await expect(page.getByText('Sve je upisano')).toBeVisible()

  // Another account, booth or build never sees the kept board.
  for (const change of [
    { account: 'somebody-else' },
    { script: '/assets/index-older.js' },
    { path: '/vendor/dodjele' },
  ]) {
    const before = await readKept(page)
    await changeKept(page, change)
    await page.goto('/vendor')
    await expect(page.getByRole('link', { name: /Zadnji Posluženi/ })).toBeVisible()
    expect((await paintsOf(page)).keptFrames, Object.keys(change)[0]).toBe(0)
    await changeKept(page, before ?? {})
  }

  // A touch before the scripts run presses the control once they do, and what it opened stays open.
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.querySelector<HTMLElement>('[data-screen=kept] summary')?.click()
      document
        .querySelector<HTMLElement>('[data-screen=kept] section button[aria-haspopup=dialog]')
        ?.click()
    })
  })
  await page.goto('/vendor')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.locator('details').getByText('Kvizionica')).toBeVisible()
  await expect(kept).toHaveCount(0)
})

test('a tap on a kept award page, before any script runs, gives one award', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain('Rani Dodir')
  await people.openBoard(page, 'iva')
  await waitUntilAppIsCached(page)
  await page.goto(`/qr/${team_id}`)
  const button = page.getByRole('button', { name: /^Sudjelovanje/ })
  await expect(button).toBeEnabled()
  await waitUntilDataIsStored(page, /checkCooldown/)
  await showPage(page, 'hidden')
  const isKept = () =>
    page.evaluate(async () => (await caches.match('/geek-kept-screen/award')) !== undefined)
  await expect.poll(isKept).toBe(true)
  await watchPaints(page)
  await page.goto(`/qr/${team_id}`)
  await untilAppRuns(page)
  await expect(button).toBeEnabled()
  const untouched = await paintsOf(page)
  expect(untouched.keptFrames).toBeGreaterThan(0)
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const buttons = [
        ...document.querySelectorAll<HTMLElement>('[data-screen=kept] [data-points]'),
      ]
      buttons.find(({ textContent }) => textContent.includes('Sudjelovanje'))?.click()
    })
  })
  await page.goto(`/qr/${team_id}`)
  await expect(page.getByText(/Upisano/).first()).toBeVisible()
  const { first } = await paintsOf(page)
  expect(first.text).toContain('Rani Dodir')
  expect(first.text).toContain('Sudjelovanje')
  expect(first.text).not.toContain('Upisano')
  const { awards } = await callAs(page, 'listAwards', {})
  expect(awards.filter((award) => award.team_id === team_id)).toHaveLength(1)
})

/** The addresses of the screens that a phone keeps. */
async function keptPaths(page: Page): Promise<string[]> {
  return await page.evaluate(async () => {
    const found: string[] = []
    for (const key of ['/geek-kept-screen', '/geek-kept-screen/award']) {
      const stored = await caches.match(key)
      if (stored !== undefined) found.push(((await stored.json()) as { path: string }).path)
    }
    return found
  })
}

const PHONES = [
  { width: 320, height: 568 },
  { width: 412, height: 839 },
]
/**
 * After this many frames, the page shows the answers of an idle network and the parts that it
 * renders after the first view.
 */
const SETTLED_FRAMES = 30

/**
 * Opens a kept screen on each phone in each theme, by one address each, and expects that nothing
 * moves when the real screen replaces it.
 */
async function expectStill(page: Page, inDark: string, inLight: string): Promise<void> {
  await watchMoves(page)
  for (const [theme, path] of [
    ['dark', inDark],
    ['light', inLight],
  ] as const) {
    await page.evaluate((chosen) => localStorage.setItem('geek-theme', chosen), theme)
    for (const phone of PHONES) {
      await page.setViewportSize(phone)
      await page.goto(path, { waitUntil: 'networkidle' })
      await untilAppRuns(page)
      await expect(page.locator('html[data-theme=light]')).toHaveCount(theme === 'light' ? 1 : 0)
      await expect.poll(async () => (await movesOf(page)).ownFrames).toBeGreaterThan(SETTLED_FRAMES)
      const { keptFrames, watched, moved } = await movesOf(page)
      const state = `${path}, ${theme}, ${phone.width} px`
      expect.soft(keptFrames, state).toBeGreaterThan(0)
      expect.soft(watched, state).toBeGreaterThan(5)
      expect.soft(moved, state).toEqual([])
    }
  }
}

test('no frame moves anything between a kept card, board or award page and the real one', async ({
  page,
  people,
  context,
  phone,
}) => {
  await withoutStream(context)
  await openKeptCard(page, people, 'Mirni Tim')
  // The installed app starts at '/'.
  await expectStill(page, '/player', '/')

  const { team_id } = await people.captain('Mirna Posada')
  const booth = await phone()
  await withoutStream(booth.context())
  await people.openBoard(booth, 'iva')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await waitUntilAppIsCached(booth)
  for (const [path, shown, inLight] of [
    ['/vendor', 'link', '/'],
    [`/qr/${team_id}`, 'heading', `/qr/${team_id}`],
  ] as const) {
    await booth.goto(path)
    await expect(booth.getByRole(shown, { name: /Mirna Posada/ })).toBeVisible()
    await waitUntilDataIsStored(booth, /Mirna Posada/)
    await showPage(booth, 'hidden')
    await expect.poll(() => keptPaths(booth)).toContain(path)
    await expectStill(booth, path, inLight)
  }
})
