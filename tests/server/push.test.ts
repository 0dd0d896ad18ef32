import { randomUUID } from 'node:crypto'
import { createSocket } from 'node:dgram'
import type { AddressInfo } from 'node:net'
import { afterAll, describe, expect, test } from 'vitest'
import { createPublicLookup, isPublicAddress, isPushEndpoint } from '#server/push/deliver'
import { engineUnderTest } from '../support/engine-under-test'
import { insertTag } from '../support/event'
import { openStream } from '../support/live'
import { foundTeam, type Person, signIn, signInOrganiser, signUp } from '../support/people'
import { type Device, type PushService, startPushService } from '../support/push-service'
import { useGame } from '../support/use-game'

const titles = (device: Device) =>
  device.messages.map(({ text }) => (JSON.parse(text) as { title: string }).title)

const bodies = (device: Device) =>
  device.messages.map(({ text }) => (JSON.parse(text) as { body: string }).body)

const services: PushService[] = []
afterAll(() => Promise.all(services.map((service) => service.close())))

/** A separate push service, and a way to subscribe to it. */
async function ownService() {
  const service = await startPushService()
  services.push(service)
  const subscribe = async ({ api }: Person): Promise<Device> => {
    const device = service.subscribe()
    await api.ok('subscribePush', { subscription: device.subscription })
    return device
  }
  return { service, subscribe }
}

