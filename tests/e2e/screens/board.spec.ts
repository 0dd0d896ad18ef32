import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { EventPart } from '#contract/event'
import { isCall, refuseCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { EVENT_FILE } from '../support/game-process'
import { expect, test } from '../support/journey'
import { nextRefresh } from '../support/pass-time'
import { expectToast } from '../support/toasts'
import { checkState, expectUsable, SMALLEST_PHONE } from '../support/usable'

/** The longest name that rule 3 allows, with no place for a line break. */
const longName = (start: string) => start.padEnd(40, 'W')

test('staff void an award from the list, and are told why another cannot be voided', async ({
  page,
  people,
}) => {
  const name = longName('Poništeni')
  const captain = await people.captain(name)
  const { team_id } = captain
  await people.signIn(page, 'iva')
  const given = Array.from({ length: 22 }, () => ({
    team_id,
    point_type: 'sudjelovanje',
    award_id: randomUUID(),
    queued_ms: 0,
  }))
  await callAs(page, 'awardMany', { awards: given })
  await callAs(page, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await page.goto('/vendor/dodjele')
  const rows = page
    .getByRole('region', { name: 'Dodjele štanda' })
    .getByRole('listitem')
    .filter({ has: page.getByText(name, { exact: true }) })
  await expect(rows).toHaveCount(23)
  await expect(rows.first(), 'the newest first').toContainText('Pobjeda · upravo sada')
  await expectUsable(page, 'awards-of-booth')
  const row = rows.first()
  const undo = row.getByRole('button', { name: `Poništi dodjelu: Pobjeda, ${name}` })
  await page.route('**/api?*void_award*', (route) => route.abort())
  await undo.click()
  await expect(
    page.getByRole('alert').filter({ hasText: 'Poništavanje nije potvrđeno. Pokušajte ponovno.' }),
  ).toBeVisible()
  await expect(undo).toBeEnabled()
  await page.unroute('**/api?*void_award*')
  await undo.click()
  await expectToast(page, 'Dodjela je poništena.')
  await expect(row).toContainText('Poništeno')
  await expect(row.getByRole('button')).toBeHidden()
  expect((await callAs(captain, 'teamPoints', {})).points).toBe(22 * 5)
  await page.reload()
  await expect(row).toContainText('Poništeno')

  const tooLate = await refuseCall(page, 'voidAward', 'VOID_TOO_LATE')
  await rows.nth(1).getByRole('button').click()
  await expect(page.getByRole('alert').filter({ hasText: tooLate })).toBeVisible()
  await expect(rows.nth(1).getByRole('button')).toBeHidden()
})

test('the board tells staff what their booth lacks, and tells removed staff that they were removed', async ({
  page,
  people,
}) => {
  const { team_id } = await people.captain('Uzalud Došli')
  await page.clock.install()
  const noTypes = page.getByText('Štand nema vrsta bodova. Javite se organizatoru.')
  await people.signIn(page, 'petra')
  await page.goto('/vendor/dodjele')
  await expect(page.getByText('Štand još nije dodijelio bodove.')).toBeVisible()
  await expectUsable(page, 'awards-none')
  await page.goto(`/qr/${team_id}`)
  await expect(noTypes).toBeVisible()
  await checkState(page, 'award-no-point-types')
  await page.goto('/vendor')
  await expect(page.getByRole('heading', { name: 'Prazni stol' })).toBeVisible()
  await expect(noTypes).toBeVisible()
  await expect(page.getByText('Sve je upisano.')).toBeVisible()
  const booth = { vendor_id: 'prazni', name: 'Prazni stol' }
  await people.applyPart({ vendors: [{ ...booth, closed: true }] })
  try {
    const closed = page.getByText('Vaš je štand zatvoren i ne dodjeljuje bodove.')
    await page.setViewportSize(SMALLEST_PHONE)
    await page.reload()
    await expect(closed).toBeVisible()
    await expect(page.getByRole('searchbox', { name: 'Naziv tima' })).toBeInViewport({ ratio: 1 })
    await expectUsable(page, 'board-closed')
    await page.route(isCall('listVendors'), (route) => route.abort())
    await page.goto(`/qr/${team_id}`)
    await expect(page.getByRole('button', { name: 'Pokušaj ponovno' })).toBeVisible()
    await expect(closed, 'a list that cannot be fetched may lack a new booth').toBeHidden()
    await page.unrouteAll()
    await page.goto('/vendor')
    await expect(closed).toBeVisible()
    await people.applyPart({ vendors: [{ ...booth, closed: false, staff: [] }] })
    await nextRefresh(page)
    await expect(page.getByRole('heading', { name: 'Više ne radite na ovom štandu' })).toBeVisible()
    await expectUsable(page, 'booth-lost')
    await page.getByRole('button', { name: 'Nastavi kao igrač' }).click()
    await expect(page).toHaveURL('/player')
    await expect(page.getByRole('heading', { name: 'Još niste u timu' })).toBeVisible()
  } finally {
    await people.applyPart(JSON.parse(readFileSync(EVENT_FILE, 'utf8')) as EventPart)
  }
})
