import type { Page } from '@playwright/test'
import { changeAnswers, isCall } from '../support/answers'
import { type Caller, callAs } from '../support/call-as'
import { holdTimers } from '../support/held-timers'
import { expect, test } from '../support/journey'
import { tabTo } from '../support/keyboard'
import { nextRefresh } from '../support/pass-time'
import { addMember, chooseInMenu, foundTeam, openScreen, teamIdOf } from '../support/teams'
import { checkState, expectUsable } from '../support/usable'
import { readStore, waitUntilDataIsStored } from '../support/worker'

// Without the stream, a test decides with `nextRefresh` when news arrives. Journeys run with reduced
// motion: an announcement's words appear at once.
test.use({ stream: false })

/**
 * How long an arrival is shown over the screen, and in the card's row (ms). Tests hold these
 * timers, so that they have time to look.
 */
const MOMENT_MS = 2_000
const ROW_MS = 4_000

const wordsOf = (page: Page) =>
  page.getByRole('article').getByText(/^\+25\s· Pobjeda\s· Arkadna zona$/)
const moment = (page: Page) => page.locator('[data-moment]')
const points = (page: Page, text: string) =>
  page.getByRole('article').getByText(text, { exact: true })

/**
 * Waits until the app has recorded which awards the phone knows: until then it cannot tell new ones.
 */
const waitUntilKnown = (page: Page) => waitUntilDataIsStored(page, /awardIds/)

async function give(booth: Caller, team_id: string, ...pointTypes: string[]): Promise<void> {
  for (const point_type of pointTypes) {
    await callAs(booth, 'awardPoints', {
      team_id,
      point_type,
      award_id: crypto.randomUUID(),
      queued_ms: 0,
    })
  }
}

test('rule 20: several awards arrive as one sum with a list, announced in one tab', async ({
  page,
  people,
  context,
}) => {
  await page.clock.install()
  await holdTimers(context, MOMENT_MS, ROW_MS)
  await foundTeam(page, people, 'Lov na Zvijezde')
  const other = await page.context().newPage()
  await other.goto('/player')
  await expect(points(other, '0 bodova')).toBeVisible()
  await waitUntilKnown(page)
  await give(
    await people.staff('iva'),
    await teamIdOf(page),
    'sudjelovanje',
    'pobjeda',
    'sudjelovanje',
  )

  await nextRefresh(page)
  const announcer = await Promise.any(
    [page, other].map(async (tab) => {
      await wordsOf(tab).waitFor()
      return tab
    }),
  )
  const card = announcer.getByRole('article')
  const silent = announcer === page ? other : page
  await expect(moment(announcer).getByText('+35', { exact: true })).toBeVisible()
  await expect(moment(announcer).getByText('+5 · Sudjelovanje · Arkadna zona')).toHaveCount(2)
  await expect(card.getByText('+5 · Sudjelovanje · Arkadna zona')).toHaveCount(0)
  await expect(card.getByText('i još 2 dodjele')).toBeVisible()
  await expect(card.getByText(/^(\d+\.\smjesto\s↑\s· )?Medalja: Prvi bodovi$/)).toBeVisible()
  await expect(
    announcer
      .getByRole('status')
      .filter({ hasText: '+35 bodova. Ukupno: 35 bodova. Pobjeda, Arkadna zona. Sudjelovanje' }),
  ).toBeAttached()
  await expect(points(silent, '35 bodova')).toBeVisible()
  await expect(wordsOf(silent), 'announced in one tab').toHaveCount(0)
  await expectUsable(announcer, 'moment-of-many')
  // A tap ends the announcement.
  await announcer.mouse.click(5, 300)
  for (const gone of [moment(announcer), wordsOf(announcer)]) await expect(gone).toHaveCount(0)
  await announcer.reload()
  await expect(points(announcer, '35 bodova')).toBeVisible()
  await expect(wordsOf(announcer)).toHaveCount(0)

  const stars = announcer.getByRole('button', { name: 'Zviježđe tima: osvijetljeno 1 od 4' })
  await tabTo(announcer, stars)
  await announcer.keyboard.press('Enter')
  const list = announcer.getByRole('list', { name: 'Zviježđe tima' })
  await expect(list.getByRole('listitem', { name: 'Arkadna zona, osvijetljeno' })).toContainText(
    'Hala A, štand 3',
  )
  await expect(list.getByRole('listitem', { name: 'Kvizionica, još ne' })).toBeVisible()
  await checkState(announcer, 'card-stars')
  await announcer.keyboard.press('Escape')
  await expect(stars).toBeFocused()

  await openScreen(announcer, 'Tim')
  const medals = announcer.getByRole('list', { name: 'Medalje' })
  await expect(medals.getByRole('listitem')).toHaveCount(7)
  await expect(medals.getByRole('listitem', { name: 'Prvi bodovi, osvojeno' })).toBeVisible()
  await expect(medals.getByRole('listitem', { name: 'Tri hale, još ne' })).toBeVisible()
  await checkState(announcer, 'team-played')
})

