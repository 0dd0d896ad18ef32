import { callAs } from '../e2e/support/call-as'
import { codeIn } from '../e2e/support/people'
import { codesOf } from '../e2e/support/read-qr'
import { expect, test } from './support/journey'

test.afterEach(async ({ game }) => {
  await game.halt('SIGTERM')
  await game.resume()
})

test('faults 66 and 67: the booth’s phone is destroyed before it could send; the team’s phone carries the award, and it counts once', async ({
  iphone,
  game,
  network,
  people,
  playwright,
}) => {
  const request = await playwright.request.newContext({ baseURL: game.ownUrl })
  const profile = people.newProfile('kapetan')
  await callAs({ request }, 'register', { user_data: profile })
  await callAs({ request }, 'signIn', { id: profile.mobile, mtp: codeIn(game.lastSms(profile.mobile)) })
  const team_name = `Nosači ${process.pid}`
  const { team_id } = await callAs({ request }, 'createTeam', { team_name })

  const carrier = await iphone()
  await carrier.signIn(profile.nickname)
  await carrier.untilAppIsCached()
  const booth = await iphone()
  await booth.signIn('iva')
  await booth.untilAppIsCached()
  await booth.open(`/qr/${team_id}`)
  await expect.poll(() => booth.text()).toContain('Pobjeda')
  await expect.poll(() => network.calls('registerDevice').map(({ serverSaid }) => serverSaid)).toEqual(['OK'])
  await game.halt('SIGKILL')

  await booth.press('Pobjeda')
  await expect.poll(() => booth.text()).toContain('Čeka slanje')
  await booth.press(`Pokaži timu: Pobjeda, ${team_name}`)
  let address = ''
  await expect(async () => {
    address = (await codesOf(await booth.screenshot()))[0] ?? ''
    expect(address).toContain(`${game.url}/d/`)
  }).toPass()
  await booth.destroy()

  await carrier.open(address)
  await expect.poll(() => carrier.path()).toBe('/player')
  await expect.poll(() => carrier.text()).toContain('Neprovjereno')
  await game.resume()
  const ledger = async () => (await callAs({ request }, 'teamPoints', {})).awards.map(({ points }) => points)
  await expect.poll(ledger, { timeout: 30_000 }).toEqual([25])
  await expect.poll(() => carrier.text('article')).toContain('25 bodova')

  await carrier.open(address)
  await expect.poll(() => network.calls('deliver').at(-1)?.serverSaid).toBe('OK duplicate')
  expect(await ledger()).toEqual([25])
  await expect.poll(() => carrier.text()).not.toContain('Neprovjereno')
  await request.dispose()
})
