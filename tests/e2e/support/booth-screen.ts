import { expect, type Locator, type Page } from '@playwright/test'
import type { FoundedTeam } from './booth-behind-proxy'
import type { FaultProxy } from './fault-proxy'

/** Point types of the booth Arkadna zona: one with a cooldown of 15 minutes, one without. */
export type Offer = 'Pobjeda' | 'Sudjelovanje'

export function offerButton(page: Page, offer: Offer): Locator {
  return page.getByRole('button', { name: new RegExp(`^${offer}`) })
}

/** Gives points with one tap. */
export async function tap(page: Page, offer: Offer = 'Sudjelovanje'): Promise<void> {
  await offerButton(page, offer).click()
}

/** The state of the last tap's award on the screen. */
export function standing(page: Page, offer: Offer = 'Sudjelovanje'): Locator {
  return page
    .getByRole('listitem')
    .filter({ has: offerButton(page, offer) })
    .getByRole('status')
}

/**
 * Waits until `count` attempts to send arrived at the proxy. Before the first, an award waits whatever the network does;
 * with the second, the outcome of the first is known.
 */
export async function expectAttempts(network: FaultProxy, count: number): Promise<void> {
  await expect.poll(() => network.calls('awardPoints').length, 'attempts to send').toBeGreaterThanOrEqual(count)
}

/** Expects the award to be shown as waiting, stored on the device, and missing on the server. */
export async function expectWaiting(page: Page, team: FoundedTeam, offer: Offer = 'Sudjelovanje'): Promise<void> {
  await expect(standing(page, offer)).toHaveText('Čeka slanje')
  expect(await storedAwards(page), 'awards on the device').toHaveLength(1)
  expect(await team.ledger(), 'awards on the server').toEqual([])
}

/** Expects the award to be shown as recorded, stored once on the server, and gone from the device. */
export async function expectRecordedOnce(page: Page, team: FoundedTeam, offer: Offer = 'Sudjelovanje'): Promise<void> {
  await expect(standing(page, offer)).toHaveText('Upisano')
  expect((await team.ledger()).map(({ label }) => label)).toEqual([offer])
  await expect.poll(() => storedAwards(page), 'awards on the device').toEqual([])
}

/** Presses 'Pošalji sada', unless the outbox has just sent everything by itself and taken the button away. */
export async function sendNow(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Pošalji sada' }).evaluateAll((buttons) => {
    for (const button of buttons) button.dispatchEvent(new MouseEvent('click', { bubbles: true }))
  })
}

/** All entries of the device's outbox, readable or not. */
export async function storedAwards(page: Page): Promise<unknown[]> {
  return await page.evaluate(
    () =>
      new Promise<unknown[]>((resolve, reject) => {
        const opening = indexedDB.open('geek-outbox')
        opening.onerror = () => reject(new Error('the outbox could not be opened'))
        opening.onsuccess = () => {
          const database = opening.result
          const reading = database.transaction('awards').objectStore('awards').getAll()
          reading.onsuccess = () => {
            database.close()
            resolve(reading.result)
          }
        }
      }),
  )
}
