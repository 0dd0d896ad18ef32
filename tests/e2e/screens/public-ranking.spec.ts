import type { Page } from '@playwright/test'
import { isCall } from '../support/answers'
import { callAs } from '../support/call-as'
import { correct } from '../support/control-room'
import { holdTimers } from '../support/held-timers'
import { expect, test } from '../support/journey'
import type { People } from '../support/people'
import { checkState, expectGoodOnPhoneAndDesktop, expectUsable } from '../support/usable'

test('the public ranking follows an award at once without a sign-in, and recovers from an outage', async ({
  page: hall,
  game,
  people,
}) => {
  await hall.setViewportSize({ width: 1280, height: 800 })
  // Hold the timers, so that the hall does not read again by itself.
  await holdTimers(hall, 15_000, 15_000)
  const { team_id } = await people.captain('Na Platnu')
  const booth = await people.staff('iva')
  // Lift the team above all teams of other journeys: the projector always shows only the first
  // places, and the rest page by page.
  const organiser = await people.staff('ana')
  const adjust = (points: number) =>
    callAs(organiser, 'adjustPoints', {
      team_id,
      points,
      reason: 'Prednost',
      adjustment_id: crypto.randomUUID(),
    })
  await adjust(9_000)
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  const stream = hall.waitForResponse(/\/api\/live\?.*screen=ranking/)
  await hall.goto('/poredak')
  expect((await stream).status()).toBe(200)
  const row = hall.getByRole('listitem').filter({ hasText: 'Na Platnu' }).first()
  await expect(row).toContainText('9 005 bodova')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await expect(row).toContainText('9 030 bodova')
  await expectUsable(hall, 'public-ranking')

  await game.halt()
  await game.resume()
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await expect(row).toContainText('9 035 bodova')

  await hall.context().setOffline(true)
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await hall.context().setOffline(false)
  await expect(row).toContainText('9 040 bodova')
  await adjust(-9_000)
})

/**
 * Opens the card on the phone of one more team member. Holds the timer that would end the
 * announcement of a place.
 */
async function memberOf(
  phone: Page,
  people: People,
  captain: Awaited<ReturnType<People['captain']>> | undefined,
): Promise<Page> {
  if (captain === undefined) throw new Error('there is no such team')
  const { team_id } = captain
  await holdTimers(phone, 9_000, 9_000)
  await people.signUp(phone, 'clan')
  const { invite_token } = await callAs(captain, 'inviteToTeam', {})
  await callAs(phone, 'joinTeam', { team_id, invite_token })
  const stream = phone.waitForResponse(/\/api\/live/)
  await phone.goto('/player')
  await stream
  await expect(phone.getByText(/Zamrznuto/)).toBeVisible()
  return phone
}

/** Records every text that the page tells screen readers from now on. */
async function noteStatus(page: Page): Promise<() => Promise<readonly string[]>> {
  const noted = await page.evaluateHandle(() => {
    const texts: string[] = []
    const status = document.querySelector('main [role=status]')
    new MutationObserver(() => {
      const text = status?.textContent.replaceAll(/\s+/g, ' ').trim() ?? ''
      if (text !== texts.at(-1)) texts.push(text)
    }).observe(status ?? document, { childList: true, subtree: true, characterData: true })
    return texts
  })
  return () => noted.jsonValue()
}

