import type { Page } from '@playwright/test'
import { groupTagId } from '#rules/tag-id'
import { changeAnswers, isCall, refuseCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test as journey } from '../support/journey'
import { giveStickers, showPage } from '../support/nfc-phone'
import { openScreen } from '../support/teams'
import { checkState, expectUsable } from '../support/usable'

const READY = 'Prislonite poleđinu mobitela na oznaku.'
/** A constant, because Playwright removes a route only by the same function that added it. */
const marking = isCall('markTagWritten')
const SAVED = 'Spremljeno'

/** Gives a booth's staff new tags, which the organiser made for this test. */
const test = journey.extend<{ tags: (count: number) => Promise<string[]> }>({
  tags: async ({ page, people }, use) => {
    await use(async (count) => {
      const organiser = await people.staff('ana')
      const made = await callAs(organiser, 'makeTags', {
        count,
        nfc_type: 'vendor',
        vendor_id: 'kviz',
      })
      const ids = made.tags.map(({ nfc_id }) => nfc_id)
      // Leave out the tags of other journeys on the same server.
      await changeAnswers(page, 'listTags', (answer) => ({
        tags: answer.tags.filter((tag) => ids.includes(tag.nfc_id)),
      }))
      await people.openBoard(page, 'lucija')
      return ids
    })
  },
})

const heading = (page: Page, name: string) => page.getByRole('heading', { level: 2, name })
const lastTag = (page: Page) => page.getByRole('region', { name: 'Zapisano i provjereno' })

async function writtenIds(page: Page, ids: readonly string[]): Promise<string[]> {
  const { tags } = await callAs(page, 'listTags', {})
  return tags
    .filter((tag) => tag.written_at !== null && ids.includes(tag.nfc_id))
    .map((tag) => tag.nfc_id)
}

test('staff write all tags one by one, each is read back and saved, and no tag written earlier is overwritten', async ({
  page,
  tags,
  game,
}) => {
  const nfc = await giveStickers(page, { permission: 'prompt' })
  const ids = await tags(2)
  await openScreen(page, 'Oznake')
  await expect(page).toHaveURL('/vendor/oznake')
  await expect(page.getByText('Zapisane oznake: 0 od 2')).toBeVisible()
  await expect.poll(() => nfc.underWay()).toEqual({ scans: 0, waiting: 0 })
  await page.getByRole('button', { name: 'Započni' }).click()
  await expect(heading(page, READY)).toBeVisible()

  await nfc.touch('prva')
  await expect(lastTag(page)).toContainText(SAVED)
  const [first = ''] = await writtenIds(page, ids)
  expect(await nfc.tag('prva')).toEqual({ holds: `${game.url}/s/${first}` })
  await expect(lastTag(page)).toContainText(groupTagId(first))
  await expect(page.getByText('Zapisane oznake: 1 od 2')).toBeVisible()
  await expectUsable(page, 'tags-written')
  // The app does not report the tag that it has just written and that still lies on the phone.
  await nfc.touch('prva')
  await expect(heading(page, READY)).toBeVisible()

  // NFC is used only while the screen is open and visible.
  await showPage(page, 'hidden')
  await expect.poll(() => nfc.underWay()).toEqual({ scans: 0, waiting: 0 })
  await showPage(page, 'visible')
  await expect(heading(page, READY)).toBeVisible()
  await expect.poll(() => nfc.underWay()).toEqual({ scans: 1, waiting: 0 })
  await openScreen(page, 'Ploča')
  await expect(page).toHaveURL('/vendor')
  await expect.poll(() => nfc.underWay()).toEqual({ scans: 0, waiting: 0 })
  await nfc.touch('druga')
  expect((await nfc.tag('druga'))?.holds).toBeNull()
  await nfc.takeAway()
  await openScreen(page, 'Oznake')
  await expect(heading(page, READY)).toBeVisible()

  // The app reports a tag of the game that was written before, and leaves it alone.
  await nfc.touch('timska', `${game.url}/s/tim-0001`)
  await expect(heading(page, 'Ova je oznaka već zapisana.')).toBeVisible()
  await expect(page.getByText('Na njoj je kod tim-0001.')).toBeVisible()
  expect((await nfc.tag('timska'))?.holds).toBe(`${game.url}/s/tim-0001`)
  await nfc.takeAway()
  await page.getByRole('button', { name: 'Odustani' }).click()
  await expect(heading(page, READY)).toBeVisible()

  // The next tag is written as soon as it is on the phone, without a tap.
  await nfc.touch('druga')
  await expect(heading(page, 'Sve su oznake zapisane.')).toBeVisible()
  await expect(page.getByText('Zapisane oznake: 2 od 2')).toBeVisible()
  const second = ids.find((id) => id !== first) ?? ''
  expect(await nfc.tag('druga')).toEqual({ holds: `${game.url}/s/${second}` })
  expect((await writtenIds(page, ids)).sort()).toEqual([...ids].sort())
})

