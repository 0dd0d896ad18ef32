import { callAs } from '../support/call-as'
import { expect, test } from '../support/journey'

test('the public ranking needs no sign-in, follows an award at once, comes back after the server was restarted and the network was away, and reveals its places without cutting one off', async ({
  page: hall,
  game,
  people,
}) => {
  await hall.setViewportSize({ width: 1280, height: 800 })
  const { team_id } = await people.captain('Na Platnu')
  for (let rival = 1; rival < 10; rival += 1) await people.captain(`Na Platnu ${rival}.`)
  const [booth, organiser] = [await people.staff('iva'), await people.staff('ana')]
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  const stream = hall.waitForResponse(/\/api\/live\?.*screen=ranking/)
  await hall.goto('/poredak')
  expect((await stream).status()).toBe(200)
  const row = hall.getByRole('listitem').filter({ hasText: 'Na Platnu' }).first()
  await expect(row).toContainText('5 bodova')
  await callAs(booth, 'awardPoints', { team_id, point_type: 'pobjeda' })
  await expect(row).toContainText('30 bodova', { timeout: 8_000 })

  await game.halt('SIGTERM')
  await game.resume()
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await expect(row).toContainText('35 bodova')

  await hall.context().setOffline(true)
  await callAs(booth, 'awardPoints', { team_id, point_type: 'sudjelovanje' })
  await hall.context().setOffline(false)
  await expect(row).toContainText('40 bodova')

  await callAs(organiser, 'freeze', {})
  await expect(hall.getByText('Poredak je zamrznut')).toBeVisible()
  await callAs(organiser, 'reveal', {})
  await expect(hall.getByRole('heading', { name: 'Otkrivanje poretka' })).toBeVisible()
  const places = hall.getByRole('main').locator('ol').first().locator('li')
  await expect(places).toHaveCount(10)
  await expect(places.last().getByText(/bod/)).toBeAttached()
  // Not its box, which is flat while it turns.
  const heights = await places.evaluateAll((rows) => rows.map((row) => (row instanceof HTMLElement ? row.offsetHeight : 0)))
  expect(new Set(heights).size, `rows as high as each other: ${heights.join(', ')} px`).toBe(1)
})
