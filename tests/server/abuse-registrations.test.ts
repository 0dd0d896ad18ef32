import { expect, test } from 'vitest'
import { lastSms, newProfile, organiserLink, type Profile, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

const SECOND = 1_000
const HOUR = 3_600 * SECOND

onOneEngine('registering what is somebody else’s', (game) => {
  const usersOf = ({ mobile }: Profile) =>
    game().db.read.selectFrom('users').where('mobile', '=', mobile).select('user_id').execute()

  /** Registers in a browser of its own; returns it with what was sent, if anything was. */
  async function register(user_data: Profile) {
    const browser = game().client()
    const sent = game().sent.length
    const { user_id } = await browser.ok('register', { user_data })
    const sms = game().sent.length > sent ? lastSms(game(), user_data.mobile) : null
    return { browser, user_id, sms, typeCode: (mtp: string) => browser.ok('signIn', { id: user_data.mobile, mtp }) }
  }

  function sentTo({ sms }: Awaited<ReturnType<typeof register>>) {
    if (sms === null) throw new Error('no SMS was sent')
    return sms
  }

  /** The number's owner, and somebody who registers the same number a little later under a name of theirs. */
  async function registeredTwice(wait = 30 * SECOND) {
    const profile = newProfile()
    const own = await register(profile)
    game().clock.advance(wait)
    const squatting = newProfile({ mobile: profile.mobile, first_name: 'Lažni' })
    return { profile, squatting, own, squatter: await register(squatting) }
  }

  test.each([
    ['code', 0],
    ['code', 30 * SECOND],
    ['link', 0],
    ['link', 30 * SECOND],
  ])('abuse 8: the owner’s %s signs in to what the owner entered, registered again %i ms later', async (secret, wait) => {
    const { profile, own } = await registeredTwice(wait)
    const { code, link } = sentTo(own)
    const { user } = secret === 'code' ? await own.typeCode(code) : await game().client().ok('signIn', link)
    expect(user).toMatchObject({ id: own.user_id, nickname: profile.nickname, email: profile.email })
    expect(await usersOf(profile)).toHaveLength(1)
  })

  test('abuse 8: each SMS signs in to what was sent with it, and who is first has the number', async () => {
    const { profile, squatting, own, squatter } = await registeredTwice()
    const { user } = await game().client().ok('signIn', sentTo(squatter).link)
    expect(user.nickname).toBe(squatting.nickname)
    expect(await own.browser.outcome('signIn', { id: profile.mobile, mtp: sentTo(own).code })).toBe('INVALID_CODE')
    expect(await game().client().outcome('signIn', sentTo(own).link)).toBe('INVALID_CODE')
    expect((await game().client().ko('register', { user_data: profile })).code).toBe('ALREADY_REGISTERED')
    expect(await usersOf(profile)).toHaveLength(1)
  })

  test('abuse 8: a code asked for in another browser signs in to what was registered first', async () => {
    const { profile, own } = await registeredTwice()
    game().clock.advance(30 * SECOND)
    const installed = game().client()
    await installed.ok('requestCode', { id: profile.mobile })
    const { user } = await installed.ok('signIn', { id: profile.mobile, mtp: lastSms(game(), profile.mobile).code })
    expect(user.id).toBe(own.user_id)
  })

  test('abuse 8: a code asked for again where it was registered signs in to what was entered there', async () => {
    const { profile, squatting, squatter } = await registeredTwice()
    game().clock.advance(30 * SECOND)
    await squatter.browser.ok('requestCode', { id: profile.mobile })
    const { user } = await squatter.typeCode(lastSms(game(), profile.mobile).code)
    expect(user.nickname).toBe(squatting.nickname)
  })

  test('abuse 8: registrations that no SMS goes out for leave one row at most', async () => {
    const { profile } = await registeredTwice(0)
    for (let count = 0; count < 5; count++) await register(newProfile({ mobile: profile.mobile }))
    expect(await usersOf(profile)).toHaveLength(2)
    game().clock.advance(25 * HOUR)
    await register(newProfile({ mobile: profile.mobile }))
    expect(await usersOf(profile)).toHaveLength(1)
  })

  test('abuse 8: an organiser’s link for a registration outlives those that come later', async () => {
    const { profile, own } = await registeredTwice()
    const link = await organiserLink(game(), own.user_id)
    game().clock.advance(25 * HOUR)
    await register(newProfile({ mobile: profile.mobile }))
    const { user } = await game().client().ok('signIn', link)
    expect(user.nickname).toBe(profile.nickname)
  })

  test('abuse 8: a code asked for by e-mail goes out where exactly one account that has signed in has it', async () => {
    const { email } = newProfile()
    await register(newProfile({ email }))
    const smsFor = async () => {
      game().clock.advance(HOUR)
      const sent = game().sent.length
      expect(await game().client().ok('requestCode', { id: email })).toEqual({ resend_seconds: 30 })
      return game()
        .sent.slice(sent)
        .map((sms) => sms.to)
    }
    expect(await smsFor()).toEqual([])
    const one = await signUp(game(), { email })
    expect(await smsFor()).toEqual([one.mobile])
    await signUp(game(), { email: email.toUpperCase() })
    expect(await smsFor()).toEqual([])
  })

  test('abuse 8: a number signs in once where two of its registrations are used at the same moment', async () => {
    const { profile, own, squatter } = await registeredTwice()
    const outcomes = await Promise.all([
      game().client().outcome('signIn', sentTo(own).link),
      game().client().outcome('signIn', sentTo(squatter).link),
    ])
    expect(outcomes.sort()).toEqual(['INVALID_CODE', 'OK'])
    expect(await usersOf(profile)).toHaveLength(1)
  })
})