test('a tag with content is overwritten only on request, and one removed too early is never called written', async ({
  page,
  tags,
  game,
}) => {
  const nfc = await giveStickers(page)
  const ids = await tags(2)
  await page.goto('/vendor/oznake')
  await expect(heading(page, READY)).toBeVisible()
  await nfc.touch('tuđa', 'https://example.org/jelovnik')
  await expect(heading(page, 'Oznaka nije prazna.')).toBeVisible()
  await expect(page.getByText('Na njoj piše: https://example.org/jelovnik')).toBeVisible()
  await nfc.takeAway()
  await page.getByRole('button', { name: 'Zamijeni sadržaj' }).click()
  await expectUsable(page, 'tags-replace')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zamijeni sadržaj' }).click()
  await expect(heading(page, 'Prislonite istu oznaku.')).toBeVisible()
  await nfc.touch('druga', 'https://example.org/cjenik')
  await expect(page.getByText('Na njoj piše: https://example.org/cjenik')).toBeVisible()
  expect((await nfc.tag('druga'))?.holds).toBe('https://example.org/cjenik')
  await nfc.touch('tuđa')
  await page.getByRole('button', { name: 'Zamijeni sadržaj' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Zamijeni sadržaj' }).click()
  await expect(lastTag(page)).toContainText(SAVED)
  const [first = ''] = await writtenIds(page, ids)
  expect((await nfc.tag('tuđa'))?.holds).toBe(`${game.url}/s/${first}`)

  await nfc.nextFault('NetworkError')
  await nfc.touch('prva')
  await expect(heading(page, 'Zapisivanje nije dovršeno.')).toBeVisible()
  await nfc.touch('prva')
  await expect(heading(page, 'Sve su oznake zapisane.')).toBeVisible()
  const second = ids.find((id) => id !== first) ?? ''
  expect((await nfc.tag('prva'))?.holds).toBe(`${game.url}/s/${second}`)
})

test('tags written without a connection are kept over a reload, and called saved only when they are', async ({
  page,
  tags,
}) => {
  const nfc = await giveStickers(page)
  const ids = await tags(4)
  await page.goto('/vendor/oznake')
  await expect(heading(page, READY)).toBeVisible()
  await page.route(marking, (route) => route.abort())
  await nfc.touch('prva')
  await expect(lastTag(page)).toContainText('Čeka spremanje')
  await expect(lastTag(page)).not.toContainText(SAVED)
  await expect(heading(page, '1 oznaka čeka spremanje')).toBeVisible()
  await checkState(page, 'tags-wait')
  await page.reload()
  await expect(heading(page, '1 oznaka čeka spremanje')).toBeVisible()
  await nfc.touch('druga')
  await expect(heading(page, '2 oznake čekaju spremanje')).toBeVisible()
  await expect(page.getByText('Zapisane oznake: 0 od 4')).toBeVisible()
  expect(await writtenIds(page, ids)).toEqual([])
  await page.unroute(marking)
  await page.getByRole('button', { name: 'Pošalji sada' }).click()
  await expect(lastTag(page)).toContainText(SAVED)
  await expect(page.getByText('Zapisane oznake: 2 od 4')).toBeVisible()
  expect(await writtenIds(page, ids)).toHaveLength(2)

  const message = await refuseCall(page, 'markTagWritten', 'FORBIDDEN')
  await nfc.touch('treća')
  await expect(page.getByRole('alert')).toContainText(`nije spremljena: ${message}`)
  await expect(lastTag(page)).not.toContainText(SAVED)
  // A later refusal does not hide an earlier one.
  await nfc.touch('četvrta')
  await expect(page.getByRole('alert')).toHaveCount(2)
})
