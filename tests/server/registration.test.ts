import { expect, test } from 'vitest'
import type { FieldIssue } from '#contract/field-issues'
import { TERMS_VERSION } from '#contract/protocol'
import { fieldText, fieldTexts } from '#texts/fields'
import { HIDDEN_TEAM, ORGANISER } from '#texts/nouns'
import {
  foundTeam,
  lastSms,
  newProfile,
  organiserLink,
  type Profile,
  signIn,
  signInOrganiser,
  signUp,
} from '../support/people'
import { HOUR, SECOND } from '../support/times'
import { onOneEngine } from '../support/use-game'

onOneEngine('registration', (game) => {
  const readUser = (id: string) =>
    game.db.read.selectFrom('users').where('user_id', '=', id).selectAll().executeTakeFirstOrThrow()

  test('does not sign in, which needs the code, and stores the accepted terms’ version and the time', async () => {
    const browser = game.client()
    const { user_id } = await browser.ok('register', { user_data: newProfile() })
    expect([browser.cookie, await browser.outcome('currentUser', {})]).toEqual([
      null,
      'NOT_AUTHENTICATED',
    ])
    expect(await readUser(user_id)).toMatchObject({
      terms_version: TERMS_VERSION,
      terms_accepted_at: game.clock.now(),
    })
  })

  test('people entered by the organiser accept the terms only with their first sign-in', async () => {
    expect(await readUser('mia')).toMatchObject({ terms_version: null, terms_accepted_at: null })
    const first = game.clock.now()
    const accepted = {
      terms_version: TERMS_VERSION,
      terms_accepted_at: first,
      first_signed_in_at: first,
    }
    for (let time = 1; time <= 2; time++) {
      await signIn(game, 'mia')
      expect(await readUser('mia')).toMatchObject(accepted)
      game.clock.advance(60_000)
    }
  })

  test('names are stored trimmed and normalised, the e-mail as typed', async () => {
    const typed = { first_name: '  Ana ', last_name: 'Anic\u0301', email: ' ANA.anic@Example.hr ' }
    const { api } = await signUp(game, typed)
    const { user } = await api.ok('currentUser', {})
    expect(user).toMatchObject({
      first_name: 'Ana',
      last_name: 'Anić',
      email: 'ANA.anic@Example.hr',
    })
  })

  // Fault 82's own spellings are in `tests/rules/text.test.ts`.
  test.each([
    ["'tel:０９１７６５４３２３", '+385917654323'],
    ['385 91 765 4324', '+385917654324'],
    ['+385 (0)99 765 4321', '+385997654321'],
    ['+43 664 1234567', '+436641234567'],
  ])('registration and sign-in read the mobile number %s as %s', async (mobile, e164) => {
    const browser = game.client()
    await browser.ok('register', { user_data: newProfile({ mobile }) })
    expect(game.sent.at(-1)?.to).toBe(e164)
    const code = [...lastSms(game, e164).code].join('\u00A0\u200B')
    const { user } = await browser.ok('signIn', { id: mobile, mtp: code })
    expect(user.mobile).toBe(e164)
  })

  test.each<[string, Partial<Profile>, FieldIssue, string?]>([
    ['a landline', { mobile: '01 234 5678' }, 'mobile', '01 234 5678'],
    ['too few digits', { mobile: '\u202Atel:091 234' }, 'mobile', '091 234'],
    ['no first name', { first_name: '  ' }, 'first_name'],
    ['a control character in the last name', { last_name: 'An\0ić' }, 'last_name'],
    ['an e-mail without a domain', { email: 'ana@' }, 'email'],
    ['a Cyrillic letter in a Latin nickname', { nickname: 'orgаna' }, 'letters'],
    ['a nickname of 25 characters', { nickname: 'a'.repeat(25) }, 'nickname'],
    ['an invisible nickname', { nickname: '\u3164\u3164' }, 'nickname'],
  ])('%s is refused with a message for that field only', async (_what, own, issue, read) => {
    const [field = ''] = Object.keys(own)
    const refused = await game.client().ko('register', { user_data: newProfile(own) })
    expect(refused).toMatchObject({
      code: 'INVALID_INPUT',
      fields: { [field]: fieldText(issue, read) },
    })
    expect(Object.keys(refused.fields ?? {})).toEqual([field])
  })

  test.each([
    ['Prva', 'Prva2'],
    ['a'.repeat(24), `${'a'.repeat(23)}2`],
  ])(
    'a registration does not reserve its nickname before the first sign-in: who chose %s first gets %s in the end',
    async (nickname, own) => {
      const first = newProfile({ nickname })
      const browser = game.client()
      await browser.ok('register', { user_data: first })
      const next = await signUp(game, { nickname: nickname.toUpperCase() })
      expect((await next.api.ok('currentUser', {})).user.nickname).toBe(nickname.toUpperCase())
      const { user } = await browser.ok('signIn', {
        id: first.mobile,
        mtp: lastSms(game, first.mobile).code,
      })
      expect(user.nickname).toBe(own)
    },
  )
})