test('points are announced once, when they arrive, and neither offline nor for a voided award', async ({
  page,
  people,
}) => {
  await page.clock.install()
  const timers = await holdTimers(page, MOMENT_MS, ROW_MS)
  await foundTeam(page, people, 'Bez Mreže')
  // A founder without members is told that others can be invited.
  await expect(page.getByRole('button', { name: 'Pozovi u tim' })).toBeVisible()
  await addMember(page, await people.player('drugi'))
  await page.reload()
  const next = page.getByRole('link', { name: /^Sljedeći štand/ })
  await expect(next).toContainText('Arkadna zona · Hala A · do +25')
  await waitUntilDataIsStored(page, /listVendors.*Bez Mreže|Bez Mreže.*listVendors/)
  await waitUntilKnown(page)
  const booth = await people.staff('iva')
  const team_id = await teamIdOf(page)
  await page.route('**/api?**', (route) => route.abort())
  const award_id = crypto.randomUUID()
  await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda', award_id, queued_ms: 0 })
  await page.reload()
  await expect(page.getByText(/^Niste povezani\./)).toBeVisible()
  await expect(points(page, '0 bodova')).toBeVisible()
  await expect(
    page.getByRole('button', { name: 'Zviježđe tima: osvijetljeno 0 od 4' }),
  ).toBeVisible()
  await expect(next).toBeVisible()
  await expect(page.getByText(/Ukupno:/)).toHaveCount(0)
  await checkState(page, 'card-without-network')

  await page.setViewportSize({ width: 320, height: 568 })
  await page.unroute('**/api?**')
  const rival = await people.captain('Korak Ispred')
  await give(booth, rival.team_id, 'pobjeda', 'sudjelovanje')
  await nextRefresh(page)
  await expect(wordsOf(page)).toBeVisible()
  await expect(
    page.getByRole('status').filter({ hasText: '+25 bodova. Ukupno: 25 bodova.' }),
  ).toBeAttached()
  await expect(points(page, '25 bodova')).toBeVisible()
  await timers.letGo(page, MOMENT_MS)
  await expect(moment(page)).toHaveCount(0)
  await expect(wordsOf(page)).toBeVisible()
  await timers.letGo(page, ROW_MS)
  await expect(page.getByRole('article').getByText(/^\+25/)).toHaveCount(0)
  await expect(page.getByText(/Ukupno:/)).toHaveCount(0)
  await page
    .getByRole('link', { name: /^Još 5 bodova do \d+\. mjesta Arkadna zona daje do 5$/ })
    .click()
  await expect(page).toHaveURL('/player/standovi?booth=arkade')
  await expect(page.getByText('Zlatno doba automata.')).toBeVisible()
  await expect(page.getByText('Tri pitanja, minuta po pitanju.')).toHaveCount(0)

  await changeAnswers(page, 'listVendors', ({ vendors }) => ({
    vendors: vendors.map((vendor) => ({ ...vendor, point_types: [] })),
  }))
  await openScreen(page, 'Kartica')
  await page.reload()
  await expect(page.getByRole('link', { name: /daje do/ })).toHaveCount(0)
  await expect(
    page.getByText(/^Još 5\sbodova do\s\d+\.\smjesta$/),
    'the goal also stands where no booth gives points',
  ).toBeVisible()
  await callAs(booth, 'voidAward', { award_id })
  await nextRefresh(page)
  await expect(points(page, '0 bodova')).toBeVisible()
  await expect(page.getByText(/Ukupno:/), 'a voided award is not celebrated').toHaveCount(0)

  // A medal without points, as when a team loses the member who had none.
  await changeAnswers(page, 'teamPoints', (now) => ({ ...now, medals: ['svi'] }))
  await nextRefresh(page)
  await expect(moment(page).getByRole('status')).toHaveText('Medalja: Svi na okupu.')
  const emptyBoxes = moment(page).locator('span:visible').filter({ hasNotText: /\S/ })
  await expect(emptyBoxes).toHaveCount(0)
})

