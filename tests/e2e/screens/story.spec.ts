import type { Page } from '@playwright/test'
import { changeAnswers } from '../support/answers'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { panel } from '../support/teams'
import { expectToast } from '../support/toasts'
import { checkState } from '../support/usable'
import { waitUntilDataIsStored } from '../support/worker'

// An event of an open stream would show the phone as connected although its calls fail.
test.use({ stream: false })

/**
 * Taps 'Podijeli' without a share sheet, so that the app shows the picture, to be saved by a long
 * press. Returns the picture's size.
 */
async function shownBy(page: Page): Promise<[number, number]> {
  await page.getByRole('button', { name: 'Podijeli' }).last().click()
  const dialog = page.getByRole('dialog', { name: 'Podijeli' })
  await expect(dialog.getByText('Držite prst na slici da je spremite')).toBeVisible()
  const picture = dialog.getByRole('img')
  await expect(picture).toHaveJSProperty('complete', true)
  await checkState(page, 'picture-to-save')
  const size = await picture.evaluate((image: HTMLImageElement): [number, number] => [
    image.naturalWidth,
    image.naturalHeight,
  ])
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  return size
}

test('rule 16: after the reveal the evening is shown page by page, and ends with a picture to share', async ({
  page,
  people,
}) => {
  const evening = { frozen: true, ends_at: new Date(Date.now() - 60_000).toISOString() }
  await changeAnswers(page, 'teamPoints', (points) => ({
    ...points,
    ...evening,
  }))
  await people.signUp(page, 'kapetan')
  const { team_id } = await callAs(page, 'createTeam', { team_name: 'Večernja Straža' })
  await callAs(await people.staff('iva'), 'awardPoints', { team_id, point_type: 'pobjeda' })
  await page.goto('/player')
  await expect(page.getByRole('main').getByText('Arkadna zona').first()).toBeVisible()
  const offer = page.getByRole('button', { name: 'Večernja priča' })
  await expect(offer, 'while frozen').toHaveCount(0)
  evening.frozen = false
  // The account's own points and place may be older than the card's, and must not be shown beside them.
  await changeAnswers(page, 'currentUser', ({ user }) => ({
    user: { ...user, team: user.team && { ...user.team, points: 0, rank: 9_999 } },
  }))
  await page.reload()
  await expect(offer).toBeVisible()
  // The card now leads with the place and the picture. No booth asks for the code any more, but it can still be opened.
  const card = page.getByRole('article')
  const place = card.getByText(/\d+\.\smjesto/)
  await expect(place).toBeVisible()
  await expect(card.getByRole('img')).toHaveAccessibleName(/^Slika tima Večernja Straža/)
  await expect(card.getByRole('button', { name: 'Pokaži QR kod' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Svi bodovi' })).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Pozovi u tim' }),
    'no result changes any more by who joins',
  ).toHaveCount(0)
  await checkState(page, 'card-evening')
  await page.getByRole('link', { name: 'Štandovi' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Arkadna zona' })).toBeVisible()
  await expect(page.getByText('Dostupno'), 'nothing can be collected any more').toHaveCount(0)
  await page.getByRole('link', { name: 'Kartica' }).click()
  await expect(offer).toBeVisible()
  await waitUntilDataIsStored(page, /Večernja Straža[^}]*9999/)

  await page.route('**/api**', (route) => route.abort())
  await offer.click()
  const story = page.getByRole('dialog', { name: 'Večernja priča' })
  const shown = story.getByRole('status')
  await expect(shown).toContainText(/Obiđeni štandovi\s*1\sod\s/)
  expect(await story.locator(':scope > div').first().boundingBox(), 'it fills the screen').toEqual({
    ...{ x: 0, y: 0 },
    ...page.viewportSize(),
  })
  await shown.click()
  await expect(shown).toContainText('U tom ste satu skupili 25 bodova.')
  await shown.click()
  await expect(shown).toContainText('Prvi bodovi')
  await story.getByRole('button', { name: 'Dalje' }).click()
  await expect(shown).toContainText((await place.textContent()) ?? '')
  await expect(
    shown.getByRole('img', { name: 'Slika tima Večernja Straža za dijeljenje' }),
  ).toBeVisible()
  await checkState(page, 'story-picture')
  expect(await shownBy(page)).toEqual([1080, 1920])
  await page.keyboard.press('Escape')
  await expect(story).toHaveCount(0)
  await expect(offer).toBeFocused()

  await page.evaluate(() => {
    const state = { refusal: '', shared: [] as string[] }
    Object.assign(window, { state })
    Object.assign(navigator, {
      canShare: () => true,
      share: async ({ files = [] }: ShareData) => {
        if (state.refusal !== '') throw new DOMException('refused', state.refusal)
        state.shared.push(...files.map(({ name, type }) => `${name} ${type}`))
      },
    })
  })
  const share = page.getByRole('button', { name: 'Podijeli' })
  const setRefusal = (name: string) =>
    page.evaluate((refusal) => Object.assign(Reflect.get(window, 'state'), { refusal }), name)
  await share.click()
  await expect
    .poll(() => page.evaluate(() => Reflect.get(window, 'state').shared))
    .toEqual(['GeekQuest.png image/png'])
  await setRefusal('AbortError')
  await share.click()
  await expect(share).not.toHaveAttribute('aria-busy', 'true')
  expect(await page.evaluate(() => window.toasts)).toEqual([])
  await setRefusal('NotAllowedError')
  expect(await shownBy(page)).toEqual([1080, 1920])
  await page.evaluate(() => Object.assign(HTMLCanvasElement.prototype, { getContext: () => null }))
  await share.click()
  await expectToast(page, 'Slika se na ovom uređaju ne može izraditi.')

  // A team without awards is not sent to booths any more, and can share its picture too.
  await page.unroute('**/api**')
  const none = { points: 0, awards: [], booths: [], medals: [], treasures: 0 }
  await changeAnswers(page, 'teamPoints', (points) => ({ ...points, ...evening, ...none }))
  await page.reload()
  await expect(panel(page, 'Posljednji bodovi')).toContainText('Nema dodjela.')
  await offer.click()
  await expect(shown).toContainText('Hvala što ste bili s nama')
  await story.getByRole('button', { name: 'Dalje' }).click()
  await expect(shown).toContainText('Bez plasmana')
  await expect(story.getByRole('button', { name: 'Podijeli' })).toBeVisible()
})