onOneEngine('registering another person’s number or e-mail', (game) => {
  const usersOf = ({ mobile }: Profile) =>
    game.db.read.selectFrom('users').where('mobile', '=', mobile).select('user_id').execute()

  /** Registers in a fresh browser; returns it with the SMS, if one was sent. */
  async function register(user_data: Profile) {
    const browser = game.client()
    const sent = game.sent.length
    const { user_id } = await browser.ok('register', { user_data })
    const sms = game.sent.length > sent ? lastSms(game, user_data.mobile) : null
    return {
      browser,
      user_id,
      sms,
      typeCode: (mtp: string) => browser.ok('signIn', { id: user_data.mobile, mtp }),
    }
  }

  function sentTo({ sms }: Awaited<ReturnType<typeof register>>) {
    if (sms === null) throw new Error('no SMS was sent')
    return sms
  }

  /** The number's owner, and somebody who soon registers the same number under another name. */
  async function registeredTwice(wait = 30 * SECOND) {
    const profile = newProfile()
    const own = await register(profile)
    game.clock.advance(wait)
    const squatting = newProfile({ mobile: profile.mobile, first_name: 'Lažni' })
    return { profile, squatting, own, squatter: await register(squatting) }
  }

  test.each([
    ['code', 0],
    ['code', 30 * SECOND],
    ['link', 0],
    ['link', 30 * SECOND],
  ])(
    'abuse 8: the owner’s %s signs in to the owner’s registration, even after another %i ms later',
    async (secret, wait) => {
      const { profile, own } = await registeredTwice(wait)
      const { code, link } = sentTo(own)
      const { user } =
        secret === 'code' ? await own.typeCode(code) : await game.client().ok('signIn', link)
      expect(user).toMatchObject({
        id: own.user_id,
        nickname: profile.nickname,
        email: profile.email,
      })
      expect(await usersOf(profile)).toHaveLength(1)
    },
  )

  test('abuse 8: each SMS signs in to its own registration, and the first to sign in gets the number', async () => {
    const { profile, squatting, own, squatter } = await registeredTwice()
    const { user } = await game.client().ok('signIn', sentTo(squatter).link)
    expect(user.nickname).toBe(squatting.nickname)
    expect(await own.browser.outcome('signIn', { id: profile.mobile, mtp: sentTo(own).code })).toBe(
      'INVALID_CODE',
    )
    expect(await game.client().outcome('signIn', sentTo(own).link)).toBe('INVALID_CODE')
    expect((await game.client().ko('register', { user_data: profile })).code).toBe(
      'ALREADY_REGISTERED',
    )
    expect(await usersOf(profile)).toHaveLength(1)
  })

  test('abuse 8: a code requested in another browser signs in to the first registration', async () => {
    const { profile, own } = await registeredTwice()
    game.clock.advance(30 * SECOND)
    const installed = game.client()
    await installed.ok('requestCode', { id: profile.mobile })
    const { user } = await installed.ok('signIn', {
      id: profile.mobile,
      mtp: lastSms(game, profile.mobile).code,
    })
    expect(user.id).toBe(own.user_id)
  })

  test('abuse 8: a code requested again in the browser of a registration signs in to that registration', async () => {
    const { profile, squatting, squatter } = await registeredTwice()
    game.clock.advance(30 * SECOND)
    await squatter.browser.ok('requestCode', { id: profile.mobile })
    const { user } = await squatter.typeCode(lastSms(game, profile.mobile).code)
    expect(user.nickname).toBe(squatting.nickname)
  })

  test('abuse 8: repeated registrations that get no SMS leave at most one row', async () => {
    const { profile } = await registeredTwice(0)
    for (let count = 0; count < 5; count++) await register(newProfile({ mobile: profile.mobile }))
    expect(await usersOf(profile)).toHaveLength(2)
    game.clock.advance(25 * HOUR)
    await register(newProfile({ mobile: profile.mobile }))
    expect(await usersOf(profile)).toHaveLength(1)
  })

  test('abuse 8: an organiser’s link for a registration stays valid after later registrations', async () => {
    const { profile, own } = await registeredTwice()
    const link = await organiserLink(game, own.user_id)
    game.clock.advance(25 * HOUR)
    await register(newProfile({ mobile: profile.mobile }))
    const { user } = await game.client().ok('signIn', link)
    expect(user.nickname).toBe(profile.nickname)
  })

  test('abuse 8: a code requested by e-mail is sent only if exactly one account that has signed in has it', async () => {
    const { email } = newProfile()
    await register(newProfile({ email }))
    const smsFor = async () => {
      game.clock.advance(HOUR)
      const sent = game.sent.length
      expect(await game.client().ok('requestCode', { id: email })).toEqual({ resend_seconds: 30 })
      return game.sent.slice(sent).map((sms) => sms.to)
    }
    expect(await smsFor()).toEqual([])
    const one = await signUp(game, { email })
    expect(await smsFor()).toEqual([one.mobile])
    await signUp(game, { email: email.toUpperCase() })
    expect(await smsFor()).toEqual([])
  })

  test('abuse 8: if two registrations of a number are used at the same moment, only one signs in', async () => {
    const { profile, own, squatter } = await registeredTwice()
    const outcomes = await Promise.all([
      game.client().outcome('signIn', sentTo(own).link),
      game.client().outcome('signIn', sentTo(squatter).link),
    ])
    expect(outcomes.sort()).toEqual(['INVALID_CODE', 'OK'])
    expect(await usersOf(profile)).toHaveLength(1)
  })
})