// In parallel, because each test waits until notices are gathered or sent again.
describe('notifications', { concurrent: true }, () => {
  const game = useGame(engineUnderTest(), { pushToLoopback: true })

  test('points are sent to the team’s phones: encrypted for each, and signed with the key that browsers subscribe with', async ({
    expect,
  }) => {
    const { service, subscribe } = await ownService()
    const team = await foundTeam(game, { name: 'Džepni Mobiteli' })
    const [phone, tablet] = [await subscribe(team.captain), await subscribe(team.captain)]
    const { api } = await signIn(game, 'iva')
    for (const point_type of ['pobjeda', 'kviz'])
      await api.ok('awardPoints', { team_id: team.id, point_type })
    await expect.poll(() => [phone, tablet].map(({ messages }) => messages.length)).toEqual([1, 1])
    const [message] = phone.messages
    expect(tablet.messages[0]?.text).toBe(message?.text)
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

  test('points that an organiser adds, moves to the team or accepts late are sent once', async ({
    expect,
  }) => {
    const { subscribe } = await ownService()
    const [team, other] = [await foundTeam(game), await foundTeam(game)]
    const [{ api: organiser }, { api: staff }] = [
      await signInOrganiser(game),
      await signIn(game, 'iva'),
    ]
    const phone = await subscribe(team.captain)
    const told: string[] = []
    const arrives = async (title: string, act: () => Promise<unknown>) => {
      for (let times = 0; times < 2; times++) await act()
      told.push(title)
      await expect.poll(() => titles(phone)).toEqual(told)
    }
    const reason = 'Ispravak'
    const adjusted = { team_id: team.id, points: 3, reason, adjustment_id: randomUUID() }
    await arrives('+3\u00a0boda', () => organiser.ok('adjustPoints', adjusted))
    const { award } = await staff.ok('awardPoints', { team_id: other.id, point_type: 'dolazak' })
    const moved = { award_id: award.award_id, team_id: team.id, reason }
    await arrives('+1\u00a0bod', () => organiser.ok('moveAward', moved))
    // Results stay open, because other tests give points meanwhile.
    const [late_id, now] = [randomUUID(), game.clock.now()]
    const given = { vendor_id: 'arkade', point_type: 'kviz', points: 5, user_id: 'iva' }
    const own = { late_id, award_id: randomUUID(), team_id: team.id, kind: 'award' as const }
    await game.db.write({ kind: 'records' }, (tx) =>
      tx
        .insertInto('late_entries')
        .values({ ...given, ...own, made_at: now, received_at: now, signed: 0 })
        .execute(),
    )
    await arrives('+5\u00a0bodova', () => organiser.ok('acceptLate', { late_id, reason }))
  })

  test('rule 15: points of a hidden team are sent to its own members with its name', async ({
    expect,
  }) => {
    const { subscribe } = await ownService()
    const team = await foundTeam(game)
    const phone = await subscribe(team.captain)
    const organiser = await signInOrganiser(game)
    await organiser.api.ok('hideTeam', { team_id: team.id, reason: 'Uvredljiv naziv' })
    const { api } = await signIn(game, 'iva')
    await api.ok('awardPoints', { team_id: team.id, point_type: 'pobjeda' })
    await expect.poll(() => bodies(phone)).toEqual([`${team.name}: Pobjeda (Arkadna zona)`])
  })

  test('a request is sent to the captain, and its answer to the person who asked', async ({
    expect,
  }) => {
    const { subscribe } = await ownService()
    const team = await foundTeam(game, { size: 2 })
    const [asking, refused] = [await signUp(game), await signUp(game)]
    const captain = await subscribe(team.captain)
    const [phone, other] = [await subscribe(asking), await subscribe(refused)]
    const bystander = await subscribe(team.members[0] ?? team.captain)
    const requests = [asking, refused].map(({ nickname }) => `Novi zahtjev: ${nickname}`).sort()
    for (const { api } of [asking, refused]) await api.ok('joinTeam', { team_id: team.id })
    await expect.poll(() => titles(captain).sort()).toEqual(requests)
    await team.captain.api.ok('acceptInvite', { player_id: asking.id })
    await team.captain.api.ok('rejectInvite', { player_id: refused.id })
    await expect.poll(() => titles(phone)).toEqual([`Primljeni ste u tim ${team.name}.`])
    await expect.poll(() => titles(other)).toEqual(['Zahtjev je odbijen.'])
    expect(bystander.messages).toEqual([])
  })

  test('nothing is sent to a person whose app is open in front, nor to the person who scanned the bonus', async ({
    expect,
  }) => {
    const { subscribe } = await ownService()
    const team = await foundTeam(game, { size: 3 })
    const [watching, away] = team.members
    if (watching === undefined || away === undefined) throw new Error('no members')
    const [scanner, open, pocket] = [
      await subscribe(team.captain),
      await subscribe(watching),
      await subscribe(away),
    ]
    const stream = await openStream(game, watching.api)
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    await team.captain.api.ok('scan', { nfc_id })
    await expect.poll(() => titles(pocket)).toEqual(['+7\u00a0bodova'])
    expect([scanner.messages, open.messages]).toEqual([[], []])
    stream.close()
  })

  test('a subscription is deleted once its push service answers that it is gone', async ({
    expect,
  }) => {
    const { service, subscribe } = await ownService()
    const team = await foundTeam(game)
    await subscribe(team.captain)
    const rows = () =>
      game.db.read
        .selectFrom('push_subscriptions')
        .where('user_id', '=', team.captain.id)
        .selectAll()
        .execute()
    expect(await rows()).toHaveLength(1)
    service.answerWith(410)
    await (await signIn(game, 'iva')).api.ok('awardPoints', {
      team_id: team.id,
      point_type: 'dolazak',
    })
    await expect.poll(rows).toEqual([])
  })

  test('fault 65: no notification reaches a device that has unsubscribed or signed out, not even a waiting one', async ({
    expect,
  }) => {
    const { service, subscribe } = await ownService()
    const team = await foundTeam(game)
    const other = await signIn(game, team.captain.id)
    const [leaves, stays, off] = [
      await subscribe(other),
      await subscribe(team.captain),
      await subscribe(team.captain),
    ]
    await team.captain.api.ok('unsubscribePush', { endpoint: off.subscription.endpoint })
    const { api } = await signIn(game, 'iva')
    service.answerWith(429, { 'retry-after': '1' })
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    await expect.poll(() => service.requests()).toBe(2)
    await other.api.ok('signOut', { id: team.captain.id, mtp: 'logout' })
    service.answerWith(201)
    await expect.poll(() => titles(stays)).toEqual(['+1\u00a0bod'])
    await api.ok('awardPoints', { team_id: team.id, point_type: 'pobjeda' })
    await expect.poll(() => titles(stays)).toEqual(['+1\u00a0bod', '+25\u00a0bodova'])
    expect([leaves.messages, off.messages, service.requests()]).toEqual([[], [], 4])
  })

  test('an endpoint that cannot be a push service’s is refused', async () => {
    const { api } = await signUp(game)
    for (const endpoint of [
      'http://push.example.com/x',
      'https://10.0.0.1/x',
      'https://[::1]/x',
      'https://intranet/x',
    ]) {
      const refused = await api.ko('subscribePush', {
        subscription: { endpoint, keys: { p256dh: 'BAbc', auth: 'abc' } },
      })
      expect([refused.code, Object.keys(refused.fields ?? {})]).toEqual([
        'INVALID_INPUT',
        ['subscription'],
      ])
    }
  })
})

describe('messages of the organiser', () => {
  const game = useGame(engineUnderTest(), { pushToLoopback: true })

  test('an organiser’s message is sent only to its audience, and to the devices of organisers', async () => {
    const { subscribe } = await ownService()
    const [player, staff] = [await signUp(game), await signIn(game, 'mia')]
    const [phone, board] = [await subscribe(player), await subscribe(staff)]
    const [organiser, colleague] = [await signInOrganiser(game), await signInOrganiser(game)]
    const watch = await subscribe(colleague)
    for (const to of ['players', 'staff', 'all'] as const)
      await organiser.api.ok('announce', { text: `Za ${to}`, to })
    await expect.poll(() => bodies(phone).sort()).toEqual(['Za all', 'Za players'])
    await expect.poll(() => bodies(board).sort()).toEqual(['Za all', 'Za staff'])
    await expect.poll(() => bodies(watch).sort()).toEqual(['Za all', 'Za players', 'Za staff'])
    // The messages have different tags, so that neither replaces the other on the phone.
    const tags = board.messages.map(({ text }) => (JSON.parse(text) as { tag: string }).tag)
    expect(new Set(tags).size).toBe(2)
  })

  test('fault 65: a captain gets no notice of a withdrawn request, and not several about one player', async () => {
    const { service, subscribe } = await ownService()
    const team = await foundTeam(game)
    const captain = await subscribe(team.captain)
    const organiser = await signInOrganiser(game)
    const [hasty, stubborn] = [await signUp(game), await signUp(game)]
    service.answerWith(429, { 'retry-after': '1' })
    await hasty.api.ok('joinTeam', { team_id: team.id })
    await expect.poll(() => service.requests()).toBe(1)
    await hasty.api.ok('rejectInvite', { player_id: hasty.id })
    service.answerWith(201)
    for (let round = 0; round < 8; round++) {
      await stubborn.api.ok('joinTeam', { team_id: team.id })
      await expect.poll(() => titles(captain)).toEqual([`Novi zahtjev: ${stubborn.nickname}`])
      await team.captain.api.ok('rejectInvite', { player_id: stubborn.id })
    }
    await organiser.api.ok('announce', { text: 'Finale!', to: 'players' })
    await expect
      .poll(() => titles(captain))
      .toEqual([`Novi zahtjev: ${stubborn.nickname}`, 'Poruka organizatora'])
  })
})

test('only public Internet addresses are called, whatever a host name resolves to', () => {
  const inner = [
    '127.0.0.1',
    '10.1.2.3',
    '172.20.0.1',
    '192.168.1.1',
    '169.254.169.254',
    '100.64.0.1',
    '0.0.0.0',
    '224.0.0.1',
    '::1',
    'fe80::1',
    'fd00::1',
    '::ffff:10.0.0.1',
    '2002:0a00:0001::',
    'x',
  ]
  expect(inner.filter(isPublicAddress)).toEqual([])
  expect(['142.250.1.1', '2a00:1450:4001::1'].filter(isPublicAddress)).toHaveLength(2)
  const hosts = [
    'localhost.',
    'x.localhost.',
    'x.internal',
    'x.internal.',
    'X.INTERNAL..',
    'x.local.',
    'router.lan',
    'x.home.arpa.',
    '10.in-addr.arpa',
    'x.test',
    'x.onion',
    'intranet',
    'push.example.com.',
    'push..example.com',
    '127.0.0.1.',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '[::1]',
    '[::ffff:10.0.0.1]',
    '1.1.1.1',
    'user@push.example.com',
    'push.example.com:8443',
  ]
  const wrong = ['http://127.0.0.1:1/x', ...hosts.map((host) => `https://${host}/x`)]
  expect(wrong.filter((one) => isPushEndpoint(one, false))).toEqual([])
  expect(isPushEndpoint('https://fcm.googleapis.com/fcm/send/abc', false)).toBe(true)
})

const HEADER = 12

/** The name in a query. */
function nameIn(query: Buffer): string {
  const labels: string[] = []
  for (let at = HEADER; query.readUInt8(at) > 0; at += query.readUInt8(at) + 1) {
    labels.push(query.subarray(at + 1, at + 1 + query.readUInt8(at)).toString())
  }
  return labels.join('.')
}

/** A name server that knows these IPv4 addresses, and answers no other query. */
async function startNameServer(addresses: Readonly<Record<string, string>>) {
  const socket = createSocket('udp4')
  socket.on('message', (query, from) => {
    const name = nameIn(query)
    const address = addresses[name]
    if (address === undefined) return
    const question = query.subarray(HEADER, HEADER + name.length + 6)
    const isIPv4 = question.readUInt16BE(name.length + 2) === 1
    const header = Buffer.from([
      ...query.subarray(0, 2),
      0x81,
      0x80,
      0,
      1,
      0,
      isIPv4 ? 1 : 0,
      0,
      0,
      0,
      0,
    ])
    const answer = Buffer.from([
      0xc0,
      HEADER,
      0,
      1,
      0,
      1,
      0,
      0,
      0,
      60,
      0,
      4,
      ...address.split('.').map(Number),
    ])
    socket.send(
      Buffer.concat([header, question, ...(isIPv4 ? [answer] : [])]),
      from.port,
      from.address,
    )
  })
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve))
  const { port } = socket.address() as AddressInfo
  return { server: `127.0.0.1:${port}`, close: () => void socket.close() }
}

test('fault 65: hosts with a silent name server delay no other look-up, and internal addresses are refused', async () => {
  const names = await startNameServer({
    'push.example.com': '142.250.1.1',
    'inner.example.com': '10.0.0.1',
  })
  const lookup = createPublicLookup([names.server])
  const find = (host: string) =>
    new Promise((resolve) =>
      lookup(host, { all: true }, (error, found) =>
        resolve(error === null ? found : error.message),
      ),
    )
  let ended = 0
  for (let index = 0; index < 20; index++)
    void find(`silent${index}.example.com`).then(() => ended++)
  expect(await find('inner.example.com')).toBe('the host is not on the Internet')
  expect(await find('push.example.com')).toEqual([{ address: '142.250.1.1', family: 4 }])
  expect(ended).toBe(0)
  names.close()
})
