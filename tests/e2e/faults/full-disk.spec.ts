import { execFileSync } from 'node:child_process'
import { closeSync, mkdirSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium, type Page } from '@playwright/test'
import { JOURNEY_FLAGS } from '../../../scripts/browser-flags'
import { findBrowser } from '../../../scripts/find-browser'
import { currentPace } from '../../../scripts/machine'
import { test as booth, expect, openTeam } from '../support/booth-behind-proxy'
import { awardState, backOnline, offerButton, storedAwards, tap } from '../support/booth-screen'
import { faults } from '../support/faults'
import { PHONE } from '../support/settings'
import { waitUntilAppIsCached } from '../support/worker'

const { patience } = currentPace()
const DISK_MB = 120
const BEFORE_FULL = 2

type SmallDisk = NonNullable<ReturnType<typeof mountSmallDisk>>

/**
 * Mounts a small file system that can be filled to the last byte. Returns null if mounting is
 * refused: it needs root, and in a container a permission as well.
 */
function mountSmallDisk(megabytes: number) {
  const folder = mkdtempSync(join(tmpdir(), 'geekquest-disk-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', folder], {
      stdio: 'ignore',
    })
  } catch {
    rmSync(folder, { recursive: true })
    return null
  }
  mkdirSync(join(folder, 'filler'))
  const filler = join(folder, 'filler', 'everything')
  return {
    folder,
    fill() {
      const file = openSync(filler, 'a')
      for (const size of [65_536, 512]) {
        try {
          for (;;) writeSync(file, Buffer.alloc(size))
        } catch {
          // No block of this size fits any more.
        }
      }
      closeSync(file)
    },
    makeRoom: () => rmSync(filler, { force: true }),
    remove() {
      execFileSync('umount', ['-l', folder], { stdio: 'ignore' })
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Puts the browser's profile on a separate small disk. Skips the test if the machine does not let us mount one. */
const test = booth.extend<{ disk: SmallDisk }>({
  disk: async ({ browserName: _any }, use) => {
    const disk = mountSmallDisk(DISK_MB)
    test.skip(disk === null, 'this machine does not let us mount a small disk')
    if (disk === null) return
    await use(disk)
    disk.remove()
  },
})

async function startBrowser(disk: SmallDisk, url: string): Promise<BrowserContext> {
  return await chromium.launchPersistentContext(`${disk.folder}/profile`, {
    executablePath: findBrowser(),
    args: [...JOURNEY_FLAGS, '--disk-cache-size=1000000'],
    baseURL: url,
    ...PHONE,
    ...PHONE.contextOptions,
  })
}

/** Kills the browser as a phone short of memory does: no page gets an event. */
async function killBrowser(disk: SmallDisk, context: BrowserContext): Promise<void> {
  const own = execFileSync('pgrep', ['-f', '--', `--user-data-dir=${disk.folder}/profile`])
    .toString()
    .trim()
    .split('\n')
  for (const id of own) {
    try {
      process.kill(Number(id), 'SIGKILL')
    } catch {
      // This child process has already ended with its parent.
    }
  }
  await context.close().catch(() => undefined)
}

/**
 * Gives one award, which no server receives, and returns whether the screen called it stored. 'Šalje se' proves nothing: the app
 * also tries to send an award that it could not store.
 */
async function giveOne(page: Page): Promise<boolean> {
  await expect(offerButton(page, 'Sudjelovanje')).not.toHaveAttribute('aria-disabled')
  await tap(page)
  let said = ''
  await expect
    .poll(async () => {
      said = await awardState(page).innerText()
      return said
    })
    .toMatch(/Čeka slanje|Nije (spremljeno|potvrđeno)/)
  return said.includes('Čeka slanje')
}

test('faults 48 and 59: on a full disk new awards are visibly refused, and no waiting award is lost', async ({
  disk,
  team,
  network,
  people,
}) => {
  test.slow()
  let context = await startBrowser(disk, network.url)
  async function openSignedIn(): Promise<Page> {
    const page = await context.newPage()
    await people.signIn(page, 'iva')
    await openTeam(page, team)
    return page
  }
  try {
    const before = await openSignedIn()
    await waitUntilAppIsCached(before)
    const clear = network.inject(faults.cutBefore, { call: 'awardPoints' })
    for (let award = 0; award < BEFORE_FULL; award++) expect(await giveOne(before)).toBe(true)
    await expect.poll(() => storedAwards(before)).toHaveLength(BEFORE_FULL)
    // Closing writes local storage to the disk. By itself Chromium writes only after 5 s, and at most sixty times an hour.
    await context.close()
    context = await startBrowser(disk, network.url)
    const page = await openSignedIn()

    disk.fill()
    // A full disk may have bytes left in its last blocks, so awards are given until the app warns that there is no space.
    // A refusal is not enough: on a busy machine the disk may only be slower than the app waits.
    const warning = page.getByText('Na uređaju nema dovoljno mjesta.', { exact: false })
    await expect
      .poll(async () => !(await giveOne(page)) && (await warning.isVisible()), {
        // An award takes 2 s, and dozens may fit into the last blocks.
        timeout: 200_000 * patience,
      })
      .toBe(true)
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
    // The full disk lost the cookie, so staff sign in again, which sends the awards.
    const restarted = await openSignedIn()
    await expect
      // Right after the disk was full, Chromium may refuse to open the database at first.
      .poll(async () => (await storedAwards(restarted).catch(() => [])).length)
      .toBeGreaterThanOrEqual(BEFORE_FULL)
    clear()
    await backOnline(restarted)
    await expect.poll(() => storedAwards(restarted)).toEqual([])
    expect((await team.ledger()).length).toBeGreaterThanOrEqual(BEFORE_FULL)
  } finally {
    await context.close().catch(() => undefined)
  }
})
