import { describe, expect, test } from 'vitest'
import { readSmsTotals, readSmsTrouble } from '#server/db/queries/sms-messages'
import { type Payer, type SmsFailure, SmsNotSent } from '#server/sms/sms'
import {
  createSmsService,
  FAILURES_TO_OPEN,
  NEW_PER_ADDRESS,
  NEW_PER_MINUTE,
  OPEN_MS,
  SMS_PER_MINUTE,
} from '#server/sms/sms-service'
import { SMS_NOT_SENT, SMS_NOT_TAKEN } from '#texts/errors'
import { fieldText } from '#texts/fields'
import { createClock } from '../support/clock'
import { ENGINES } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { gameOn } from '../support/game-on'
import { METRICS_TOKEN } from '../support/game-server'
import { lastSms, newProfile, signInOrganiser, signUp } from '../support/people'
import { DAY, HOUR, MINUTE, times } from '../support/times'
import { onOneEngine, useGame } from '../support/use-game'

const KNOWN = { kind: 'known' } as const

describe('the SMS service', () => {
  const game = useGame(engineUnderTest())

  /** A second SMS service beside the game's, with a provider that the test controls. */
  function serviceWith(answer: () => void, limit: { all: number; day: number } | null = null) {
    const clock = createClock()
    const ids: string[] = []
    const sender = {
      async send({ id }: { id: string }) {
        ids.push(id)
        answer()
      },
    }
    const service = createSmsService({ sender, db: game.db, limit, now: clock.now })
    const changes: boolean[] = []
    service.watch((failing) => void changes.push(failing))
    return {
      clock,
      ids,
      service,
      changes,
      send: () => service.send({ to: '+385911234567', text: 'Kod' }, KNOWN),
    }
  }
  const failWith = (failure: SmsFailure) => () => {
    throw new SmsNotSent(failure, 'HTTP 500')
  }

  test('counts sent and failed SMS for the organiser', async () => {
    const good = serviceWith(() => undefined)
    const bad = serviceWith(failWith('refused'))
    const before = await readSmsTotals(game.db.read)
    await good.send()
    await good.send()
    await bad.send().catch(() => undefined)
    const { sent, failed, lastFailureAt } = await readSmsTotals(game.db.read)
    expect([sent - before.sent, failed - before.failed, lastFailureAt]).toEqual([
      2,
      1,
      bad.clock.now(),
    ])
  })

  test('stops asking a provider that keeps failing, reports that once, and tries again later', async () => {
    let isBroken = true
    const { clock, ids, changes, send, service } = serviceWith(() => {
      if (isBroken) failWith('unknown')()
    })
    for (let sms = 0; sms < FAILURES_TO_OPEN + 3; sms++)
      await expect(send()).rejects.toThrow(SmsNotSent)
    expect(ids).toHaveLength(FAILURES_TO_OPEN)
    expect([changes, service.isFailing()]).toEqual([[true], true])
    // The time until a retry must not distinguish unknown numbers from known ones.
    clock.advance(OPEN_MS / 3)
    for (const attempt of [send, service.imitateSend])
      await expect(attempt()).rejects.toMatchObject({ retryAfterMs: (OPEN_MS * 2) / 3 })

    clock.advance((OPEN_MS * 2) / 3)
    // An imitated send does not count as the SMS that tests the provider.
    await expect(service.imitateSend()).rejects.toThrow(SmsNotSent)
    await expect(send()).rejects.toThrow(SmsNotSent)
    await expect(send()).rejects.toThrow(/keeps failing/)
    expect(ids).toHaveLength(FAILURES_TO_OPEN + 1)

    isBroken = false
    clock.advance(OPEN_MS)
    await send()
    await send()
    expect([changes, service.isFailing()]).toEqual([[true, false], false])
  })

  test('keeps sending to everybody else even if several numbers in a row are refused', async () => {
    const { send, ids, service } = serviceWith(failWith('refused'))
    for (let sms = 0; sms < FAILURES_TO_OPEN * 2; sms++)
      await expect(send()).rejects.toThrow(SmsNotSent)
    expect([ids.length, service.isFailing()]).toEqual([FAILURES_TO_OPEN * 2, false])
    // Imitated sends must go on too, or the answer would distinguish unknown numbers from known ones.
    await service.imitateSend()
  })

  test('fault 91: the same refusal for five numbers in a row counts as a refusal of the account, until one is accepted', async () => {
    let why = 'HTTP 400: Sender not allowed, ref 1'
    let takes = false
    let sent = 0
    const { service, changes } = serviceWith(() => {
      if (!takes) throw new SmsNotSent('refused', why)
    })
    const failureOf = (to = `+38591100${String(1_000 + sent++)}`) =>
      service.send({ to, text: 'Kod' }, { kind: 'new', address: '203.0.113.1' }).then(
        () => 'sent',
        (reason: unknown) => SmsNotSent.from(reason).failure,
      )
    for (const ref of times(4)) {
      why = `HTTP 400: Sender not allowed, ref ${ref}`
      expect(await failureOf()).toBe('refused')
    }
    // A repeated number does not count towards the five, and another answer starts the count anew.
    const again = '+385911009999'
    why = 'HTTP 400: Bad number'
    for (const _ of times(6)) expect(await failureOf(again)).toBe('refused')
    expect([service.isFailing(), await readSmsTrouble(game.db.read)]).toEqual([false, null])

    why = 'HTTP 400: Sender not allowed'
    for (const _ of times(4)) expect(await failureOf()).toBe('refused')
    for (const _ of times(3)) expect(await failureOf()).toBe('account refused')
    expect([service.isFailing(), await readSmsTrouble(game.db.read)]).toEqual([true, why])
    const restarted = serviceWith(() => {
      throw new SmsNotSent('refused', why)
    })
    await expect(restarted.send()).rejects.toMatchObject({ failure: 'account refused' })
    expect(restarted.service.isFailing()).toBe(true)
    why = 'HTTP 400: Bad number'
    await expect(restarted.send()).rejects.toMatchObject({ failure: 'refused' })
    takes = true
    expect(await failureOf()).toBe('sent')
    expect([service.isFailing(), await readSmsTrouble(game.db.read), changes]).toEqual([
      false,
      null,
      [true, false],
    ])
  })

  test.each([401, 402, 403])(
    'fault 91: HTTP %i counts as a refusal of the account at once',
    async (status) => {
      const { send, service } = serviceWith(() => {
        throw new SmsNotSent('account refused', `HTTP ${status}: No credit`)
      })
      await expect(send()).rejects.toThrow(SmsNotSent)
      expect([service.isFailing(), await readSmsTrouble(game.db.read)]).toEqual([
        true,
        `HTTP ${status}: No credit`,
      ])
      await serviceWith(() => undefined).send()
      expect(await readSmsTrouble(game.db.read)).toBeNull()
    },
  )

  test('fault 91: calls no number wrong while the provider refuses the sender; organiser and metrics show the refusal', async () => {
    const organiser = await signInOrganiser(game)
    const refuse = async () => {
      throw new SmsNotSent('refused', 'HTTP 400: Sender not allowed')
    }
    const answers = await game.withProvider(refuse, async () => {
      const all: unknown[] = []
      for (const _ of times(20))
        all.push((await game.client().post('register', { user_data: newProfile() })).json())
      return all
    })
    const answer = (message: string) => ({
      status: 'KO',
      code: 'UNAVAILABLE',
      message,
      server_time: expect.any(String),
    })
    expect(answers).toEqual([
      ...Array(4).fill(answer(SMS_NOT_TAKEN)),
      ...Array(16).fill(answer(SMS_NOT_SENT)),
    ])
    expect((await organiser.api.ok('overview', {})).sms).toMatchObject({
      trouble: 'HTTP 400: Sender not allowed',
    })
    const metrics = async () =>
      (
        await game.app.inject({
          url: '/metrics',
          headers: { authorization: `Bearer ${METRICS_TOKEN}` },
        })
      ).body
    expect(await metrics()).toContain('geekquest_sms_failing 1')
    await game.client().ok('register', { user_data: newProfile() })
    expect((await organiser.api.ok('overview', {})).sms).toMatchObject({ trouble: null })
    expect(await metrics()).toContain('geekquest_sms_failing 0')
  })

  describe('an SMS that may have been sent', () => {
    const doubtful = (work: () => Promise<unknown>) =>
      expect(
        game.withProvider(async (sms) => {
          game.sent.push(sms)
          throw new SmsNotSent('unknown', 'TimeoutError')
        }, work),
      ).rejects.toThrow(/UNAVAILABLE/)

    test('leaves the earlier code and link valid, and its own are valid too if it arrives', async () => {
      const { mobile } = await signUp(game)
      game.clock.advance(60_000)
      const [first, second] = [game.client(), game.client()]
      await first.ok('requestCode', { id: mobile })
      const earlier = lastSms(game, mobile)
      game.clock.advance(60_000)
      await doubtful(() => second.outcome('requestCode', { id: mobile }))
      const later = lastSms(game, mobile)
      expect(later.code).not.toBe(earlier.code)
      expect(await first.outcome('signIn', { id: mobile, mtp: earlier.code })).toBe('OK')
      expect(await second.outcome('signIn', { id: mobile, mtp: later.code })).toBe('OK')
    })

    test('for a registration signs in if it arrives, and registering again sends one at once', async () => {
      const [browser, profile] = [game.client(), newProfile()]
      await doubtful(() => browser.outcome('register', { user_data: profile }))
      const { code } = lastSms(game, profile.mobile)
      const other = newProfile()
      await doubtful(() => browser.outcome('register', { user_data: other }))
      await browser.ok('register', { user_data: other })
      expect(await browser.outcome('signIn', { id: profile.mobile, mtp: code })).toBe('OK')
    })

    test('counts towards the five an hour to its number, but does not delay the next one', async () => {
      const { mobile } = await signUp(game)
      game.clock.advance(HOUR)
      for (const _ of times(4))
        await doubtful(() => game.client().outcome('requestCode', { id: mobile }))
      const sent = game.sent.length
      await game.client().ok('requestCode', { id: mobile })
      expect(game.sent).toHaveLength(sent + 1)
      game.clock.advance(MINUTE)
      expect(await game.client().ok('requestCode', { id: mobile })).toEqual({
        resend_seconds: 59 * 60,
      })
      expect(game.sent).toHaveLength(sent + 1)
    })
  })
})