test('rule 16: the organiser’s phone uncovers the ranking place by place, and the projector follows within a second', async ({
  page: hall,
  people,
  phone,
}) => {
  await hall.setViewportSize({ width: 1280, height: 800 })
  const [desk, other] = [await phone(), await phone()]
  const booth = await people.staff('iva')
  // The last two teams share a place.
  const teams = await Promise.all(
    Array.from({ length: 12 }, async (_, index) => await people.captain(`Otkriveni ${index + 1}`)),
  )
  const organiser = await people.staff('ana')
  // Give each more points than any team of another journey has.
  for (const [index, { team_id }] of teams.entries()) {
    const adjustment = {
      team_id,
      points: 5_000 - Math.min(index, 10) * 50,
      reason: 'Igra',
      adjustment_id: crypto.randomUUID(),
    }
    await callAs(organiser, 'adjustPoints', adjustment)
  }
  await callAs(organiser, 'freeze', {})
  const last = teams[11]?.team_id ?? ''
  // After the freeze the last team climbs to the first place.
  for (let award = 0; award < 2; award++)
    await callAs(booth, 'awardPoints', { team_id: last, point_type: 'sudjelovanje' })
  await callAs(organiser, 'adjustPoints', {
    team_id: last,
    points: 2_000,
    reason: 'Igra',
    adjustment_id: crypto.randomUUID(),
  })
  await holdTimers(hall, 15_000, 15_000)
  await hall.goto('/poredak')
  await expect(hall.getByText('Poredak je zamrznut')).toBeVisible()
  const rows = hall.getByRole('main').locator('ol').first().locator('li')
  await expect(rows.first()).toContainText('Otkriveni 1')
  await checkState(hall, 'public-ranking-frozen')

  for (const page of [desk, other]) {
    await people.signIn(page, 'ana')
    await page.goto('/organizator?dio=kraj')
  }
  const next = (page: typeof desk) =>
    page.getByRole('button', { name: 'Otkrij sljedeće mjesto', exact: true })
  await next(desk).click()
  await expect(desk.getByRole('alertdialog')).toContainText('Otkriveno se ne može sakriti.')
  await desk
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Otkrij sljedeće mjesto' })
    .click()
  await expect(desk.getByRole('alertdialog')).toBeHidden()
  await expect(next(desk)).toBeFocused()
  const stage = hall.getByRole('main').locator('section').filter({ hasText: 'Otkriveni' }).last()
  await expect(stage.getByRole('heading', { name: 'Otkriveni 9' })).toBeVisible()
  await expect(stage.getByRole('list', { name: 'Članovi' }).getByRole('listitem')).toHaveCount(1)
  await expect(rows).toHaveCount(10)
  await expect(hall.getByText('Još nije otkriveno')).toHaveCount(9)
  // The row of the team that led at the freeze is covered too.
  await expect(rows.filter({ hasText: 'Otkriveni 1' })).toHaveCount(0)
  const heights = await rows.evaluateAll((all) =>
    all.map((row) => (row instanceof HTMLElement ? row.offsetHeight : 0)),
  )
  expect(new Set(heights).size, `rows as high as each other: ${heights.join(', ')} px`).toBe(1)
  await expectGoodOnPhoneAndDesktop(hall, 'public-ranking-reveal')

  // Both organisers tap at once, one of them twice: only one place is uncovered.
  await expect(next(other)).toBeVisible()
  await expect(
    other.getByRole('status').filter({ hasText: 'Svi vide: 10. mjesto, Otkriveni 9.' }),
  ).toBeVisible()
  // Hold both calls until both have tapped: whoever tapped later might already see the next place.
  const taps = [desk, other].map((page) => ({ page, made: Promise.withResolvers<void>() }))
  for (const { page, made } of taps) {
    await page.route(isCall('revealNext'), async (route) => {
      made.resolve()
      for (const tap of taps) await tap.made.promise
      await route.continue()
    })
  }
  await Promise.all([next(desk).dblclick(), next(other).click()])
  await expect(stage.getByRole('heading', { name: 'Otkriveni 8' })).toBeVisible()
  await expect(hall.getByText('Još nije otkriveno')).toHaveCount(8)
  await expect(
    desk.getByRole('status').filter({ hasText: 'Skriveno je još 8 mjesta.' }),
  ).toBeVisible()
  await callAs(organiser, 'hideTeam', { team_id: teams[4]?.team_id ?? '', reason: 'Uvreda' })
  await expect(hall.getByText('Još nije otkriveno')).toHaveCount(7)

  // The first organiser's phone is gone; a screen opened now shows the places that are already uncovered.
  await desk.close()
  await hall.emulateMedia({ reducedMotion: 'no-preference' })
  await hall.reload()
  await expect(stage.getByRole('heading', { name: 'Otkriveni 8' })).toBeVisible()
  const member = await memberOf(await phone(), people, teams[6])
  const said = await noteStatus(hall)
  await next(other).click()
  await expect(member.locator('[data-moment]').getByText('7.', { exact: true })).toBeVisible()
  await checkState(member, 'place-moment')
  await expect(stage.getByRole('heading', { name: 'Otkriveni 7' })).toBeVisible()
  await expect(hall.getByText('Još nije otkriveno')).toHaveCount(6)
  // Check only the last text: before it the place is announced without the team for two seconds,
  // unless the page is too busy.
  await expect.poll(async () => (await said()).at(-1)).toBe('7. mjesto: Otkriveni 7, 4 700 bodova')
  await correct(other, 'Otkrij poredak')
  await expect(hall.getByRole('heading', { name: 'Posljednje dodjele' })).toBeVisible()
  await expect(rows.first()).toContainText('Otkriveni 12')
})
