import type { Page } from '@playwright/test'
import { LIVE_PATH } from '#contract/live'
import { callAs } from '../support/call-as'
import { holdTimers } from '../support/held-timers'
import { expect, test } from '../support/journey'
import { foundTeam, panel, teamIdOf } from '../support/teams'
import { expectToast } from '../support/toasts'

test('two tabs share one stream, and the second takes it over from the first', async ({
  page,
  people,
  context,
}) => {
  const opened: Page[] = []
  context.on('request', (request) => {
    if (new URL(request.url()).pathname === LIVE_PATH) opened.push(request.frame().page())
  })
  // Hold the timers, so that only the stream can bring the points. The bench checks that points arrive within a second.
  await holdTimers(context, 15_000, 15_000)
  const greeted = page.waitForResponse((one) => new URL(one.url()).pathname === LIVE_PATH)
  await foundTeam(page, people, 'Jedan Tok')
  expect((await greeted).status()).toBe(200)
  const team_id = await teamIdOf(page)
  const second = await context.newPage()
  // A real browser would hide the first tab behind the new one; here both count as visible.
  await second.goto('/player/tim')
  const news = panel(page, 'Posljednji bodovi')
  await expect(news).toContainText('Još nema dodjela.')
  await expect(panel(second, 'Dodjele bodova')).toContainText('Još nema dodjela.')
  const booth = await people.staff('iva')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await expect(news).toContainText('Pobjeda')
  await expect(panel(second, 'Dodjele bodova')).toContainText('Pobjeda')

  await callAs(await people.player('molitelj'), 'joinTeam', { team_id })
  for (const tab of [page, second]) await expectToast(tab, 'Novi zahtjev')
  expect(opened).toEqual([page])
  await page.close()
  await expect.poll(() => opened.at(-1) === second).toBe(true)
})
