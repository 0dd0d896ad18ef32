import { describe, expect, test } from 'vitest'
import { lastSms, newProfile, organiserLink, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

const SECOND = 1_000
const MINUTE = 60 * SECOND

onOneEngine('signing in with the code from an SMS', (game) => {
  const smsTo = (mobile: string) => game().sent.filter((sms) => sms.to === mobile).length
  const request = (id: string, browser = game().client()) => browser.ok('requestCode', { id })

  /** A user whose latest SMS has not been used yet, in the browser that asked for it. */
  async function withFreshCode() {
    const { mobile, id } = await signUp(game())
    const browser = game().client()
    await request(mobile, browser)
    const signIn = (mtp: string) => browser.outcome('signIn', { id: mobile, mtp })
    return { id, mobile, browser, signIn, ...lastSms(game(), mobile) }
  }

  describe('a new SMS is sent', () => {
    test('otherwise after 30 seconds, and an earlier request gets the same response', async () => {
      const { mobile } = await withFreshCode()
      game().clock.advance(29_999)
      expect(await request(mobile)).toEqual({ resend_seconds: 1 })
      expect(smsTo(mobile)).toBe(2)
      game().clock.advance(1)
      expect(await request(mobile)).toEqual({ resend_seconds: 30 })
      expect(smsTo(mobile)).toBe(3)
    })
  })

  describe('an unknown id', () => {
    test('starts no wait: whoever registers right after it gets an SMS, and its code works; correcting what was entered then sends none', async () => {
      const browser = game().client()
      const user_data = newProfile()
      const { mobile } = user_data
      for (let asked = 0; asked < 6; asked++) await request(mobile, browser)
      expect(await browser.ok('register', { user_data })).toMatchObject({ resend_seconds: 30, sms_sent: true })
      expect(smsTo(mobile)).toBe(1)
      game().clock.advance(10 * SECOND)
      const corrected = { ...user_data, first_name: 'Iva' }
      expect(await browser.ok('register', { user_data: corrected })).toMatchObject({ resend_seconds: 20, sms_sent: false })
      expect(await request(mobile)).toEqual({ resend_seconds: 20 })
      expect(smsTo(mobile)).toBe(1)
      expect(await browser.outcome('signIn', { id: mobile, mtp: lastSms(game(), mobile).code })).toBe('OK')
    })

    test.each(['091', '01 234 5678', '\u202A+385 91 1\u202C'])(
      'that is a number and no mobile one, %s, is refused with what was read, as at registration',
      async (id) => {
        const { code, fields } = await game().client().ko('requestCode', { id })
        expect([code, fields?.id]).toEqual(['INVALID_INPUT', expect.stringMatching(/^Pročitano je „[+\d ]+“\. Upišite/)])
      },
    )
  })

  describe('the code', () => {
    test.each([
      ['is valid for 10 minutes', 10 * MINUTE - 1, 'OK'],
      ['and not longer', 10 * MINUTE, 'INVALID_CODE'],
    ])('%s', async (_what, age, outcome) => {
      const { code, signIn } = await withFreshCode()
      game().clock.advance(age)
      expect(await signIn(code)).toBe(outcome)
    })

    test('is invalid after 5 wrong tries, and its link is not; the response says when a new one can be requested', async () => {
      const { browser, code, wrongCode, mobile, signIn } = await withFreshCode()
      for (let tries = 1; tries <= 5; tries++) expect(await signIn(wrongCode)).toBe('INVALID_CODE')
      game().clock.advance(10 * SECOND)
      const refused = await browser.ko('signIn', { id: mobile, mtp: code })
      expect(refused).toMatchObject({ code: 'TOO_MANY_ATTEMPTS', retry_seconds: 20 })
      expect(await game().client().outcome('signIn', lastSms(game(), mobile).link)).toBe('OK')

      game().clock.advance(20 * SECOND)
      await request(mobile, browser)
      expect(await signIn(lastSms(game(), mobile).code)).toBe('OK')
    })

    test('counts wrong tries sent all at once', async () => {
      const { code, wrongCode, signIn } = await withFreshCode()
      await Promise.all(Array.from({ length: 8 }, () => signIn(wrongCode)))
      expect(await signIn(code)).toBe('TOO_MANY_ATTEMPTS')
    })

    test('sent twice at the same moment signs in once', async () => {
      const { code, signIn } = await withFreshCode()
      const outcomes = await Promise.all([signIn(code), signIn(code), signIn(code)])
      expect(outcomes.sort()).toEqual(['INVALID_CODE', 'INVALID_CODE', 'OK'])
    })

    test('is invalid after the next SMS', async () => {
      const { browser, code, mobile, signIn } = await withFreshCode()
      game().clock.advance(30 * SECOND)
      await request(mobile, browser)
      const newer = lastSms(game(), mobile).code
      if (newer !== code) expect(await signIn(code)).toBe('INVALID_CODE')
      expect(await signIn(newer)).toBe('OK')
    })

    test('is stored only as a hash', async () => {
      const { id, code, mobile } = await withFreshCode()
      const kept = await game().db.read.selectFrom('sign_in_requests').selectAll().where('user_id', '=', id).execute()
      expect(kept).toHaveLength(1)
      expect(JSON.stringify(kept)).not.toContain(`"${code}"`)
      expect(JSON.stringify(kept)).not.toContain(lastSms(game(), mobile).link.mtp)
    })
  })
})

const HOUR = 3_600_000

onOneEngine('signing in with a link', (game) => {
  const signIn = ({ id, mtp }: { id: string; mtp: string }) => game().client().outcome('signIn', { id, mtp })

  async function freshSms() {
    const { mobile } = await signUp(game())
    const browser = game().client()
    await browser.ok('requestCode', { id: mobile })
    const { to, code, link } = lastSms(game(), mobile)
    return { to, code, link, typeCode: () => browser.outcome('signIn', { id: mobile, mtp: code }) }
  }

  test('a used link invalidates the code of its SMS', async () => {
    const { link, typeCode } = await freshSms()
    await signIn(link)
    expect(await typeCode()).toBe('INVALID_CODE')
  })

  test('a used code invalidates the link of its SMS', async () => {
    const { link, typeCode } = await freshSms()
    expect(await typeCode()).toBe('OK')
    expect(await signIn(link)).toBe('INVALID_CODE')
  })

  test.each([
    ['a link is valid for 24 hours, longer than the code', 24 * HOUR - 1, 'OK'],
    ['and not longer', 24 * HOUR, 'INVALID_CODE'],
  ])('%s', async (_what, age, outcome) => {
    const { link } = await freshSms()
    game().clock.advance(age)
    expect(await signIn(link)).toBe(outcome)
  })

  test('a new SMS invalidates it', async () => {
    const { link, to } = await freshSms()
    game().clock.advance(30_000)
    await game().client().ok('requestCode', { id: to })
    expect(await signIn(link)).toBe('INVALID_CODE')
    expect(await signIn(lastSms(game(), to).link)).toBe('OK')
  })

  test('a wrong link is refused with a message about links and does not invalidate the right one', async () => {
    const { link } = await freshSms()
    for (let tries = 1; tries <= 10; tries++) {
      const refused = await game()
        .client()
        .ko('signIn', { id: link.id, mtp: `${link.mtp}x` })
      expect(refused).toMatchObject({ code: 'INVALID_CODE', message: 'Link je već iskorišten ili je istekao.' })
    }
    expect(await signIn(link)).toBe('OK')
  })

  test('its token signs in no other user, nor its own by another id', async () => {
    const { link, to } = await freshSms()
    const other = await signUp(game())
    for (const id of [other.id, to]) expect(await signIn({ id, mtp: link.mtp })).toBe('INVALID_CODE')
    expect(await signIn(link)).toBe('OK')
  })

  test('its token has at least 128 random bits', async () => {
    const tokens = [(await freshSms()).link.mtp, (await freshSms()).link.mtp]
    expect(new Set(tokens).size).toBe(2)
    // Each letter of an alphabet of 32 carries 5 bits.
    for (const token of tokens) expect(token).toMatch(/^[0-9a-hjkmnp-tv-z]{26,}$/)
  })

  describe('a link that the organiser printed', () => {
    test('is valid until it is used and signs in once', async () => {
      const { id } = await signUp(game())
      const link = await organiserLink(game(), id)
      game().clock.advance(60 * 24 * HOUR)
      expect(await signIn(link)).toBe('OK')
      expect(await signIn(link)).toBe('INVALID_CODE')
    })
  })
})
