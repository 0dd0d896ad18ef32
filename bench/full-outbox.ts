import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'

/**
 * Fills a phone's outbox with awards, as after hours without a network, once the app has created
 * its database.
 */
export async function fillOutbox(
  page: Page,
  count: number,
  teams: readonly string[],
  userId: string,
): Promise<void> {
  const entries = Array.from({ length: count }, (_, order) => ({
    version: 1,
    awardId: randomUUID(),
    userId,
    vendorId: 'arkade',
    teamId: teams[order % teams.length],
    teamName: 'Tim',

    pointType: 'sudjelovanje',
    label: 'Sudjelovanje',
    points: 5,
    order,
    attempted: false,
    cancelled: false,
    refusal: null,
    made: {
      wall: Date.now() - 1_000,
      forward: 0,
      pageLife: 'bench',
      serverTime: null,
      lastContact: null,
    },
  }))
  // Wait for the app's database: opening it before the app does would create an empty one.
  await page.waitForFunction(async () =>
    (await indexedDB.databases()).some(({ name }) => name === 'geek-outbox'),
  )
  await page.evaluate(
    (all) =>
      new Promise<void>((resolve, reject) => {
        const opening = indexedDB.open('geek-outbox')
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const database = opening.result
          if (!database.objectStoreNames.contains('awards')) {
            reject(new Error('no store'))
            return
          }
          const writing = database.transaction('awards', 'readwrite')
          for (const entry of all) writing.objectStore('awards').put(entry, entry.awardId)
          writing.onabort = () => reject(writing.error)
          writing.oncomplete = () => {
            database.close()
            resolve()
          }
        }
      }),
    entries,
  )
}