describe('the budget of SMS that cost money', () => {
  const game = useGame('postgres', { servers: 2, smsLimit: { all: 8, day: 6 } })

  test('is shared by all servers, reserves half for known people, and is renewed after 24 hours', async () => {
    const { servers, clock } = game
    /** Sends `count` SMS through the servers in turn, then expects both to have no budget left. */
    async function spend(count: number, kind: 'known' | 'new'): Promise<void> {
      const send = (index: number) => {
        const payer: Payer = kind === 'known' ? KNOWN : { kind, address: `203.0.113.${index}` }
        return servers[index % 2]?.game.sms.send({ to: '+385911234567', text: 'Kod' }, payer)
      }
      for (let sms = 0; sms < count; sms++) await send(sms)
      for (const server of [0, 1]) await expect(send(server)).rejects.toThrow(/budget is used up/)
    }
    await spend(3, 'new')
    await spend(3, 'known')
    await expect(servers[1]?.game.sms.imitateSend()).rejects.toThrow(/budget is used up/)
    clock.advance(DAY)
    await spend(1, 'new')
    await spend(1, 'known')
    expect(await readSmsTotals(game.db.read)).toMatchObject({ sent: 8, failed: 0 })
  })
})

describe.each(ENGINES)('the budget of one address on %s', (engine) => {
  const game = useGame(engine, { smsLimit: { all: 64, day: 43 } })

  test('abuse 1: leaves half of the newcomers’ SMS to the next address, even after a restart', async () => {
    /** Sends SMS for newcomers at one address, each from a fresh server, and returns how many. */
    async function spendFrom(address: string): Promise<number> {
      for (let sms = 0; ; sms++) {
        const { sms: service } = gameOn(game.db, {
          now: game.clock.now,
          smsLimit: { all: 64, day: 43 },
        })
        const sent = service.send({ to: '+385911234567', text: 'Kod' }, { kind: 'new', address })
        if (
          !(await sent.then(
            () => true,
            () => false,
          ))
        )
          return sms
      }
    }
    // Half of the 21 a day for newcomers, in whole SMS; the third address gets the last one.
    expect(await spendFrom('203.0.113.1')).toBe(10)
    expect(await spendFrom('203.0.113.2')).toBe(10)
    expect(await spendFrom('203.0.113.3')).toBe(1)
    await game.game.sms.send({ to: '+385911234567', text: 'Kod' }, KNOWN)
    game.clock.advance(DAY)
    // Half of the 32 in total, of which the third address has used one.
    expect(await spendFrom('203.0.113.1')).toBe(6)
    expect(await spendFrom('203.0.113.2')).toBe(5)
    const answer = await game
      .client()
      .post('register', { user_data: newProfile() }, from('203.0.113.1'))
    expect(answer.json()).toMatchObject({ code: 'UNAVAILABLE' })
  })
})

