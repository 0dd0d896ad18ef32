import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import type { LightMyRequestResponse as Response } from 'fastify'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { CALL_NAMES, type CallInput, type CallName } from '#contract/calls'
import { LIVE_PATH } from '#contract/live'
import { SESSION_COOKIE } from '#contract/protocol'
import { type App, buildApp } from '#server/app'
import { startSession } from '#server/db/queries/sessions'
import {
  addressKey,
  type CallLimit,
  createCallLimit,
  createLimits,
  type Limits,
} from '#server/limits'
import { randomToken } from '#server/random'
import { createAdmission, createSessions } from '#server/readings/sessions'
import { currentPace } from '../../scripts/machine'
import { type ApiClient, createApiClient } from '../support/api-client'
import { atTheBooth } from '../support/booth'
import { insertCast, type Role } from '../support/cast'
import { insertTag, moveStaff } from '../support/event'
import { INPUTS } from '../support/examples'
import { expectTransportKo, inject, type RawCall, SECURITY_HEADERS } from '../support/http'
import { lastSms, newProfile, type Profile, signIn, signUp } from '../support/people'
import { HOUR, MINUTE, times } from '../support/times'
import { onOneEngine, useGame } from '../support/use-game'

describe('rate limits', () => {
  const game = useGame('sqlite')

  test('abuse 5: do not refuse a hall of phones behind one address after a restart', async () => {
    const people = await Promise.all(times(5, () => signUp(game)))
    const tokens = times(400, () => randomToken())
    await game.db.write({ kind: 'accounts' }, async (tx) => {
      for (const [index, token] of tokens.entries()) {
        const userId = people[index % people.length]?.id ?? ''
        await startSession(tx, { token, userId, address: '', userAgent: '' }, game.clock.now())
      }
    })
    const [limits, sessions] = [createLimits(() => 0), createSessions(game.db)]
    const newDoor = () => createAdmission(game.game, limits, sessions)
    const [ofCalls, ofStreams] = [newDoor(), newDoor()]
    const come = async (all: readonly string[]) =>
      await Promise.allSettled(
        all.map((token, index) =>
          (index < all.length / 2 ? ofCalls : ofStreams)(token, { address: '203.0.113.8' }),
        ),
      )
    const admitted = await come(tokens)
    expect(admitted.filter((one) => one.status === 'fulfilled' && one.value !== null)).toHaveLength(
      tokens.length,
    )
    // All 200 places for guessed tokens are still free.
    const guessed = await come(times(400, () => randomToken()))
    expect(guessed.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
  })
})

test('a key over its limit stays refused until its window ends, no matter how many other keys come', () => {
  let at = 0
  const limit = createCallLimit({ max: 3, windowMs: 1_000 }, () => at)
  const takeAll = () => times(3, () => limit.take('ana'))
  takeAll()
  for (const other of times(200_000)) limit.take(`other ${other}`)
  expect(limit.take('ana')).toBe(1_000)
  at += 1_000
  expect(takeAll()).toEqual([0, 0, 0])
})

test.each([
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:0DB8:0001:0002:3::1', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['1::2:3:4:5:6:7', '1:0:2:3'],
  ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['x'.repeat(500), 'x'.repeat(64)],
])('calls from the address %s are counted under the key %s', (address, key) => {
  expect(addressKey(address)).toBe(key)
})

const SIGN_INS_A_MINUTE = 200
const HALL = '203.0.113.200'

describe('a hall full of honest phones behind one address', () => {
  const game = useGame('sqlite', { limitsByClock: true })

  /** Makes a phone's calls from opening the app to its card. Throws for any status other than HTTP 200. */
  async function arrive(user_data: Profile): Promise<void> {
    const phone = game.client()
    phone.address = HALL
    const { mobile } = user_data
    await phone.ko('currentUser', {})
    await phone.ok('ranking', {})
    await phone.ok('register', { user_data })
    const { code, wrongCode } = lastSms(game, mobile)
    // One in four mistypes the code.
    if (Number(mobile.slice(-1)) % 4 === 0) await phone.ko('signIn', { id: mobile, mtp: wrongCode })
    await phone.ok('signIn', { id: mobile, mtp: code })
    await phone.ok('currentUser', {})
    await phone.ok('listTeams', {})
    await phone.ok('listVendors', {})
  }

  test('abuse 5: 200 sign-ins in one minute reach none of the limits', {
    timeout: 300_000 * currentPace().patience,
  }, async () => {
    const people = times(SIGN_INS_A_MINUTE, () => newProfile())
    for (let first = 0; first < people.length; first += 50) {
      await Promise.all(people.slice(first, first + 50).map(arrive))
    }
    const sessions = await game.db.read
      .selectFrom('sessions')
      .where('address', '=', HALL)
      .select('token_hash')
      .execute()
    expect(sessions).toHaveLength(SIGN_INS_A_MINUTE)
  })
})

onOneEngine('fault 76: awards of many accounts', (game) => {
  const many = (awards: () => CallInput<'awardMany'>['awards'][number]) => ({
    awards: times(40, awards),
  })
  const post = async (api: ApiClient, input: CallInput<'awardMany'>) =>
    await api.post('awardMany', input)

  test('640 awards of one booth at once are all recorded if nobody else waits', async () => {
    const { staff, award, points } = await atTheBooth(game, { point_type: 'dolazak' })
    await Promise.all(times(16, () => staff.api.ok('awardMany', many(award))))
    expect(await points()).toBe(640)
  })

  test('accounts that flood the queue have to wait, while awards of another booth are recorded at once', async () => {
    const { staff, award, points } = await atTheBooth(game, { point_type: 'dolazak' })
    const flooders = await Promise.all((['mia', 'luka'] as const).map((name) => signIn(game, name)))
    const unknown = () => ({ team_id: randomUUID(), point_type: 'dolazak', award_id: randomUUID() })
    const repeated = unknown()
    const flood = flooders.flatMap(({ api }, at) =>
      times(40, () => post(api, many(at === 0 ? unknown : () => repeated))),
    )
    const honest = times(20, () => staff.api.ok('awardPoints', award()))
    await Promise.all(honest)
    const answers = await Promise.all(flood)
    expect(await points()).toBe(20)
    const limited = answers.filter(({ statusCode }) => statusCode === 429)
    expect(limited.length).toBeGreaterThan(0)
    expect(limited[0]?.headers['retry-after']).toBe('1')
  })

  test('an account that was never staff takes no place in the queue, and cannot get another’s award refused', async () => {
    const { award } = await atTheBooth(game)
    const player = await signUp(game)
    const write = vi.spyOn(game.db, 'write')
    expect(await player.api.outcome('awardPoints', award())).toBe('FORBIDDEN')
    expect(await player.api.outcome('awardMany', { awards: [award(), award()] })).toBe('FORBIDDEN')
    const { results } = await player.api.ok('awardMany', {
      awards: [award({ user_id: 'iva' }), award()],
    })
    expect(results).toMatchObject([{ code: 'OTHER_ACCOUNT' }, { code: 'FORBIDDEN' }])
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  test('each award of a call counts towards the limit, but not for staff; former staff still get their answers', async () => {
    const { staff, give } = await atTheBooth(game, { staff: 'luka', point_type: 'dolazak' })
    const given = await give()
    const calls = async () => {
      const same = many(() => given)
      const answers = await Promise.all(times(4, () => post(staff.api, same)))
      return answers.map(({ statusCode }) => statusCode)
    }
    expect(await calls()).toEqual([200, 200, 200, 200])
    await moveStaff(game.db, staff.id, null)
    expect((await staff.api.ok('awardMany', { awards: [given] })).results).toMatchObject([
      { duplicate: true },
    ])
    expect((await calls()).filter((status) => status === 429).length).toBeGreaterThan(0)
  })
})

/** Calls that are refused without reading the database. */
const SPOILT: Readonly<Record<string, RawCall>> = {
  'without a fingerprint': { query: { fingerprint: '' } },
  'of an unknown action': { query: { action: 'nema-je' } },
  'from a foreign page': { headers: { origin: 'https://evil.example' } },
  'of a wrong type': { headers: { 'content-type': 'application/json' } },
  'too large': { payload: 'a'.repeat(40_000) },
  'with a field twice': { payload: 'id=a&id=b' },
  'not by POST': { method: 'GET', payload: '' },
  'that needs a sign-in': { query: { action: 'team', option: 'list' } },
  'without any fields': { query: { action: 'register', option: '' }, payload: '' },
}

describe('floods of calls', () => {
  const game = useGame('sqlite', { limitsByClock: true })
  // Each test starts with fresh limits.
  beforeEach(() => game.clock.advance(2 * HOUR))

  let addresses = 0
  /** A visitor with a new address. */
  const newBrowser = () => Object.assign(game.client(), { address: `198.51.100.${++addresses}` })
  const register = (browser: ApiClient, own: Partial<Profile> = {}) =>
    browser.post('register', { user_data: newProfile(own) })
  const statusesOf = async (calls: readonly Promise<Response>[]) =>
    (await Promise.all(calls)).map((one) => one.statusCode)
  const answered = async (calls: readonly Promise<Response>[]) =>
    (await statusesOf(calls)).filter((status) => status !== 429).length

  test('abuse 5: each kind of invalid call counts, and uses up none of the registrations and sign-ins', async () => {
    const browser = newBrowser()
    const kinds = Object.entries(SPOILT)
    const call = (own: RawCall = {}) =>
      inject(game, { ...own, headers: { ...own.headers, 'x-forwarded-for': browser.address } })
    // After these calls, a call of a kind that is not counted would still be answered.
    expect(await answered(times(1_300, (number) => call(kinds[number % kinds.length]?.[1])))).toBe(
      1_200,
    )
    for (const [what, spoilt] of kinds) {
      const refused = await call(spoilt)
      expectTransportKo(refused, 'TOO_MANY_REQUESTS')
      expect(refused.headers).toMatchObject(SECURITY_HEADERS)
      expect([what, Number(refused.headers['retry-after'])]).toEqual([what, 60])
    }
    expect((await register(browser)).json().status).toBe('OK')
    const others = [
      call(),
      browser.post('signIn', { id: 'nitko', mtp: '123456' }),
      browser.post('ranking', {}),
    ]
    expect(await statusesOf(others)).toEqual([200, 200, 200])
    game.clock.advance(MINUTE)
    for (const [what, spoilt] of kinds)
      expect([what, (await call(spoilt)).statusCode]).not.toEqual([what, 429])
  })

  test.each([
    ['port', (port: number) => `203.0.113.40:${port}`],
    ['port after brackets', (port: number) => `[2001:db8:40:1::1]:${port}`],
    ['zone', (port: number) => `2001:db8:41:1::1%en${port}`],
  ])(
    'abuse 5: calls of one address are limited even if its proxy names another %s each time',
    async (_what, entry) => {
      const from = (port: number) => Object.assign(game.client(), { address: entry(port) })
      expect(await answered(times(1_500, (port) => from(port).post('currentUser', {})))).toBe(1_200)
    },
  )

  test('abuse 5: registrations with invalid input do not count as registrations', async () => {
    const browser = newBrowser()
    await Promise.all(times(1_500, () => register(browser, { nickname: '' })))
    expect((await register(browser, { nickname: '' })).statusCode).toBe(429)
    expect((await register(browser)).json().status).toBe('OK')
  })

  test('abuse 5: an account cannot bypass an address’s limits for codes and attempts', async () => {
    const { address } = newBrowser()
    const [one, two] = [(await signUp(game)).api, (await signUp(game)).api]
    for (const api of [one, two]) api.address = address
    let passed = 0
    for (let second = 0; second < 8; second++) {
      passed += await answered(
        times(160, (index) =>
          (index % 2 === 0 ? one : two).post('requestCode', { id: randomUUID() }),
        ),
      )
      game.clock.advance(1_000)
    }
    expect(passed).toBe(1_200)
    expect((await one.post('currentUser', {})).statusCode).toBe(200)
  })

  test('abuse 5: a flood of invalid sessions does not lock out users at the same address with a known session', async () => {
    const { address } = newBrowser()
    const { api } = await signUp(game)
    api.address = address
    await api.ok('currentUser', {})
    const madeUp = times(400, () =>
      Object.assign(game.client(), { address, cookie: randomToken() }).post('currentUser', {}),
    )
    // A registration invalidates the server's session cache.
    await signUp(game)
    expect(await statusesOf(madeUp)).toContain(429)
    expect(await api.outcome('currentUser', {})).toBe('OK')
  })

  test('abuse 11: after many unknown tag ids an account has to wait, even for an existing tag', async () => {
    const { api } = await signUp(game)
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    // Scans of existing tags do not count.
    for (const _ of times(60)) expect(await api.outcome('scan', { nfc_id })).toBe('OK')
    game.clock.advance(1_000)
    expect(await answered(times(90, () => api.post('scan', { nfc_id: randomUUID() })))).toBe(60)
    const create = () => api.post('createTeam', { nfc_id, team_name: 'Nagađači' })
    expect([(await api.post('scan', { nfc_id })).statusCode, (await create()).statusCode]).toEqual([
      429, 429,
    ])
    expect((await api.post('currentUser', {})).statusCode).toBe(200)
    expect(await (await signUp(game)).api.outcome('scan', { nfc_id })).toBe('OK')
    game.clock.advance(MINUTE)
    expect((await create()).json().status).toBe('OK')
  })

  test('abuse 11: founding a team and marking tags as written cannot be used to guess ids either', async () => {
    const [player, staff] = [await signUp(game), await signIn(game, 'iva')]
    const found = () =>
      player.api.post('createTeam', { nfc_id: randomUUID(), team_name: randomUUID() })
    const mark = () => staff.api.post('markTagWritten', { nfc_id: randomUUID() })
    for (const guess of [found, mark]) {
      for (const _ of times(60)) expect((await guess()).json().code).toBe('TAG_NOT_FOUND')
      expect((await guess()).statusCode).toBe(429)
    }
  })

  test('abuse 11: an account may found 60 teams an hour; refused attempts do not count', async () => {
    const { api } = await signUp(game)
    const team = { team_name: 'Dan i noć' }
    for (const founded of times(60)) {
      await api.ok('createTeam', team)
      if (founded < 59) expect(await api.outcome('createTeam', team)).toBe('ALREADY_IN_TEAM')
      await api.ok('disbandTeam', team)
      game.clock.advance(1_000)
    }
    expectTransportKo(await api.post('createTeam', team), 'TOO_MANY_REQUESTS')
    game.clock.advance(HOUR)
    expect(await api.outcome('createTeam', team)).toBe('OK')
  })
})

type Bucket = keyof Limits

/**
 * The limits that count each call: for a player, for a booth's staff, and for somebody without a
 * session.
 */
type CountedIn = readonly [
  player: readonly Bucket[],
  staff: readonly Bucket[],
  visitor: readonly Bucket[],
]

const usual: CountedIn = [['account'], ['account'], ['address']]
const award: CountedIn = [['account'], [], ['address']]
const alsoByAddress = (bucket: Bucket): CountedIn => [
  ['account', bucket],
  ['account', bucket],
  [bucket],
]

/** The calls with other limits. */
const UNUSUAL: { readonly [N in CallName]?: CountedIn } = {
  register: alsoByAddress('register'),
  requestCode: alsoByAddress('requestCode'),
  signIn: alsoByAddress('signIn'),
  ranking: [['account'], ['account'], ['ranking']],
  createTeam: [['account', 'teamsFounded', 'tagGuesses'], ['account'], ['address']],
  awardPoints: award,
  awardMany: award,
  scan: [['account', 'tagGuesses'], ['account', 'tagGuesses'], ['address']],
  markTagWritten: [['account'], ['account', 'tagGuesses'], ['address']],
}

const WHO = ['stranger', 'staff of booth A', 'visitor'] as const satisfies readonly Role[]

const BUCKETS = Object.keys(createLimits()) as readonly Bucket[]

function inputOf(name: CallName): object {
  // Leave out `user_id`: a sampled one would be somebody else's.
  if (name === 'createTeam') return { team_name: 'Nova ekipa', nfc_id: 'nema-ga' }
  const [sample] = fc.sample(INPUTS[name], { numRuns: 1, seed: 1 })
  return { ...sample, user_id: undefined }
}

onOneEngine('the limits of every call', (game) => {
  let app: App
  /** The limits that counted a call. Each lets the call pass, except the limit in `fullBucket`. */
  let counted: Bucket[] = []
  let fullBucket: Bucket | null = null
  beforeAll(async () => {
    const counting = (bucket: Bucket): CallLimit => {
      const count = () => {
        counted.push(bucket)
        return bucket === fullBucket ? 1 : 0
      }
      return { ...createLimits()[bucket], take: count, wait: count }
    }
    const limits = Object.fromEntries(BUCKETS.map((bucket) => [bucket, counting(bucket)])) as Limits
    app = await buildApp(game.game, { webApp: null, log: 'silent', limits })
  })
  afterAll(() => app.close())

  test.each(CALL_NAMES)('abuse 5: %s counts in its own limits and in no other', async (name) => {
    const cast = await insertCast(game)
    for (const [index, role] of WHO.entries()) {
      const browser = createApiClient(app)
      browser.cookie = cast.browser[role].cookie
      counted = []
      await browser.post(name, inputOf(name) as never)
      // The session is new to this server, so it also counts as a possible guess.
      const expected = [
        ...((UNUSUAL[name] ?? usual)[index] ?? []),
        ...(role === 'visitor' ? [] : ['unproven']),
      ]
      expect([...new Set(counted)].toSorted(), `as ${role}`).toEqual(expected.toSorted())
    }
  })

  test.each([
    ['an account', 'stranger', '', ['account', 'unproven']],
    ['a visitor', 'visitor', '', ['address']],
    ['a visitor at the public ranking', 'visitor', '&screen=ranking', ['stream']],
  ] as const)(
    'abuse 5: a stream of %s counts in its own limits and in no other',
    async (_who, role, screen, expected) => {
      const { cookie } = (await insertCast(game)).browser[role]
      counted = []
      const url = `${LIVE_PATH}?fingerprint=${randomUUID()}${screen}`
      const cookies = cookie === null ? {} : { [SESSION_COOKIE]: cookie }
      const response = await app.inject({ url, cookies, payloadAsStream: true })
      response.stream().destroy()
      expect([...new Set(counted)].toSorted()).toEqual(expected)
    },
  )

  test('abuse 5: refused streams of the public ranking count towards their address’s streams, not its calls', async () => {
    fullBucket = 'stream'
    onTestFinished(() => {
      fullBucket = null
    })
    counted = []
    const { statusCode } = await app.inject(
      `${LIVE_PATH}?fingerprint=${randomUUID()}&screen=ranking`,
    )
    expect([statusCode, counted]).toEqual([429, ['stream']])
  })
})
