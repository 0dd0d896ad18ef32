import { randomUUID } from 'node:crypto'
import { describe, expect, test, vi } from 'vitest'
import type { CallInput } from '#contract/calls'
import { buildApp } from '#server/app'
import { startSession } from '#server/db/queries/sessions'
import { addressKey, createCallLimit, createLimits } from '#server/limits'
import { randomToken } from '#server/random'
import { createAdmission, createSessions } from '#server/readings/sessions'
import { type ApiClient, createApiClient } from '../support/api-client'
import { atTheBooth } from '../support/booth'
import { moveStaff } from '../support/event'
import { gameOn } from '../support/game-on'
import { inject } from '../support/http'
import { lastSms, newProfile, type Profile, signInStaff, signUp } from '../support/people'
import { onOneEngine, useGame } from '../support/use-game'

describe('rate limits', () => {
  const game = useGame('sqlite')
  const times = (count: number) => Array.from({ length: count }, (_, index) => index)

  test('who is over the limit waits for the answer that says so, and cannot ask thousands of times a second', async () => {
    const from = { 'x-forwarded-for': '203.0.113.6' }
    await Promise.all(times(1_200).map(() => inject(game(), { headers: from })))
    const begun = Date.now()
    expect((await inject(game(), { headers: from })).statusCode).toBe(429)
    expect(Date.now() - begun).toBeGreaterThanOrEqual(90)
  })

  test('abuse 5: after a restart a hall of phones behind one address is looked up at once, and none is refused', async () => {
    const people = await Promise.all(times(5).map(() => signUp(game())))
    const tokens = times(400).map(() => randomToken())
    await game().db.write({ on: 'accounts' }, async (tx) => {
      for (const [index, token] of tokens.entries()) {
        const userId = people[index % people.length]?.id ?? ''
        await startSession(tx, { token, userId, address: '', userAgent: '' }, game().clock.now())
      }
    })
    const [limits, sessions] = [createLimits(() => 0), createSessions(game().db)]
    const newDoor = () => createAdmission(gameOn(game().db, { now: game().clock.now }), limits, sessions)
    const [ofCalls, ofStreams] = [newDoor(), newDoor()]
    const come = async (all: readonly string[]) =>
      await Promise.allSettled(
        all.map((token, index) => (index < all.length / 2 ? ofCalls : ofStreams)(token, { address: '203.0.113.8' })),
      )
    const admitted = await come(tokens)
    expect(admitted.filter((one) => one.status === 'fulfilled' && one.value !== null)).toHaveLength(tokens.length)
    // The places of guesses are still there, and no more of them.
    const guessed = await come(times(400).map(() => randomToken()))
    expect(guessed.filter(({ status }) => status === 'fulfilled')).toHaveLength(200)
  })

  test('an account over its limit costs the database nothing', async () => {
    const { api } = await signUp(game())
    // A server of its own: parts of the server that share the game's database may query it at any moment.
    const uses = vi.fn()
    const read = new Proxy(game().db.read, {
      get(target, key) {
        uses(key)
        const part: unknown = Reflect.get(target, key, target)
        return typeof part === 'function' ? part.bind(target) : part
      },
    })
    const app = await buildApp(gameOn({ ...game().db, read }, { now: game().clock.now }), {
      webApp: null,
      log: 'silent',
      limits: createLimits(() => 0),
    })
    const browser = createApiClient(app)
    browser.cookie = api.cookie
    const call = () => browser.raw({ action: 'login' })
    await Promise.all(times(100).map(call))
    expect(uses).toHaveBeenCalled()
    uses.mockClear()
    const received = await Promise.all(times(50).map(call))
    expect(new Set(received.map(({ statusCode }) => statusCode))).toEqual(new Set([429]))
    expect(uses).not.toHaveBeenCalled()
    await app.close()
  })
})

describe('a limit of calls', () => {
  const LIMIT = { max: 3, windowMs: 1_000 }

  function start() {
    let at = 0
    const limit = createCallLimit(LIMIT, () => at)
    return { limit, advance: (ms: number) => (at += ms), takeAll: (key: string) => [1, 2, 3].map(() => limit.take(key)) }
  }

  test('a key over its limit stays so until the end of its window, however many others come', () => {
    const { limit, advance, takeAll } = start()
    takeAll('ana')
    for (let other = 0; other < 200_000; other++) limit.take(`other ${other}`)
    expect(limit.take('ana')).toBe(1_000)
    advance(1_000)
    expect(takeAll('ana')).toEqual([0, 0, 0])
  })
})

describe('the key under which an address is counted', () => {
  test.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
    ['2001:0DB8:0001:0002::1', '2001:db8:1:2'],
    ['2001:db8::1', '2001:db8:0:0'],
    ['2001:db8:1:2::', '2001:db8:1:2'],
    ['::1', '0:0:0:0'],
    ['1::2:3:4:5:6:7', '1:0:2:3'],
    ['64:ff9b::203.0.113.7', '64:ff9b:0:0'],
    ['fe80::1%eth0', 'fe80:0:0:0'],
    ['unknown', 'unknown'],
    ['x'.repeat(500), 'x'.repeat(64)],
  ])('%s: %s', (address, key) => {
    expect(addressKey(address)).toBe(key)
  })
})

