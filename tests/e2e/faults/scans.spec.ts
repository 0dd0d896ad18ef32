import type { Page } from '@playwright/test'
import { returnToApp } from '../support/app-running'
import { expect, test } from '../support/booth-behind-proxy'
import { callAs } from '../support/call-as'
import { faults } from '../support/faults'
import { foundTeam, panel } from '../support/teams'
import { expectToast } from '../support/toasts'
import { checkState } from '../support/usable'
import { waitUntilAppIsCached, waitUntilDataIsStored } from '../support/worker'

const BONUS = 'zmaj-7k2p9x4mq8ab'
const OTHER_BONUS = 'prsten-3v8nq2wd6hcd'
const ARRIVED = 'Prikupljeno: Skriveno blago'

const waiting = (page: Page) => panel(page, 'Skenirane oznake')

/** Scans a tag without a server. Returns an upper bound of the time of the scan (ms since 1970). */
async function scanWithoutServer(page: Page, nfcId: string): Promise<number> {
  await page.goto(`/s/${nfcId}`)
  await expect(page.getByRole('heading', { level: 1, name: 'Oznaka je zapamćena' })).toBeVisible()
  return Date.now()
}

test('fault 42: a bonus scanned twice without a server waits once, visibly, and counts once at its scan time', async ({
  phone,
  people,
  network,
}) => {
  const card = await phone()
  const context = card.context()
  const name = `Skeneri ${crypto.randomUUID().slice(0, 8)}`
  await foundTeam(card, people, name)
  await waitUntilAppIsCached(card)
  await waitUntilDataIsStored(card, new RegExp(name))
  const up = network.goDown()
  const from = Date.now()
  const tapped = await context.newPage()
  const until = await scanWithoutServer(tapped, BONUS)
  const busy = network.inject(faults.unavailable, { call: 'scan' })
  await scanWithoutServer(tapped, BONUS)
  busy()
  await returnToApp(card)
  await expect(waiting(card).getByRole('listitem')).toHaveCount(1)
  await expect(waiting(card)).toContainText('Skenirana oznaka')
  await expect(waiting(card)).not.toContainText(BONUS)
  await expect(waiting(card).getByText('Čeka slanje')).toBeVisible()
  await checkState(card, 'card-scan-waits')
  await tapped.getByRole('link', { name: 'Moja Kartica' }).first().click()
  await expect(waiting(tapped).getByText('Čeka slanje')).toBeVisible()
  await tapped.close()
  await card.close()

  await people.applyPart({ settings: { ends_at: new Date().toISOString() } })
  try {
    const again = await context.newPage()
    await again.goto('/player')
    await expect(waiting(again).getByText('Čeka slanje')).toBeVisible()
    const resumed = Date.now()
    up()
    await returnToApp(again)
    await expectToast(again, ARRIVED)
    await expect(waiting(again)).toBeHidden()
    const { awards } = await callAs(again, 'teamPoints', {})
    expect(awards.map(({ label, points }) => [label, points])).toEqual([['Skriveno blago', 7]])
    const [madeAt, receivedAt] = [
      Date.parse(awards[0]?.awarded_at ?? ''),
      Date.parse(awards[0]?.received_at ?? ''),
    ]
    expect(madeAt).toBeGreaterThanOrEqual(from - 50)
    expect(receivedAt).toBeGreaterThanOrEqual(resumed)
    expect(receivedAt - madeAt, 'queued time of the scan (ms)').toBeGreaterThan(resumed - until)
    await again.goto(`/s/${OTHER_BONUS}`)
    await expect(again.getByRole('heading', { name: 'Natjecanje nije u tijeku' })).toBeVisible()
  } finally {
    await people.applyPart({ settings: { ends_at: null } })
  }
})
