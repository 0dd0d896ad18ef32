import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { announce } from '#server/corrections/announce'
import { openDatabase } from '#server/db/open'
import { isPublicAddress, isPushEndpoint } from '#server/push/deliver'
import { createTestDatabase } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { insertEvent, insertTag } from '../support/event'
import { startGame } from '../support/game-server'
import { openStream } from '../support/live'
import { foundTeam, type Person, signInAgain, signInOrganiser, signInStaff, signUp } from '../support/people'
import { type Device, type PushService, startPushService } from '../support/push-service'
import { useGame } from '../support/use-game'

describe('notifications', () => {
  const game = useGame(engineUnderTest(), { pushToLoopback: true })
  let service: PushService
  beforeAll(async () => {
    service = await startPushService()
  })
  afterAll(() => service.close())

  async function subscribe({ api }: Person): Promise<Device> {
    const device = service.subscribe()
    await api.ok('subscribePush', { subscription: device.subscription })
    return device
  }
  const titles = (device: Device) => device.messages.map(({ text }) => (JSON.parse(text) as { title: string }).title)

  test('points are told to the team’s phones, encrypted for each and signed with the key that browsers subscribe with', async () => {
    const team = await foundTeam(game(), { name: 'Džepni Mobiteli' })
    const phone = await subscribe(team.captain)
    const { api } = await signInStaff(game(), 'iva')
    for (const point_type of ['pobjeda', 'kviz']) await api.ok('awardPoints', { team_id: team.id, point_type })
    await expect.poll(() => phone.messages.length).toBe(1)
    const [message] = phone.messages
    // Two awards at once are one notice.
    expect(JSON.parse(message?.text ?? '')).toEqual({
      title: '+30\u00a0bodova',
      body: 'Džepni Mobiteli: Pobjeda (Arkadna zona), Kviz (Arkadna zona)',
      path: '/player',
      tag: 'points:points',
    })
    expect(message?.sentBy).toBe((await team.captain.api.ok('pushKey', {})).public_key)
    expect(message?.claims.aud).toBe(service.origin)
    expect(message?.claims.sub).toMatch(/^(mailto|https):/)
    expect(message?.claims.exp).toBeLessThanOrEqual(Date.now() / 1000 + 24 * 3600)
  })

  test('a request is told to the captain, and its answer to who asked', async () => {
    const team = await foundTeam(game(), { size: 2 })
    const [asking, refused] = [await signUp(game()), await signUp(game())]
    const captain = await subscribe(team.captain)
    const [phone, other] = [await subscribe(asking), await subscribe(refused)]
    const member = team.members[0]
    const bystander = member === undefined ? null : await subscribe(member)
    for (const { api } of [asking, refused]) await api.ok('joinTeam', { team_id: team.id })
    await expect
      .poll(() => titles(captain).sort())
      .toEqual([asking, refused].map(({ nickname }) => `Novi zahtjev: ${nickname}`).sort())
    await team.captain.api.ok('acceptInvite', { player_id: asking.id })
    await team.captain.api.ok('rejectInvite', { player_id: refused.id })
    await expect.poll(() => titles(phone)).toEqual([`Primljeni ste u tim ${team.name}.`])
    await expect.poll(() => titles(other)).toEqual(['Zahtjev je odbijen.'])
    expect(bystander?.messages).toEqual([])
  })

  test('the organiser’s message is told to whom it is for', async () => {
    const [player, staff] = [await signUp(game()), await signInStaff(game(), 'mia')]
    const [phone, board] = [await subscribe(player), await subscribe(staff)]
    const organiser = await signInOrganiser(game())
    for (const to of ['players', 'staff', 'all'] as const) await organiser.api.ok('announce', { text: `Za ${to}`, to })
    const texts = (device: Device) => device.messages.map(({ text }) => (JSON.parse(text) as { body: string }).body).sort()
    await expect.poll(() => texts(phone)).toEqual(['Za all', 'Za players'])
    await expect.poll(() => texts(board)).toEqual(['Za all', 'Za staff'])
    // One does not take the other's place on the phone.
    const tags = board.messages.map(({ text }) => (JSON.parse(text) as { tag: string }).tag)
    expect(new Set(tags).size).toBe(2)
  })

  test('nothing is sent while the app is open in front, nor to who scanned the bonus', async () => {
    const team = await foundTeam(game(), { size: 3 })
    const [watching, away] = team.members
    if (watching === undefined || away === undefined) throw new Error('no members')
    const [scanner, open, pocket] = [await subscribe(team.captain), await subscribe(watching), await subscribe(away)]
    const stream = await openStream(game(), watching.api)
    const nfc_id = await insertTag(game().db, { nfc_type: 'bonus', point_type: 'blago' })
    await team.captain.api.ok('scan', { nfc_id })
    await expect.poll(() => titles(pocket)).toEqual(['+7\u00a0bodova'])
    expect([scanner.messages, open.messages]).toEqual([[], []])
    stream.close()
  })

  test('a busy push service is asked again when it said, and a subscription that it calls gone is deleted', async () => {
    const team = await foundTeam(game())
    const phone = await subscribe(team.captain)
    const { api } = await signInStaff(game(), 'iva')
    const count = async () =>
      (await game().db.read.selectFrom('push_subscriptions').where('user_id', '=', team.captain.id).selectAll().execute()).length
    service.answerWith(429, { 'retry-after': '1' })
    const before = service.requests()
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    await expect.poll(() => service.requests()).toBe(before + 1)
    service.answerWith(201)
    await expect.poll(() => titles(phone)).toEqual(['+1\u00a0bod'])
    expect(await count()).toBe(1)
    service.answerWith(410)
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    await expect.poll(count).toBe(0)
    service.answerWith(201)
  })

  test('a device that signs out, or switches notifications off, is told nothing more', async () => {
    const team = await foundTeam(game())
    const other = await signInAgain(game(), team.captain.id)
    const [stays, leaves, off] = [await subscribe(team.captain), await subscribe(other), await subscribe(team.captain)]
    await team.captain.api.ok('unsubscribePush', { endpoint: off.subscription.endpoint })
    await other.api.ok('signOut', { id: team.captain.id, mtp: 'logout' })
    const { api } = await signInStaff(game(), 'iva')
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    await expect.poll(() => titles(stays)).toEqual(['+1\u00a0bod'])
    expect([leaves.messages, off.messages]).toEqual([[], []])
  })

  test('fault 65: a notice that waits for its second try is not sent to a device that has signed out since', async () => {
    const team = await foundTeam(game())
    const other = await signInAgain(game(), team.captain.id)
    const [leaves, stays] = [await subscribe(other), await subscribe(team.captain)]
    const { api } = await signInStaff(game(), 'iva')
    service.answerWith(429, { 'retry-after': '2' })
    const before = service.requests()
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    await expect.poll(() => service.requests()).toBe(before + 2)
    await other.api.ok('signOut', { id: team.captain.id, mtp: 'logout' })
    service.answerWith(201)
    await expect.poll(() => titles(stays)).toEqual(['+1\u00a0bod'])
    await api.ok('awardPoints', { team_id: team.id, point_type: 'pobjeda' })
    await expect.poll(() => titles(stays)).toEqual(['+1\u00a0bod', '+25\u00a0bodova'])
    expect([leaves.messages, service.requests()]).toEqual([[], before + 4])
  })

  test('fault 65: a captain is not told of a request that was withdrawn while its notice waited, nor of one player again and again', async () => {
    const team = await foundTeam(game())
    const captain = await subscribe(team.captain)
    const organiser = await signInOrganiser(game())
    const [hasty, stubborn] = [await signUp(game()), await signUp(game())]
    const before = service.requests()
    service.answerWith(429, { 'retry-after': '1' })
    await hasty.api.ok('joinTeam', { team_id: team.id })
    await expect.poll(() => service.requests()).toBe(before + 1)
    await hasty.api.ok('rejectInvite', { player_id: hasty.id })
    service.answerWith(201)
    for (let round = 0; round < 8; round++) {
      await stubborn.api.ok('joinTeam', { team_id: team.id })
      await expect.poll(() => titles(captain)).toEqual([`Novi zahtjev: ${stubborn.nickname}`])
      await team.captain.api.ok('rejectInvite', { player_id: stubborn.id })
    }
    await organiser.api.ok('announce', { text: 'Finale!', to: 'players' })
    await expect.poll(() => titles(captain)).toEqual([`Novi zahtjev: ${stubborn.nickname}`, 'Poruka organizatora'])
  })

  test('an endpoint that is no push service’s is refused', async () => {
    const { api } = await signUp(game())
    for (const endpoint of ['http://push.example.com/x', 'https://10.0.0.1/x', 'https://[::1]/x', 'https://intranet/x']) {
      const refused = await api.ko('subscribePush', { subscription: { endpoint, keys: { p256dh: 'BAbc', auth: 'abc' } } })
      expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual(['INVALID_INPUT', ['subscription']])
    }
  })
})