const from = (address: string) => ({ 'x-forwarded-for': address })

onOneEngine('SMS under attack', (game) => {
  const smsTo = (mobile: string) => game.sent.filter((sms) => sms.to === mobile).length
  const registerFrom = (address: string) =>
    game.client().post('register', { user_data: newProfile() }, from(address))
  const codeOf = (answer: { json(): { code?: string; status: string } }) =>
    answer.json().code ?? answer.json().status

  /** Sends SMS without calls to the API. */
  async function spend(count: number, payer: Payer): Promise<void> {
    for (let sent = 0; sent < count; sent++)
      await game.game.sms.send({ to: '+385919000000', text: '' }, payer)
  }

  /** Somebody who signed in before the minute under test. */
  async function somebodyKnown() {
    const person = await signUp(game)
    game.clock.advance(MINUTE)
    return person
  }

  test('abuse 1: nobody registers with a number of another country, and an account that has one gets no SMS', async () => {
    const sent = game.sent.length
    // The numbers of a satellite, of Cuba, and of Jamaica, which shares the country code of the USA.
    for (const foreign of ['+882 16 1234 5678', '+53 5 1234567', '+1 876 555 1234']) {
      const mobile = fieldText('mobile_country', foreign.replaceAll(' ', ''))
      const registered = await game
        .client()
        .ko('register', { user_data: newProfile({ mobile: foreign }) })
      expect(registered.fields).toEqual({ mobile })
      const requested = await game.client().ko('requestCode', { id: foreign })
      expect(requested.fields).toEqual({ id: mobile, mobile })
    }
    expect(game.sent.length).toBe(sent)
    const { id } = await signUp(game)
    const { email } = newProfile()
    const [mobile, email_key] = ['+5351234567', email]
    await game.db.write({ kind: 'accounts' }, (db) =>
      db.updateTable('users').set({ mobile, email, email_key }).where('user_id', '=', id).execute(),
    )
    expect((await game.client().ko('requestCode', { id: mobile })).code).toBe('INVALID_INPUT')
    expect(await game.client().ok('requestCode', { id: email })).toEqual({ resend_seconds: 30 })
    expect(smsTo(mobile)).toBe(0)
  })

  test('abuse 1: limits new registrations per address and in total, but never the codes of known people', async () => {
    const known = await somebodyKnown()
    await spend(NEW_PER_ADDRESS - 1, { kind: 'new', address: '203.0.113.1' })
    expect(codeOf(await registerFrom('203.0.113.1'))).toBe('OK')
    expect(codeOf(await registerFrom('203.0.113.1'))).toBe('UNAVAILABLE')
    await spend(NEW_PER_MINUTE - NEW_PER_ADDRESS - 1, { kind: 'new', address: '203.0.113.2' })
    expect(codeOf(await registerFrom('203.0.113.2'))).toBe('OK')
    expect(codeOf(await registerFrom('203.0.113.3'))).toBe('UNAVAILABLE')

    const sent = smsTo(known.mobile)
    const answer = await game
      .client()
      .post('requestCode', { id: known.mobile }, from('203.0.113.1'))
    expect(codeOf(answer)).toBe('OK')
    expect(smsTo(known.mobile)).toBe(sent + 1)

    game.clock.advance(MINUTE)
    expect(codeOf(await registerFrom('203.0.113.1'))).toBe('OK')
  })

  test('abuse 1: a code for a registration without a sign-in counts towards the limits of new registrations', async () => {
    game.clock.advance(MINUTE)
    const browser = game.client()
    const profile = newProfile()
    await browser.post('register', { user_data: profile }, from('203.0.113.4'))
    await spend(NEW_PER_ADDRESS - 1, { kind: 'new', address: '203.0.113.4' })
    game.clock.advance(MINUTE / 2)
    expect(
      codeOf(await browser.post('requestCode', { id: profile.mobile }, from('203.0.113.4'))),
    ).toBe('UNAVAILABLE')
    expect(smsTo(profile.mobile)).toBe(1)
    game.clock.advance(MINUTE)
  })

  describe('with a provider that fails', () => {
    const failing = <T>(work: () => Promise<T>) =>
      game.withProvider(() => Promise.reject(new Error('the provider quotes +385911234567')), work)

    test('abuse 2: an SMS that the provider refuses leaves the earlier code and link valid, and is reported', async () => {
      const { mobile } = await somebodyKnown()
      const browser = game.client()
      await browser.ok('requestCode', { id: mobile })
      const { code } = lastSms(game, mobile)
      game.clock.advance(MINUTE)

      const answer = await failing(() =>
        browser.post('requestCode', { id: mobile }, from('203.0.113.5')),
      )
      expect([answer.statusCode, answer.json()]).toMatchObject([
        503,
        { code: 'UNAVAILABLE', message: SMS_NOT_SENT },
      ])
      expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
      expect(await browser.outcome('signIn', { id: mobile, mtp: code })).toBe('OK')
    })

    test('abuse 2: a registration whose SMS cannot be sent is not stored, and can be repeated later', async () => {
      const browser = game.client()
      const profile = newProfile()
      const answer = await failing(() =>
        browser.post('register', { user_data: profile }, from('203.0.113.5')),
      )
      expect(codeOf(answer)).toBe('UNAVAILABLE')
      const stored = game.db.read
        .selectFrom('users')
        .where('mobile', '=', profile.mobile)
        .select('user_id')
      expect(await stored.execute()).toEqual([])
      await browser.ok('register', { user_data: profile })
      const { user } = await browser.ok('signIn', {
        id: profile.mobile,
        mtp: lastSms(game, profile.mobile).code,
      })
      expect(user.nickname).toBe(profile.nickname)
    })

    test('abuse 7: an unknown number gets the same answer as a known one', async () => {
      const { mobile } = await somebodyKnown()
      const answers = await failing(async () => {
        const known = await game.client().post('requestCode', { id: mobile }, from('203.0.113.5'))
        return [
          known,
          await game.client().post('requestCode', { id: '+385919990001' }, from('203.0.113.5')),
        ]
      })
      const [known, unknown] = answers.map((answer) => ({
        ...answer.json(),
        status: answer.statusCode,
      }))
      expect(unknown).toEqual(known)
      expect(known).toMatchObject({ status: 503 })
      // The failure is over once a known number gets its SMS.
      await game.client().ok('requestCode', { id: mobile })
      await game.client().ok('requestCode', { id: '+385919990001' })
    })
  })

  test('abuse 2: if the budget is used up, a code is refused without any change, and sent once there is budget again', async () => {
    const { mobile } = await somebodyKnown()
    const browser = game.client()
    await browser.ok('requestCode', { id: mobile })
    const { code, wrongCode, link } = lastSms(game, mobile)
    game.clock.advance(MINUTE)
    await spend(SMS_PER_MINUTE, { kind: 'known' })

    for (const id of [mobile, '+385919990002']) {
      const answer = await game.client().post('requestCode', { id }, from('203.0.113.6'))
      expect(answer.json()).toMatchObject({
        status: 'KO',
        code: 'UNAVAILABLE',
        message: SMS_NOT_SENT,
      })
    }
    expect(lastSms(game, mobile).link).toEqual(link)
    expect(await browser.outcome('signIn', { id: mobile, mtp: wrongCode })).toBe('INVALID_CODE')
    expect(await browser.outcome('signIn', { id: mobile, mtp: code })).toBe('OK')
    game.clock.advance(MINUTE)
    await game.client().ok('requestCode', { id: mobile })
    expect(lastSms(game, mobile).link).not.toEqual(link)
  })
})