test.describe('with the live stream', () => {
  test.use({ stream: true })

  test('every phone of the team announces points at once, but not while somebody types in a dialog', async ({
    page,
    people,
    phone,
  }) => {
    const booth = await people.staff('iva')
    const rival = await people.captain('Greška 404')
    await foundTeam(page, people, 'Složni')
    const team_id = await teamIdOf(page)
    // Put the rival, and no other team, in front of the team, by less than the award's points: the
    // rival is then the team named as overtaken.
    const { teams } = await callAs(page, 'listTeams', {})
    const most = Math.max(...teams.map((team) => team.points))
    const organiser = await people.staff('ana')
    for (const [team, points] of [
      [rival.team_id, most + 5] as const,
      [team_id, most + 1] as const,
    ]) {
      const adjustment = {
        team_id: team,
        points,
        reason: 'Igra',
        adjustment_id: crypto.randomUUID(),
      }
      await callAs(organiser, 'adjustPoints', adjustment)
    }

    const [ofRanking, ofWriter] = [await phone(), await phone()]
    // The end of the row would end the moment too.
    const timers = await Promise.all(
      [page, ofRanking, ofWriter].map((one) => holdTimers(one, MOMENT_MS, ROW_MS)),
    )
    for (const mate of [ofRanking, ofWriter]) {
      await people.signUp(mate, 'clan')
      await mate.goto('/uvijeti')
      await addMember(page, mate)
    }
    await page.goto('/player')
    const streams = [page, ofRanking, ofWriter].map((one) => one.waitForResponse(/\/api\/live/))
    await page.reload()
    await page.getByRole('button', { name: 'Pokaži QR kod' }).click()
    await ofRanking.goto('/player/poredak')
    await ofRanking.getByRole('button', { name: /^Račun/ }).click()
    await ofWriter.goto('/player')
    // Wait before a dialog opens: while one is open, the app does not record them.
    await waitUntilKnown(ofWriter)
    await chooseInMenu(ofWriter, 'Moji podaci')
    const nickname = ofWriter.getByRole('dialog').getByLabel('Nadimak')
    await nickname.fill('upravo pišem')
    await Promise.all(streams)
    for (const one of [page, ofRanking, ofWriter]) await waitUntilDataIsStored(one, /teamPoints/)

    await give(booth, team_id, 'pobjeda')
    for (const [at, one] of [page, ofRanking].entries()) {
      await expect(moment(one).getByText('+25', { exact: true })).toBeVisible()
      await expect(moment(one).getByText('Pobjeda · Arkadna zona')).toBeVisible()
      await expect(moment(one).getByText('Prošli ste: Greška 404')).toBeVisible()
      await timers[at]?.letGo(one)
      await expect(moment(one)).toHaveCount(0)
    }
    await expect(
      page.getByRole('dialog', { name: 'Složni' }).getByRole('img', { name: /QR/ }),
    ).toBeVisible()
    await expect(moment(ofWriter)).toHaveCount(0)
    await expect(nickname).toHaveValue('upravo pišem')
    await ofWriter.keyboard.press('Escape')
    await expect(moment(ofWriter).getByText('+25', { exact: true })).toBeVisible()

    // A booth's tag brings no points of its own.
    await page.keyboard.press('Escape')
    const resumed = page.waitForResponse(/\/api\/live/)
    await page.goto('/s/arkade-01')
    await resumed
    await give(booth, team_id, 'sudjelovanje')
    await expect(moment(page).getByText('+5', { exact: true })).toBeVisible()
    await timers[0]?.letGo(page)
    await page.route(isCall('scan'), async (route) => {
      const response = await route.fetch()
      // The team's points arrive before the scan's answer. If the stream opened after the award, the
      // reading after its greeting brings them, whose random delay may be among the held timers.
      const readStored = async () => {
        await timers[0]?.letGo(page)
        return JSON.stringify(await readStore(page, 'geek-last-seen', 'accounts'))
      }
      await expect.poll(readStored).toMatch(/Skriveno blago/)
      await route.fulfill({ response })
    })
    await page.goto('/s/zmaj-7k2p9x4mq8ab')
    await expect(page.getByRole('heading', { level: 1, name: '+7 bodova' })).toBeVisible()
    await expect(moment(page), 'the screen itself shows the treasure').toHaveCount(0)
    await page.getByRole('link', { name: 'Moja Kartica' }).click()
    await expect(moment(page).getByText('+7', { exact: true })).toBeVisible()
  })
})