const BY = { userId: null, reason: null }

describe('a message that another process wrote', () => {
  test('is a notification, once, however many servers hear of it', async () => {
    const database = await createTestDatabase('postgres')
    const game = await startGame('postgres', { database, servers: 2, pushToLoopback: true })
    const service = await startPushService()
    try {
      await insertEvent(game.db)
      const { api } = await signUp(game)
      const device = service.subscribe()
      await api.ok('subscribePush', { subscription: device.subscription })
      const other = { db: await openDatabase(database.location), now: game.clock.now }
      for (const text of ['Ručak do 13 h.', 'Finale u 17 h.']) await announce(other, BY, text, 'players')
      await announce(other, BY, 'Samo štandovima.', 'staff')
      await other.db.close()
      const texts = () => device.messages.map((message) => (JSON.parse(message.text) as { body: string }).body).sort()
      await expect.poll(texts).toEqual(['Finale u 17 h.', 'Ručak do 13 h.'])
      const untold = game.db.read.selectFrom('messages').where('notified_at', 'is', null).selectAll()
      await expect.poll(() => untold.execute()).toEqual([])
      // Every server has heard of this, and of all that came before.
      const organiser = await signInOrganiser(game, 1)
      await organiser.api.ok('announce', { text: 'Hvala svima!', to: 'all' })
      await expect.poll(texts).toEqual(['Finale u 17 h.', 'Hvala svima!', 'Ručak do 13 h.'])
    } finally {
      await service.close()
      await game.close()
    }
  })
})

