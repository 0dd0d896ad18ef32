import { execFileSync } from 'node:child_process'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { BROWSER_FLAGS } from '../../../scripts/browser-flags'
import { findBrowser } from '../../../scripts/find-browser'
import { expect, giveSession, openTeam, test } from '../support/booth-behind-proxy'
import { offerButton, standing, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { canMountDisk, mountSmallDisk, type SmallDisk } from '../support/small-disk'

const DISK_MB = 120
const BEFORE_FULL = 2

async function startBrowser(disk: SmallDisk, url: string): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(`${disk.folder}/profile`, {
    executablePath: findBrowser(),
    args: [...BROWSER_FLAGS, '--disk-cache-size=1000000'],
    baseURL: url,
    locale: 'hr-HR',
    timezoneId: 'Europe/Zagreb',
  })
}

/** Ends the browser as a phone does that runs out of memory: without a word to any page. */
async function killBrowser(disk: SmallDisk, context: BrowserContext): Promise<void> {
  const own = execFileSync('pgrep', ['-f', '--', `--user-data-dir=${disk.folder}/profile`])
    .toString()
    .trim()
    .split('\n')
  for (const id of own) {
    try {
      process.kill(Number(id), 'SIGKILL')
    } catch {
      // A child that has ended with its parent.
    }
  }
  await context.close().catch(() => undefined)
}

const KEPT = /Čeka slanje|Šalje se/

/** Gives one award and returns whether the screen said that it is kept. */
async function giveOne(page: Page): Promise<boolean> {
  await expect(offerButton(page, 'Sudjelovanje')).not.toHaveAttribute('aria-disabled')
  await tap(page)
  let said = ''
  await expect
    .poll(async () => {
      said = await standing(page).innerText()
      return said
    })
    .toMatch(new RegExp(`${KEPT.source}|Nije (spremljeno|potvrđeno)`))
  return KEPT.test(said)
}

test('fault 48: on a full disk awards are refused aloud, and after the browser was killed those that waited come back', async ({
  team,
  network,
  sessionOf,
}) => {
  test.skip(!canMountDisk(), 'only root may mount a small disk')
  test.setTimeout(120_000)
  const disk = mountSmallDisk(DISK_MB)
  test.skip(disk === null, 'this machine does not let us mount a small disk')
  if (disk === null) return
  let context = await startBrowser(disk, network.url)
  try {
    await giveSession(context, network.url, await sessionOf('iva'))
    const page = await context.newPage()
    await openTeam(page, team)
    const clear = network.inject(faults.cutBefore, { call: 'awardPoints' })
    for (let award = 0; award < BEFORE_FULL; award++) expect(await giveOne(page)).toBe(true)
    const [first] = (await storedAwards(page)) as { readonly awardId: string }[]
    // Browsers write local storage a few seconds later.
    await expect.poll(() => disk.holds('profile/Default/Local Storage', first?.awardId ?? 'none'), { timeout: 20_000 }).toBe(true)

    disk.fill()
    // A disk that is full may have bytes left inside its last blocks; then awards are refused aloud, and staff are warned.
    await expect.poll(() => giveOne(page), { timeout: 60_000 }).toBe(false)
    await expect(page.getByText('Na uređaju nema dovoljno mjesta.', { exact: false })).toBeVisible()
    expect(await giveOne(page)).toBe(false)
    await killBrowser(disk, context)

    disk.makeRoom()
    context = await startBrowser(disk, network.url)
    // The cookie went with the disk, and signing in again brings the awards on their way.
    await giveSession(context, network.url, await sessionOf('iva'))
    const restarted = await context.newPage()
    await openTeam(restarted, team)
    await expect.poll(async () => (await storedAwards(restarted)).length).toBeGreaterThanOrEqual(BEFORE_FULL)
    clear()
    await restarted.evaluate(() => window.dispatchEvent(new Event('online')))
    await expect.poll(() => storedAwards(restarted)).toEqual([])
    expect((await team.ledger()).length).toBeGreaterThanOrEqual(BEFORE_FULL)
  } finally {
    await context.close().catch(() => undefined)
    disk.remove()
  }
})
