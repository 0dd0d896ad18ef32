import type { Page } from '@playwright/test'
import { backOnline } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import type { People } from '../support/people'
import { withoutStream } from '../support/without-stream'

/** Calls that carry one award or several. */
const AWARD_CALLS = /[?&]option=award_(points|many)(&|$)/
const COOLING_DOWN = 'Odbijeno: Tim je te bodove već dobio. Pričekajte kraj pauze.'

/** Founds a team with a new player, without the screens; returns its id as in the URL of its QR code. */
async function foundTeam(captain: Page, people: People, team_name: string): Promise<string> {
  await people.signUp(captain, 'kapetan')
  return (await callAs(captain, 'createTeam', { team_name })).team_id
}

const cutAwards = (page: Page) => page.context().route(AWARD_CALLS, (route) => route.abort('connectionrefused'))

test('fault 17: signing out with a waiting award warns first and keeps it, and the same account sends it later', async ({
  page,
  people,
  phone,
}) => {
  const captain = await phone()
  const teamId = await foundTeam(captain, people, 'Odjava Prije Slanja')
  const points = async () => (await callAs(captain, 'teamPoints', {})).points
  await people.signIn(page, 'iva')
  await page.goto(`/qr/${teamId}`)
  await cutAwards(page)
  await page.getByRole('button', { name: /^Sudjelovanje/ }).click()
  await expect(page.getByText('Čeka slanje', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Račun: Iva Horvat' }).click()
  await page.getByRole('menuitem', { name: 'Odjava' }).click()
  const dialog = page.getByRole('alertdialog', { name: 'Odjava prije slanja' })
  await expect(dialog).toContainText('1 dodjela čeka slanje.')
  await dialog.getByRole('button', { name: 'Odjavi me' }).click()
  await expect(page).toHaveURL('/')
  await page.context().unroute(AWARD_CALLS)

  await people.openBoard(page, 'luka')
  await expect(page.getByRole('heading', { name: '1 dodjela čeka slanje' })).toBeVisible()
  await page.getByRole('button', { name: 'Račun: Luka Babić' }).click()
  await page.getByRole('menuitem', { name: 'Odjava' }).click()
  await expect(page).toHaveURL('/')
  expect(await points()).toBe(0)

  await people.signIn(page, 'iva')
  await page.goto('/vendor/dodjele')
  await expect(page.getByRole('listitem').filter({ hasText: 'Odjava Prije Slanja' }).filter({ hasText: '+5' })).toBeVisible()
  expect(await points()).toBe(5)
})

test('rule 9, faults 11 and 12: an award that another device of the booth has just given is refused with its reason and its pause, and felt so; a waiting one is set aside, and the awards behind it go through', async ({
  page,
  people,
  phone,
}) => {
  const team = await foundTeam(await phone(), people, 'Pauza Za Dvoje')
  const waitingTeam = await foundTeam(await phone(), people, 'Red Čekanja')
  const other = await phone()
  await people.signIn(other, 'luka')
  const otherGives = (team_id: string) => callAs(other, 'awardPoints', { team_id, point_type: 'pobjeda' })
  // Else it hears of the other's award and closes its button.
  await withoutStream(page.context())
  await page.addInitScript(() => {
    const felt: number[] = []
    Object.assign(window, { felt })
    navigator.vibrate = (pattern) => felt.push([pattern].flat().length) > 0
  })
  await people.signIn(page, 'iva')
  const [victory, participation] = [/^Pobjeda/, /^Sudjelovanje/].map((name) => page.getByRole('button', { name }))
  if (victory === undefined || participation === undefined) throw new Error('two buttons')

  await page.goto(`/qr/${team}`)
  await participation.click()
  await expect(page.getByText('Upisano')).toBeVisible()
  await otherGives(team)
  await victory.click()
  await expect(page.getByText(COOLING_DOWN)).toBeVisible()
  // Not only after the next reading: without a stream there are 15 s between two.
  await expect(victory).toContainText('Pauza: još', { timeout: 4_000 })
  expect(await page.evaluate(() => (window as unknown as { felt: number[] }).felt)).toEqual([1, 3])
  await page.getByRole('button', { name: 'U redu' }).click()

  await page.goto(`/qr/${waitingTeam}`)
  await cutAwards(page)
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

  await page.goto('/qr/nema-tima')
  await expect(page.getByRole('heading', { name: 'Tim nije pronađen. Možda je raspušten.' })).toBeVisible()
})
