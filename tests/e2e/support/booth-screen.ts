import { expect, type Locator, type Page } from '@playwright/test'
import { HEALTH_PATH } from '#contract/protocol'
import type { FoundedTeam } from './booth-behind-proxy'
import type { FaultProxy } from './fault-proxy'
import { readStore } from './worker'

/** Point types of the booth Arkadna zona: one with a cooldown of 15 minutes, one without. */
export type Offer = 'Pobjeda' | 'Sudjelovanje'

export function offerButton(page: Page, offer: Offer): Locator {
  return page.getByRole('button', { name: new RegExp(`^${offer}`) })
}

/** Gives points with one tap. */
export async function tap(page: Page, offer: Offer = 'Sudjelovanje'): Promise<void> {
  await offerButton(page, offer).click()
}

/** The words on the screen for the state of a point type's last award. */
export function awardState(page: Page, offer: Offer = 'Sudjelovanje'): Locator {
  return page.locator(`[data-award="${offer}"] [data-state]`)
}

/** The line of the latest award, with its buttons. */
export const latestAward = (page: Page): Locator =>
  page.getByRole('region', { name: 'Posljednja dodjela' })

/** Gives points with one tap, and waits until the screen shows this state. */
export async function give(
  page: Page,
  says: string | RegExp,
  offer: Offer = 'Sudjelovanje',
): Promise<void> {
  await tap(page, offer)
  await expect(awardState(page, offer)).toHaveText(says)
}

/** Opens the booth's list and expects an award with these points on it. */
export async function expectOnList(page: Page, team: FoundedTeam, points: string): Promise<void> {
  await page.goto('/vendor/dodjele')
  await expect(
    page.getByRole('listitem').filter({ hasText: team.team_name }).filter({ hasText: points }),
  ).toBeVisible()
}

/**
 * Waits until `count` attempts to send have reached the proxy. The screen shows an award as waiting even before the first attempt,
 * so it does not prove that one was made. A second attempt proves that the first has ended.
 */
export async function expectAttempts(network: FaultProxy, count: number): Promise<void> {
  await expect
    .poll(() => network.calls('awardPoints').length, 'attempts to send')
    .toBeGreaterThanOrEqual(count)
}

/** Expects the award to be shown as recorded, stored once on the server, and gone from the device. */
export async function expectRecordedOnce(
  page: Page,
  team: FoundedTeam,
  offer: Offer = 'Sudjelovanje',
): Promise<void> {
  await expect(awardState(page, offer)).toHaveText('Upisano')
  expect((await team.ledger()).map(({ label }) => label)).toEqual([offer])
  await expect.poll(() => storedAwards(page), 'awards on the device').toEqual([])
}

/** The button that undoes the last tap's award. */
export function undoButton(page: Page): Locator {
  return latestAward(page).getByRole('button', { name: 'Poništi dodjelu' })
}

/** Tells the page that the network is back, as the browser does. Works even when all is sent and 'Pošalji sada' is gone. */
export async function backOnline(page: Page): Promise<void> {
  await page.evaluate(() => window.dispatchEvent(new Event('online')))
}

/** Kills a page as a device short of memory does: it gets no event. */
export async function killPage(page: Page): Promise<void> {
  const crashed = page.waitForEvent('crash')
  const devtools = await page.context().newCDPSession(page)
  void devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
}

/** Opens a page that takes the sending lock and never releases it. */
export async function openFrozenTab(page: Page): Promise<void> {
  const frozen = await page.context().newPage()
  await frozen.goto(HEALTH_PATH)
  await frozen.evaluate(
    () =>
      new Promise<void>((held) => {
        const holding = navigator.locks.request('geek-outbox-drain', () => {
          held()
          return new Promise(() => {})
        })
        // The request rejects when another tab steals the lock.
        holding.catch(() => undefined)
      }),
  )
}

/** Presses 'Pošalji sada', unless the outbox has just sent everything and removed the button. */
export async function sendNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pošalji sada' }).evaluateAll((buttons) => {
    for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
}

/** All entries of the device's outbox, readable or not. */
export const storedAwards = (page: Page): Promise<unknown[]> =>
  readStore(page, 'geek-outbox', 'awards')
