import { beforeEach, describe, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls'
import { SIGN_IN_REQUEST_COOKIE } from '#contract/protocol'
import type { Sms } from '#server/sms/sms'
import { NO_CODES_TODAY, USED_SMS } from '#texts/errors'
import type { ApiClient } from '../support/api-client'
import { foundTeam, lastSms, newProfile, organiserLink, signUp } from '../support/people'
import { HOUR, MINUTE, SECOND, times } from '../support/times'
import { onOneEngine } from '../support/use-game'

onOneEngine('signing in', (game) => {
  const smsTo = (mobile: string) => game.sent.filter((sms) => sms.to === mobile).length
  let tests = 0
  beforeEach(() => void tests++)
  /** Each test has its own address, because wrong codes are limited per address. */
  function newBrowser(): ApiClient {
    const browser = game.client()
    browser.address = `198.51.100.${tests}`
    return browser
  }
  const request = (id: string, browser = newBrowser()) => browser.ok('requestCode', { id })
  const openLink = (link: CallInput<'signIn'>) => newBrowser().outcome('signIn', link)

  /** A user whose latest SMS has not been used yet, in the browser that asked for it. */
  async function withFreshSms() {
    const { mobile, id } = await signUp(game)
    const browser = newBrowser()
    await request(mobile, browser)
    const sms = lastSms(game, mobile)
    const typeCode = (mtp: string) => browser.outcome('signIn', { id: mobile, mtp })
    const use = { code: () => typeCode(sms.code), link: () => openLink(sms.link) }
    return { id, mobile, browser, typeCode, use, ...sms }
  }

  test('another SMS is sent after 30 seconds, and an earlier request is told the remaining seconds', async () => {
    const { mobile } = await withFreshSms()
    game.clock.advance(29_999)
    expect(await request(mobile)).toEqual({ resend_seconds: 1 })
    expect(smsTo(mobile)).toBe(2)
    game.clock.advance(1)
    expect(await request(mobile)).toEqual({ resend_seconds: 30 })
    expect(smsTo(mobile)).toBe(3)
  })

  test.each(['link', 'code'] as const)(
    'fault 89: a right code whose %s was used before is refused for that reason, but only in the requesting browser',
    async (used) => {
      const { mobile, browser, code, use } = await withFreshSms()
      expect(await use[used]()).toBe('OK')
      const message = async (mtp: string, from = browser) =>
        (await from.ko('signIn', { id: mobile, mtp })).message
      expect(await message(code)).toMatch(
        /^Prijava je već obavljena kodom ili linkom iz istog SMS-a/,
      )
      expect(await message(code === '000000' ? '000001' : '000000')).not.toBe(USED_SMS)
      expect(await message(code, newBrowser())).not.toBe(USED_SMS)
    },
  )

  test('requesting a code for an unknown number does not delay the SMS of a later registration', async () => {
    const browser = game.client()
    const user_data = newProfile()
    const { mobile } = user_data
    for (let asked = 0; asked < 6; asked++) await request(mobile, browser)
    expect(await browser.ok('register', { user_data })).toMatchObject({
      resend_seconds: 30,
      sms_sent: true,
    })
    expect(smsTo(mobile)).toBe(1)
    game.clock.advance(10 * SECOND)
    const corrected = { ...user_data, first_name: 'Iva' }
    expect(await browser.ok('register', { user_data: corrected })).toMatchObject({
      resend_seconds: 20,
      sms_sent: false,
    })
    expect(await request(mobile)).toEqual({ resend_seconds: 20 })
    expect(smsTo(mobile)).toBe(1)
    expect(await browser.outcome('signIn', { id: mobile, mtp: lastSms(game, mobile).code })).toBe(
      'OK',
    )
  })

  test.each(['091', '01 234 5678', '\u202A+385 91 1\u202C'])(
    'an id that is a number but not a mobile number, %s, is refused with the number as read, as at registration',
    async (id) => {
      const { code, fields } = await game.client().ko('requestCode', { id })
      expect([code, fields?.id]).toEqual([
        'INVALID_INPUT',
        expect.stringMatching(/^Pročitano je „[+\d ]+”\. Upišite/),
      ])
    },
  )

  test.each([
    ['code', 10 * MINUTE],
    ['link', 24 * HOUR],
  ] as const)('a %s is valid for %i ms and not longer', async (secret, lifetime) => {
    const [inTime, late] = [await withFreshSms(), await withFreshSms()]
    game.clock.advance(lifetime - 1)
    expect(await inTime.use[secret]()).toBe('OK')
    game.clock.advance(1)
    expect(await late.use[secret]()).toBe('INVALID_CODE')
  })

  test('abuse 3: a wrong code says how many tries are left, and five of them end the code', async () => {
    const { browser, code, wrongCode, mobile, typeCode } = await withFreshSms()
    const left: unknown[] = []
    for (let tries = 1; tries <= 5; tries++)
      left.push(await browser.ko('signIn', { id: mobile, mtp: wrongCode }))
    expect(left).toMatchObject(
      [4, 3, 2, 1, 0].map((tries_left) => ({ code: 'INVALID_CODE', tries_left })),
    )
    game.clock.advance(10 * SECOND)
    const refused = await browser.ko('signIn', { id: mobile, mtp: code })
    expect(refused).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retry_seconds: 20 })
    expect(await openLink(lastSms(game, mobile).link)).toBe('OK')

    game.clock.advance(20 * SECOND)
    await request(mobile, browser)
    expect(await typeCode(lastSms(game, mobile).code)).toBe('OK')
  })

  test('parallel wrong tries are all counted, and a right code sent three times in parallel signs in once', async () => {
    const { code, wrongCode, typeCode } = await withFreshSms()
    await Promise.all(times(8, () => typeCode(wrongCode)))
    expect(await typeCode(code)).toBe('TOO_MANY_ATTEMPTS')
    const { use } = await withFreshSms()
    const outcomes = await Promise.all([use.code(), use.code(), use.code()])
    expect(outcomes.sort()).toEqual(['INVALID_CODE', 'INVALID_CODE', 'OK'])
  })

  test.each(['code', 'link'] as const)(
    'using the %s ends code and link of its SMS',
    async (used) => {
      const { use } = await withFreshSms()
      expect([await use[used](), await use.code(), await use.link()]).toEqual([
        'OK',
        'INVALID_CODE',
        'INVALID_CODE',
      ])
    },
  )

  test('a new SMS ends the earlier code and link', async () => {
    const { mobile, browser, code, use, typeCode } = await withFreshSms()
    game.clock.advance(30 * SECOND)
    await request(mobile, browser)
    const newer = lastSms(game, mobile)
    if (newer.code !== code) expect(await use.code()).toBe('INVALID_CODE')
    expect(await use.link()).toBe('INVALID_CODE')
    expect(await typeCode(newer.code)).toBe('OK')
  })

  test('code and link are stored only as hashes, and a link’s token has at least 128 random bits', async () => {
    const { id, code, link } = await withFreshSms()
    const stored = await game.db.read
      .selectFrom('sign_in_requests')
      .selectAll()
      .where('user_id', '=', id)
      .execute()
    expect(stored).toHaveLength(1)
    for (const secret of [`"${code}"`, link.mtp])
      expect(JSON.stringify(stored)).not.toContain(secret)
    // Each letter of an alphabet of 32 carries 5 bits.
    expect(link.mtp).toMatch(/^[0-9a-hjkmnp-tv-z]{26,}$/)
    expect((await withFreshSms()).link.mtp).not.toBe(link.mtp)
  })

  test('a wrong link is refused with a message about links, and leaves the right link valid', async () => {
    const { link, to } = await withFreshSms()
    for (let tries = 1; tries <= 10; tries++) {
      const refused = await game.client().ko('signIn', { id: link.id, mtp: `${link.mtp}x` })
      expect(refused).toMatchObject({
        code: 'INVALID_CODE',
        message: 'Link je već iskorišten ili je istekao.',
      })
    }
    const other = await signUp(game)
    for (const id of [other.id, to])
      expect(await openLink({ id, mtp: link.mtp })).toBe('INVALID_CODE')
    expect(await openLink(link)).toBe('OK')
  })

  test('a link that the organiser printed is valid until it is used and signs in once', async () => {
    const link = await organiserLink(game, (await signUp(game)).id)
    game.clock.advance(60 * 24 * HOUR)
    expect([await openLink(link), await openLink(link)]).toEqual(['OK', 'INVALID_CODE'])
  })

  /** Tries wrong codes for an id; returns the answers. */
  async function tryWrong(browser: ApiClient, id: string, count: number, mtp = '000001') {
    const answers = []
    for (const _ of times(count)) {
      const {
        code: answer,
        message,
        tries_left,
        retry_seconds,
      } = await browser.ko('signIn', { id, mtp })
      answers.push({ answer, message, tries_left, retry_seconds })
    }
    return answers
  }

  test('abuse 3: a code works only in the browser that requested it, and other browsers cannot use up its tries', async () => {
    const { mobile, code, wrongCode, typeCode } = await withFreshSms()
    expect(await newBrowser().outcome('signIn', { id: mobile, mtp: code })).toBe('INVALID_CODE')
    const other = newBrowser()
    await other.ok('requestCode', { id: mobile })
    expect(await other.outcome('signIn', { id: mobile, mtp: code })).toBe('INVALID_CODE')
    const answers = await tryWrong(newBrowser(), mobile, 30, wrongCode)
    for (const one of answers)
      expect(one).toMatchObject({ answer: 'INVALID_CODE', tries_left: undefined })
    expect(await typeCode(code)).toBe('OK')
  })

  test('abuse 3: the server replaces a made-up cookie with its own, which is sent only to the API', async () => {
    const { mobile } = await signUp(game)
    const browser = newBrowser()
    browser.requestCookie = 'mine'
    await browser.ok('requestCode', { id: mobile })
    expect(browser.requestCookie).toMatch(/^[0-9a-z]{26}$/)
    const { requestCookie } = browser
    await browser.ok('requestCode', { id: mobile })
    expect(browser.requestCookie).toBe(requestCookie)
    // Even an id that no account has gets the cookie.
    for (const id of [mobile, '+385919980001', 'nobody']) {
      const [cookie, ...more] = (await game.client().post('requestCode', { id })).cookies
      expect(more).toEqual([])
      expect(cookie).toMatchObject({
        name: SIGN_IN_REQUEST_COOKIE,
        path: '/api',
        httpOnly: true,
        sameSite: 'Lax',
        maxAge: 3_600,
      })
      expect(cookie).not.toHaveProperty('secure')
    }
  })

  test('abuse 3: a player’s id, which all team members can read, requests no SMS and accepts no codes', async () => {
    const { captain, members } = await foundTeam(game, { size: 2 })
    const [victim] = members
    if (victim === undefined) throw new Error('no member')
    game.clock.advance(MINUTE)
    const sent = game.sent.length
    const { api } = captain
    expect(await api.ok('requestCode', { id: victim.id })).toEqual(
      await api.ok('requestCode', { id: 'nobody' }),
    )
    expect(game.sent.length).toBe(sent)

    const browser = newBrowser()
    await browser.ok('requestCode', { id: victim.mobile })
    const { code } = lastSms(game, victim.mobile)
    expect(await browser.outcome('signIn', { id: victim.id, mtp: code })).toBe('INVALID_CODE')
    expect(await browser.outcome('signIn', { id: victim.mobile, mtp: code })).toBe('OK')
  })

  test('abuse 3: an account accepts 20 wrong codes a day over all browsers, then only its link', async () => {
    const { mobile } = await signUp(game)
    for (const round of times(4)) {
      game.clock.advance(20 * MINUTE)
      const browser = newBrowser()
      await browser.ok('requestCode', { id: mobile })
      const answers = await tryWrong(browser, mobile, 5, lastSms(game, mobile).wrongCode)
      expect(answers.at(-1), `round ${round}`).toMatchObject({
        answer: 'INVALID_CODE',
        tries_left: 0,
      })
    }
    game.clock.advance(20 * MINUTE)
    const browser = newBrowser()
    await browser.ok('requestCode', { id: mobile })
    const { code, link } = lastSms(game, mobile)
    const refused = await browser.ko('signIn', { id: mobile, mtp: code })
    expect(refused).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', message: NO_CODES_TODAY })
    expect(refused.retry_seconds).toBe((24 * HOUR - 80 * MINUTE) / SECOND)
    expect(await newBrowser().outcome('signIn', link)).toBe('OK')

    game.clock.advance(24 * HOUR)
    await browser.ok('requestCode', { id: mobile })
    expect(await browser.outcome('signIn', { id: mobile, mtp: lastSms(game, mobile).code })).toBe(
      'OK',
    )
  })

  test('abuse 3: wrong codes for many accounts are limited per address; a code right at the first try still signs in', async () => {
    const address = { 'x-forwarded-for': '203.0.113.20' }
    const attacker = newBrowser()
    const tryFrom = (browser: ApiClient, id: string, mtp: string) =>
      browser.post('signIn', { id, mtp }, address)
    // Leave 20 of the address's 300 wrong codes a minute.
    await Promise.all(times(280, () => tryFrom(newBrowser(), '+385919980000', '000000')))
    const statuses: number[] = []
    for (const index of times(12)) {
      const id = `+38591998${1_000 + index}`
      await attacker.ok('requestCode', { id })
      // In parallel, because a caller over the limit waits for the refusal.
      const answers = await Promise.all(times(5, () => tryFrom(attacker, id, '000000')))
      statuses.push(...answers.map(({ statusCode }) => statusCode))
    }
    expect(statuses.filter((status) => status === 200).length).toBeLessThanOrEqual(20 + 12)
    expect(statuses.filter((status) => status === 429).length).toBeGreaterThanOrEqual(20)

    const { mobile, browser, code } = await withFreshSms()
    expect((await tryFrom(browser, mobile, code)).json().status).toBe('OK')
    const other = await withFreshSms()
    const mistyped = await tryFrom(other.browser, other.mobile, other.wrongCode)
    expect(mistyped.json()).toMatchObject({ code: 'INVALID_CODE', tries_left: 4 })
  })

  test('abuse 3: codes typed in browsers that requested none are limited per address', async () => {
    const address = { 'x-forwarded-for': '203.0.113.21' }
    const statuses: number[] = []
    for (const _ of times(301)) {
      const { statusCode } = await newBrowser().post(
        'signIn',
        { id: '+385919980000', mtp: '000000' },
        address,
      )
      statuses.push(statusCode)
    }
    expect(statuses.filter((status) => status === 429)).toHaveLength(1)
  })

  describe('abuse 7: an unknown number or e-mail gets the same answer as a known one', () => {
    const unknownIds = { mobile: '+385919970001', email: 'nobody7@example.hr' }

    async function somebody() {
      const profile = newProfile()
      const { mobile } = await signUp(game, profile)
      game.clock.advance(HOUR)
      return { mobile, email: profile.email }
    }

    /** Expects the same answers for known and for unknown ids, and returns them. */
    async function alike<Id, Answer>(
      ids: readonly [somebody: Id, nobody: Id],
      ask: (id: Id) => Promise<Answer>,
    ): Promise<Answer> {
      const known = await ask(ids[0])
      game.clock.advance(HOUR)
      expect(await ask(ids[1])).toEqual(known)
      return known
    }

    test.each(['mobile', 'email'] as const)(
      'to each wrong code, even the sixth, requested by %s',
      async (by) => {
        const answers = await alike([(await somebody())[by], unknownIds[by]], async (id) => {
          const browser = newBrowser()
          const { resend_seconds } = await browser.ok('requestCode', { id })
          return [resend_seconds, ...(await tryWrong(browser, id, 7))]
        })
        expect(answers.at(-1)).toMatchObject({ answer: 'TOO_MANY_ATTEMPTS' })
      },
    )

    test('about the seconds until the next SMS, whether requested by number or by e-mail', async () => {
      await alike(
        [await somebody(), { mobile: '+385919970002', email: 'nobody8@example.hr' }],
        async ({ mobile, email }) => {
          const browser = newBrowser()
          const seconds = []
          for (const id of [mobile, email, mobile]) {
            seconds.push(await browser.ok('requestCode', { id }))
            game.clock.advance(3 * SECOND)
          }
          return seconds
        },
      )
    })

    test('to a wrong code in a browser that did not request it, and to over 20 wrong codes a day', async () => {
      const { mobile } = await somebody()
      await newBrowser().ok('requestCode', { id: mobile })
      await alike([mobile, '+385919970003'], (id) => tryWrong(newBrowser(), id, 1))
      const answers = await alike([(await somebody()).mobile, '+385919970004'], async (id) => {
        const own = []
        for (const _ of times(5)) {
          game.clock.advance(15 * MINUTE)
          const browser = newBrowser()
          own.push(await browser.ok('requestCode', { id }), ...(await tryWrong(browser, id, 5)))
        }
        return own
      })
      expect(answers.at(-1)).toMatchObject({ message: NO_CODES_TODAY })
    })

    test('after the same time, which the provider takes for an SMS', async () => {
      const known = await somebody()
      const slowly = async (sms: Sms) => {
        await new Promise((resolve) => setTimeout(resolve, 150))
        game.sent.push(sms)
      }
      const took: number[] = []
      for (const id of [known.mobile, '+385919970005']) {
        const begun = performance.now()
        await game.withProvider(slowly, () => request(id))
        took.push(performance.now() - begun)
      }
      expect(Math.min(...took)).toBeGreaterThan(140)
    })
  })
})