const RESERVED = [HIDDEN_TEAM, ORGANISER, 'GeekQuest', 'geekc1ub']

onOneEngine('names that look alike', (game) => {
  const newcomer = (nickname: string) => ({ user_data: newProfile({ nickname }) })
  const names = (nickname: string) => ({
    user_data: { first_name: 'Ana', last_name: 'Anić', nickname },
  })
  /** The refusal of a nickname, the same in a registration and in a change of a profile. */
  const refused = async (nickname: string) => {
    const { api } = await signUp(game)
    const [registered, renamed] = [
      await game.client().ko('register', newcomer(nickname)),
      await api.ko('updateProfile', names(nickname)),
    ]
    expect([registered.code, renamed.code]).toEqual(['INVALID_INPUT', 'INVALID_INPUT'])
    expect(renamed.fields?.nickname).toBe(registered.fields?.nickname)
    return registered.fields?.nickname
  }

  test.each([
    ['case, spaces', 'Zauzeto', '  ZAUZETO '],
    ['I, l, 1 and |', 'Alfa1|', 'AIfaIl'],
    ['apostrophes', "O'Hara", 'O’Hara'],
    ['a full stop at the end', 'Rekla', 'Rekla.'],
    ['quotation marks', '"Neo"', '„Neo”'],
  ])(
    'rule 19: of nicknames that look alike (%s) only one can be in use',
    async (_letters, one, other) => {
      await signUp(game, { nickname: one })
      expect(await refused(other)).toBe(fieldTexts.nickname_taken)
    },
  )

  test.each(RESERVED)('rule 19: %j is neither a nickname nor the name of a team', async (name) => {
    expect(await refused(name)).toBe(fieldTexts.nickname_taken)
    expect(await (await signUp(game)).api.outcome('createTeam', { team_name: name })).toBe(
      'TEAM_NAME_TAKEN',
    )
    const [organiser, team] = [await signInOrganiser(game), await foundTeam(game)]
    const rename = { team_id: team.id, team_name: name, reason: 'Proba' }
    expect(await organiser.api.outcome('renameTeam', rename)).toBe('TEAM_NAME_TAKEN')
  })

  test('abuse 11: rules 3 and 19: only one of several teams whose names look alike can be founded', async () => {
    await foundTeam(game, { name: 'MAX TOP lI' })
    expect(await (await signUp(game)).api.outcome('createTeam', { team_name: 'МАХ ТОР Il' })).toBe(
      'TEAM_NAME_TAKEN',
    )
  })
})
