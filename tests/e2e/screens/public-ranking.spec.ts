import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'
import { foundTeam, teamIdOf } from '../support/teams'

test('the public ranking needs no sign-in, follows an award at once, and comes back after the server was restarted and the network was away', async ({
  page: hall,
  game,
  people,
  phone,
}) => {
  const [captain, booth] = [await phone(), await phone()]
  await foundTeam(captain, people, 'Na Platnu')
  const team_id = await teamIdOf(captain)
  await people.signIn(booth, 'iva')
  const stream = hall.waitForResponse(/\/api\/live\?.*screen=ranking/)
  await hall.goto('/poredak')
  expect((await stream).status()).toBe(200)
  const row = hall.getByRole('listitem').filter({ hasText: 'Na Platnu' }).first()
  await expect(row).toContainText('0 bodova')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await expect(row).toContainText('25 bodova', { timeout: 3_000 })

  await game.halt('SIGTERM')
  await game.resume()
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await expect(row).toContainText('30 bodova', { timeout: 15_000 })

  await hall.context().setOffline(true)
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await hall.context().setOffline(false)
  await expect(row).toContainText('35 bodova', { timeout: 15_000 })
})
