import { execFileSync } from 'node:child_process'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { JOURNEY_FLAGS } from '../../../scripts/browser-flags'
import { findBrowser } from '../../../scripts/find-browser'
import { test as booth, expect, giveSession, openTeam } from '../support/booth-behind-proxy'
import { backOnline, offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { canMountDisk, mountSmallDisk, type SmallDisk } from '../support/small-disk'
import { waitUntilAppIsCached } from '../support/worker'

const DISK_MB = 120
const BEFORE_FULL = 2

/** A browser's profile has a small disk of its own, where the machine lets us mount one. */
const test = booth.extend<{ disk: SmallDisk }>({
  disk: async ({ browserName: _any }, use) => {
    test.skip(!canMountDisk(), 'only root may mount a small disk')
    const disk = mountSmallDisk(DISK_MB)
    test.skip(disk === null, 'this machine does not let us mount a small disk')
    if (disk === null) return
    await use(disk)
    disk.remove()
  },
})
test.setTimeout(120_000)

async function startBrowser(disk: SmallDisk, url: string): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(`${disk.folder}/profile`, {
    executablePath: findBrowser(),
    args: [...JOURNEY_FLAGS, '--disk-cache-size=1000000'],
    baseURL: url,
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
    // As all journeys: the meteors are drawn by the processor.
    reducedMotion: 'reduce',
  })
}

/** Kills the browser like a phone that runs out of memory: no page gets an event. */
async function killBrowser(disk: SmallDisk, context: BrowserContext): Promise<void> {
  const own = execFileSync('pgrep', ['-f', '--', `--user-data-dir=${disk.folder}/profile`])
    .toString()
    .trim()
    .split('\n')
  for (const id of own) {
    try {
      process.kill(Number(id), 'SIGKILL')
    } catch {
      // The child has already ended with its parent.
    }
  }
  await context.close().catch(() => undefined)
}

/**
 * Gives one award, which no server receives, and returns whether the screen said that it was stored. 'Šalje se' says neither: an
 * award that could not be stored is tried too.
 */
async function giveOne(page: Page): Promise<boolean> {
  await expect(offerButton(page, 'Sudjelovanje')).not.toHaveAttribute('aria-disabled')
  await tap(page)
  let said = ''
  await expect
    .poll(async () => {
      said = await standing(page).innerText()
      return said
    })
    .toMatch(/Čeka slanje|Nije (spremljeno|potvrđeno)/)
  return said.includes('Čeka slanje')
}

test('faults 48 and 59: on a full disk awards are visibly refused; after the browser was killed the app opens without a network with what was seen last, and the waiting awards come back', async ({
  disk,
  team,
  network,
  sessionOf,
}) => {
  let context = await startBrowser(disk, network.url)
  try {
    await giveSession(context, network.url, await sessionOf('iva'))
    const before = await context.newPage()
    await openTeam(before, team)
    await waitUntilAppIsCached(before)
    const clear = network.inject(faults.cutBefore, { call: 'awardPoints' })
    for (let award = 0; award < BEFORE_FULL; award++) expect(await giveOne(before)).toBe(true)
    // Puts local storage on the disk, which Chromium does only 5 s later, and sixty times an hour.
    await context.close()
    context = await startBrowser(disk, network.url)
    await giveSession(context, network.url, await sessionOf('iva'))
    const page = await context.newPage()
    await openTeam(page, team)

    disk.fill()
    // A full disk may have bytes left inside its last blocks; once they are used, awards are visibly refused and staff are warned.
    // A refusal alone proves less: on a busy machine the disk may only have taken longer than the app waits.
    const warning = page.getByText('Na uređaju nema dovoljno mjesta.', { exact: false })
    await expect.poll(async () => !(await giveOne(page)) && (await warning.isVisible()), { timeout: 60_000 }).toBe(true)
    expect(await giveOne(page)).toBe(false)
    await killBrowser(disk, context)

    const up = network.goDown()
    context = await startBrowser(disk, network.url)
    const offline = await context.newPage()
    await offline.goto('/vendor')
    await expect(offline.getByRole('heading', { level: 1, name: 'Arkadna zona' })).toBeVisible()
    await killBrowser(disk, context)

    disk.makeRoom()
    up()
    context = await startBrowser(disk, network.url)
    // The cookie was lost with the disk; signing in again sends the awards.
    await giveSession(context, network.url, await sessionOf('iva'))
    const restarted = await context.newPage()
    await openTeam(restarted, team)
    await expect.poll(async () => (await storedAwards(restarted)).length).toBeGreaterThanOrEqual(BEFORE_FULL)
    clear()
    await backOnline(restarted)
    await expect.poll(() => storedAwards(restarted)).toEqual([])
    expect((await team.ledger()).length).toBeGreaterThanOrEqual(BEFORE_FULL)
  } finally {
    await context.close().catch(() => undefined)
  }
})
