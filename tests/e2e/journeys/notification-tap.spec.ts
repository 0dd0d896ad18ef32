import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type BrowserContext, chromium } from '@playwright/test'
import type { Notice } from '#contract/notice'
import { findBrowser } from '../../../scripts/find-browser'
import { callAs } from '../support/call-as'
import { type Desktop, type DesktopNotification, startDesktop } from '../support/desktop'
import { test as base, expect } from '../support/journey'
import { pusherOf } from '../support/pusher'

const NOTICE: Notice = { title: 'Novi zahtjev', body: 'mia želi u Vukove.', path: '/player/tim', tag: 'invites' }

/** A browser on a desktop that shows its notifications. */
const test = base.extend<{ desktop: Desktop; browsing: BrowserContext }>({
  desktop: async ({ browserName: _any }, use) => {
    const desktop = await startDesktop()
    await use(desktop)
    await desktop.close()
  },
  browsing: async ({ game, launchOptions, desktop }, use) => {
    const directory = mkdtempSync(join(tmpdir(), 'geekquest-profile-'))
    const env = { ...process.env, ...desktop.env }
    // The headless shell has no notifications.
    const options = { ...launchOptions, executablePath: findBrowser(), env, baseURL: game.url, locale: 'hr-HR' }
    const context = await chromium.launchPersistentContext(directory, options)
    await context.grantPermissions(['notifications'], { origin: game.url })
    await use(context)
    await context.close()
    rmSync(directory, { recursive: true, force: true })
  },
})

test('a tap on a notification opens the app at its place, and leads a window there that is open', async ({
  browsing,
  desktop,
  people,
}) => {
  test.skip(process.platform !== 'linux', 'other desktops have no notifications that a test can tap')
  const page = await browsing.newPage()
  await people.signUp(page, 'kapetan')
  await callAs(page, 'createTeam', { team_name: 'Vukovi Na Dlanu' })
  await page.goto('/player')
  const push = await pusherOf(page)

  async function notified(notice: Notice): Promise<DesktopNotification> {
    // Nothing is shown while the app is in front.
    await page.goto('about:blank')
    await push(JSON.stringify(notice))
    await expect.poll(() => desktop.notifications().map(({ title }) => title)).toEqual([notice.title])
    const [shown] = desktop.notifications()
    if (shown === undefined) throw new Error('no notification')
    expect(shown.body).toContain(notice.body)
    return shown
  }

  const first = await notified(NOTICE)
  const opening = browsing.waitForEvent('page')
  desktop.tap(first)
  const opened = await opening
  await expect(opened).toHaveURL('/player/tim')
  await expect(opened.getByRole('heading', { name: 'Zahtjevi' })).toBeVisible()
  await expect.poll(() => desktop.notifications()).toEqual([])
  await opened.close()

  const second = await notified({ ...NOTICE, title: 'Još jedan zahtjev' })
  await page.goto('/player/poredak')
  const windows = browsing.pages().length
  desktop.tap(second)
  await expect(page).toHaveURL('/player/tim')
  await expect.poll(() => desktop.notifications()).toEqual([])
  expect(browsing.pages()).toHaveLength(windows)
})