test('only addresses of the Internet are called, whatever a host name resolves to', () => {
  const inner = [
    ...['127.0.0.1', '10.1.2.3', '172.20.0.1', '192.168.1.1', '169.254.169.254', '100.64.0.1', '0.0.0.0', '224.0.0.1'],
    ...['::1', 'fe80::1', 'fd00::1', '::ffff:10.0.0.1', '2002:0a00:0001::', 'x'],
  ]
  expect(inner.filter(isPublicAddress)).toEqual([])
  expect(['142.250.1.1', '2a00:1450:4001::1'].filter(isPublicAddress)).toHaveLength(2)
  const named = [
    'localhost.',
    'x.localhost.',
    'x.internal',
    'x.internal.',
    'X.INTERNAL..',
    'x.local.',
    'router.lan',
    'x.home.arpa.',
    '10.in-addr.arpa',
  ]
  const numbers = ['127.0.0.1.', '2130706433', '0x7f.1', '0177.0.0.1', '[::1]', '[::ffff:10.0.0.1]', '1.1.1.1']
  const hosts = [...named, 'x.test', 'x.onion', 'intranet', 'push.example.com.', 'push..example.com', ...numbers]
  const wrong = [
    ...hosts.map((host) => `https://${host}/x`),
    'http://127.0.0.1:1/x',
    'https://user@push.example.com/',
    'https://push.example.com:8443/',
  ]
  expect(wrong.filter((one) => isPushEndpoint(one, false))).toEqual([])
  expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc', false)).toBe(true)
})