const SIGN_INS_A_MINUTE = 200
const HALL = '203.0.113.200'

describe('a hall full of honest phones behind one address', () => {
  const game = useGame('sqlite', { limitsByClock: true })

  /** What one phone does from opening the app to its card; any answer but that of HTTP 200 fails. */
  async function arrive(user_data: Profile): Promise<void> {
    const phone = game().client()
    phone.address = HALL
    const { mobile } = user_data
    await phone.ko('currentUser', {})
    await phone.ok('ranking', {})
    await phone.ok('register', { user_data })
    const { code, wrongCode } = lastSms(game(), mobile)
    // One in four mistypes the code.
    if (Number(mobile.slice(-1)) % 4 === 0) await phone.ko('signIn', { id: mobile, mtp: wrongCode })
    await phone.ok('signIn', { id: mobile, mtp: code })
    await phone.ok('currentUser', {})
    await phone.ok('listTeams', {})
    await phone.ok('listVendors', {})
  }

  test('abuse 5: 200 sign-ins in one minute notice none of the limits', { timeout: 300_000 }, async () => {
    const people = Array.from({ length: SIGN_INS_A_MINUTE }, () => newProfile())
    for (let first = 0; first < people.length; first += 50) {
      await Promise.all(people.slice(first, first + 50).map(arrive))
    }
    const { sessions } = await game()
      .db.read.selectFrom('sessions')
      .where('address', '=', HALL)
      .select((eb) => eb.fn.countAll<number>().as('sessions'))
      .executeTakeFirstOrThrow()
    expect(sessions).toBe(SIGN_INS_A_MINUTE)
  })
})

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

onOneEngine('fault 76: awards of many accounts', (game) => {
  const many = (awards: () => CallInput<'awardMany'>['awards'][number]) => ({ awards: times(40).map(awards) })
  const post = async (api: ApiClient, input: CallInput<'awardMany'>) => await api.post('awardMany', input)

  test('640 awards of one booth at once, with nobody else waiting, are all recorded', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    await Promise.all(times(16).map(() => staff.api.ok('awardMany', many(award))))
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(640)
  })

  test('whoever floods the queue is told to wait, and an award of another booth is recorded at once', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const flooders = await Promise.all((['mia', 'luka'] as const).map((name) => signInStaff(game(), name)))
    const unknown = () => ({ team_id: randomUUID(), point_type: 'dolazak', award_id: randomUUID() })
    const repeated = unknown()
    const flood = flooders.flatMap(({ api }, at) => times(40).map(() => post(api, many(at === 0 ? unknown : () => repeated))))
    const honest = times(20).map(() => staff.api.ok('awardPoints', award()))
    await Promise.all(honest)
    const answers = await Promise.all(flood)
    expect((await team.captain.api.ok('teamPoints', {})).points).toBe(20)
    const limited = answers.filter(({ statusCode }) => statusCode === 429)
    expect(limited.length).toBeGreaterThan(0)
    expect(limited[0]?.headers['retry-after']).toBe('1')
  })

  test('who never was a booth’s staff takes no place, and loses none of another account’s awards', async () => {
    const { award } = await atTheBooth(game())
    const player = await signUp(game())
    const write = vi.spyOn(game().db, 'write')
    expect(await player.api.outcome('awardPoints', award())).toBe('FORBIDDEN')
    expect(await player.api.outcome('awardMany', { awards: [award(), award()] })).toBe('FORBIDDEN')
    const { results } = await player.api.ok('awardMany', { awards: [award({ user_id: 'iva' }), award()] })
    expect(results).toMatchObject([{ code: 'OTHER_ACCOUNT' }, { code: 'FORBIDDEN' }])
    expect(write).not.toHaveBeenCalled()
    write.mockRestore()
  })

  test('a call counts as many as its awards, but for a booth’s staff; who was staff is answered as ever', async () => {
    const { staff, award } = await atTheBooth(game(), { staff: 'luka', point_type: 'dolazak' })
    const given = award()
    await staff.api.ok('awardPoints', given)
    const calls = async () =>
      await Promise.all(
        times(4).map(
          async () =>
            (
              await post(
                staff.api,
                many(() => given),
              )
            ).statusCode,
        ),
      )
    expect(await calls()).toEqual([200, 200, 200, 200])
    await moveStaff(game().db, staff.id, null)
    expect((await staff.api.ok('awardMany', { awards: [given] })).results).toMatchObject([{ duplicate: true }])
    expect((await calls()).filter((status) => status === 429).length).toBeGreaterThan(0)
  })
})
