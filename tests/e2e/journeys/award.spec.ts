import { backOnline, offerButton } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { withoutStream } from '../support/without-stream'

/** Calls that carry one award or several. */
const AWARD_CALLS = /[?&]option=award_(points|many)(&|$)/
const COOLING_DOWN = 'Odbijeno: Tim je te bodove već dobio. Pričekajte kraj pauze.'

test('an award that another device of the booth has just given is refused with its reason and its pause, and felt so; a waiting one is set aside, and the awards behind it go through', async ({
  page,
  people,
}) => {
  const { team_id: team } = await people.captain('Pauza Za Dvoje')
  const { team_id: waitingTeam } = await people.captain('Red Čekanja')
  const other = await people.staff('luka')
  const otherGives = (team_id: string) => callAs(other, 'awardPoints', { team_id, point_type: 'pobjeda' })
  // Else it hears of the other's award and closes its button.
  await withoutStream(page.context())
  await page.addInitScript(() => {
    const felt: number[] = []
    Object.assign(window, { felt })
    navigator.vibrate = (pattern) => felt.push([pattern].flat().length) > 0
  })
  await people.signIn(page, 'iva')
  const [victory, participation] = [offerButton(page, 'Pobjeda'), offerButton(page, 'Sudjelovanje')]

  await page.goto(`/qr/${team}`)
  await participation.click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await otherGives(team)
  await victory.click()
  await expect(page.getByText(COOLING_DOWN)).toBeVisible()
  // Not only after the next reading: without a stream there are 15 s between two.
  await expect(victory).toContainText('Pauza: još', { timeout: 8_000 })
  expect(await page.evaluate(() => (window as unknown as { felt: number[] }).felt)).toEqual([1, 3])
  await page.getByRole('button', { name: 'U redu' }).click()

  await page.goto(`/qr/${waitingTeam}`)
  await page.context().route(AWARD_CALLS, (route) => route.abort('connectionrefused'))
  await victory.click()
  await participation.click()
  await expect(page.getByText('Čeka slanje', { exact: true })).toHaveCount(2)
  await otherGives(waitingTeam)
  await page.context().unroute(AWARD_CALLS)
  await backOnline(page)
  await expect(page.getByText(COOLING_DOWN)).toBeVisible()
  await expect(page.getByText('Upisano')).toBeVisible()
  await page.goto('/vendor')
  await expect(page.getByText(COOLING_DOWN)).toBeVisible()
  await page.getByRole('button', { name: 'U redu' }).click()
  await expect(page.getByText('Odbijeno:', { exact: false })).toBeHidden()
})
