import type { Page } from '@playwright/test'
import { untilAppRuns } from '../support/app-running'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { foundTeam } from '../support/teams'
import { withoutStream } from '../support/without-stream'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

/** What the first contentful paint showed. */
interface FirstPaint {
  /** Set by the page's first frame with content. */
  readonly at?: number
  readonly code?: boolean
  readonly text?: string
  readonly shift: number
}

async function watchFirstPaint(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const seen: Record<string, unknown> = { shift: 0 }
    Object.assign(window, { firstPaint: seen })
    // The frame that is painted first, looked at before it is. On a busy machine one may come before the parser is at the code,
    // or only after the app has put its own card in the place of the kept one.
    const look = () => {
      const root = document.getElementById('root')
      const code = root?.querySelector('svg[role="img"]') ?? null
      const isParsing = document.readyState === 'loading' && code === null
      if (root === null || root.childElementCount === 0 || isParsing) {
        requestAnimationFrame(look)
        return
      }
      Object.assign(seen, { at: performance.now(), code: code?.checkVisibility() === true, text: root.innerText })
    }
    requestAnimationFrame(look)
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        if ('value' in entry && 'hadRecentInput' in entry && !entry.hadRecentInput) {
          seen.shift = Number(seen.shift) + Number(entry.value)
        }
      }
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

async function firstPaint(page: Page): Promise<FirstPaint> {
  const seen = await page.waitForFunction(() => {
    const { firstPaint } = window as unknown as { firstPaint: FirstPaint }
    return firstPaint.at === undefined ? null : firstPaint
  })
  // `waitForFunction` ends with something that is not null.
  return (await seen.jsonValue()) as FirstPaint
}

/** The stored card as the worker finds it; null if there is none. */
async function readKept(page: Page): Promise<Record<string, unknown> | null> {
  return await page.evaluate(async () => {
    const stored = await caches.match('/geek-kept-screen')
    return stored === undefined ? null : ((await stored.json()) as Record<string, unknown>)
  })
}

async function changeKept(page: Page, change: Record<string, unknown>): Promise<void> {
  await page.evaluate(async (changed) => {
    const cache = await caches.open('geek-kept-screen')
    const stored: unknown = await (await cache.match('/geek-kept-screen'))?.json()
    await cache.put('/geek-kept-screen', Response.json({ ...(stored as object), ...changed }))
  }, change)
}

async function openKeptCard(page: Page, people: Parameters<typeof foundTeam>[1], name: string): Promise<void> {
  await foundTeam(page, people, name)
  await waitUntilAppIsCached(page)
  await page.reload()
  await expect(page.getByRole('img', { name: new RegExp(name) })).toBeVisible()
  await waitUntilDataIsStored(page, new RegExp(name))
  await expect.poll(async () => String((await readKept(page))?.html)).toContain(name)
  await watchFirstPaint(page)
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
  const online = await firstPaint(page)
  expect(online.code).toBe(true)
  expect(online.shift).toBeLessThan(0.01)

  await context.setOffline(true)
  for (const path of ['/player', '/']) {
    await page.goto(path)
    await untilAppRuns(page)
    await expect(page.getByText('Niste povezani.')).toBeVisible()
    const seen = await firstPaint(page)
    expect(seen.code, path).toBe(true)
    expect(seen.text).toContain('Prvi Pogled')
    expect(seen.text).toMatch(/Stanje u \d\d:\d\d\./)
    await expect(code).toBeVisible()
  }

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
    const seen = await firstPaint(page)
    expect([seen.code, seen.text], Object.keys(change)[0]).toEqual([false, 'Učitavanje…'])
    await changeKept(page, kept ?? {})
  }
})

test('fault 62: points that came since are on the card that is kept next; a kept card goes with the team, and with the sign-out', async ({
  page,
  people,
  phone,
}) => {
  await openKeptCard(page, people, 'Bivši Tim')
  const { user } = await callAs(page, 'currentUser', {})
  const booth = await phone()
  await people.signIn(booth, 'iva')
  await callAs(booth, 'awardPoints', { team_id: user.team?.team_id ?? '', point_type: 'pobjeda' })
  await page.reload()
  await expect.poll(async () => String((await readKept(page))?.html)).toMatch(/>25</)

  await callAs(page, 'removePlayer', { player_id: user.id })
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  await expect.poll(() => readKept(page)).toBeNull()
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  expect((await firstPaint(page)).text).not.toContain('Bivši Tim')

  await callAs(page, 'createTeam', { team_name: 'Odlazak' })
  await page.reload()
  await expect(page.getByRole('img', { name: /Odlazak/ })).toBeVisible()
  await expect.poll(async () => String((await readKept(page))?.html)).toContain('Odlazak')
  await page.getByRole('button', { name: /Izbornik|Račun/ }).click()
  await page.getByRole('menuitem', { name: 'Odjava' }).click()
  await expect(page.getByRole('heading', { name: /Dobrodošli/ })).toBeVisible()
  expect(await page.evaluate(() => caches.has('geek-kept-screen'))).toBe(false)
  await page.goto('/')
  await expect(page.getByRole('heading', { name: /Dobrodošli/ })).toBeVisible()
  expect((await firstPaint(page)).text).not.toContain('Odlazak')
})
