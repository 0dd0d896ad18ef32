import { isCall } from '../support/answers'
import { standing, tap } from '../support/booth-screen'
import { callAs } from '../support/call-as'
import { windBackDevices } from '../support/game-database'
import { expect, test } from '../support/journey'
import { passTime } from '../support/pass-time'
import { expectGoodOnPhoneAndDesktop } from '../support/phone-and-desktop'
import { panel } from '../support/teams'
import { waitingOf } from '../support/waiting-of'

const MINUTE_MS = 60_000

test('a booth that falls silent is named first, with what waits on it; its awards arrive later and show when they were made', async ({
  page: booth,
  people,
  phone,
  game,
}) => {
  const [card, desk] = [await phone(), await phone()]
  await people.signUp(card, 'strpljivi')
  const { team_id } = await callAs(card, 'createTeam', { team_name: 'Strpljiva Ekipa' })
  await people.signIn(desk, 'ana')
  await booth.clock.install()
  await people.signIn(booth, 'zoran')
  await booth.goto(`/qr/${team_id}`)
  await booth.route(isCall('awardPoints'), (route) => route.abort())
  await tap(booth)
  await expect(standing(booth)).toHaveText('Čeka slanje')
  // The first look at the tags is a call, and each call says what waits.
  await booth.getByRole('link', { name: 'Oznake' }).first().click()
  await expect.poll(() => waitingOf(desk, 'zoran')).toBe(1)
  await booth.context().setOffline(true)
  await booth.goBack()
  await tap(booth)
  await expect(standing(booth)).toHaveText('Čeka slanje')
  await windBackDevices(game.databaseUrl, 'nestalni', 20 * MINUTE_MS)
  await passTime(booth, 20 * MINUTE_MS)

  const troubles = panel(desk, 'Zahtijeva pozornost').getByRole('listitem')
  await desk.goto('/organizator')
  await expect(troubles.first()).toHaveText(
    'Nestalni štand: nijedan uređaj nije povezan, posljednji put prije 20 minuta · Na uređaju (zoran) čeka 1 dodjela',
  )
  await expectGoodOnPhoneAndDesktop(desk)

  await booth.unroute(isCall('awardPoints'))
  await booth.context().setOffline(false)
  await expect(standing(booth)).toHaveText('Upisano')
  await expect.poll(() => waitingOf(desk, 'zoran')).toBe(0)
  await desk.reload()
  await expect(troubles.filter({ hasText: 'Nestalni štand' })).toHaveCount(0)
  await desk.goto('/organizator?stand=nestalni')
  await expect(desk.getByRole('listitem').filter({ hasText: '(zoran)' })).toContainText('uređaj povezan upravo sada')
  await desk.goto(`/organizator?dio=trazi&tim=${team_id}`)
  await expect(desk.getByText('stiglo 20 minuta kasnije')).toHaveCount(2)
})
