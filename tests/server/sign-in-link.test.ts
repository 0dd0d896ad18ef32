import { describe, expect, test } from 'vitest'
import { lastSms, organiserLink, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

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
