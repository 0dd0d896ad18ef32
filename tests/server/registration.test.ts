import { beforeAll, describe, expect, test } from 'vitest'
import { TERMS_VERSION } from '#contract/protocol'
import { STAFF } from '../support/event'
import { lastSms, newProfile, type Profile, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

onOneEngine('registration', (game) => {
  const refused = (own: Partial<Profile>) =>
    game()
      .client()
      .ko('register', { user_data: newProfile(own) })
  const readUser = (id: string) =>
    game().db.read.selectFrom('users').where('user_id', '=', id).selectAll().executeTakeFirstOrThrow()

  test('signs nobody in, because that takes the code', async () => {
    const browser = game().client()
    await browser.ok('register', { user_data: newProfile() })
    expect(browser.cookie).toBeNull()
    expect((await browser.ko('currentUser', {})).code).toBe('NOT_AUTHENTICATED')
  })

  test('stores the version of the accepted terms and the time', async () => {
    const { user_id } = await game().client().ok('register', { user_data: newProfile() })
    expect(await readUser(user_id)).toMatchObject({ terms_version: TERMS_VERSION, terms_accepted_at: game().clock.now() })
  })

  test('people entered by the organiser accept the terms with their first sign-in only', async () => {
    const { mobile } = STAFF.mia
    expect(await readUser('mia')).toMatchObject({ terms_version: null, terms_accepted_at: null })
    const browser = game().client()
    await browser.ok('requestCode', { id: mobile })
    const first = game().clock.now()
    await browser.ok('signIn', { id: mobile, mtp: lastSms(game(), mobile).code })
    const accepted = { terms_version: TERMS_VERSION, terms_accepted_at: first, first_signed_in_at: first }
    expect(await readUser('mia')).toMatchObject(accepted)

    game().clock.advance(60_000)
    await browser.ok('requestCode', { id: mobile })
    await browser.ok('signIn', { id: mobile, mtp: lastSms(game(), mobile).code })
    expect(await readUser('mia')).toMatchObject(accepted)
  })

  test('names are stored trimmed and normalised, the e-mail as typed', async () => {
    const typed = { first_name: '  Ana ', last_name: 'Anic\u0301', email: ' ANA.anic@Example.hr ' }
    const { api } = await signUp(game(), typed)
    const { user } = await api.ok('currentUser', {})
    expect(user).toMatchObject({ first_name: 'Ana', last_name: 'Anić', email: 'ANA.anic@Example.hr' })
  })

  // Fault 82's own spellings are in `tests/rules/text.test.ts`.
  test.each([
    ['\u202A(+385) 91–765–4320\u202C', '+385917654320'],
    ["'tel:０９１７６５４３２３", '+385917654323'],
    ['385 91 765 4324', '+385917654324'],
    ['091 765 4321', '+385917654321'],
    ['+385 (0)99 765 4321', '+385997654321'],
    ['099.765.4322', '+385997654322'],
    ['+43 664 1234567', '+436641234567'],
  ])('registration and sign-in read the mobile number %s as %s', async (mobile, e164) => {
    const browser = game().client()
    await browser.ok('register', { user_data: newProfile({ mobile }) })
    expect(game().sent.at(-1)?.to).toBe(e164)
    const code = [...lastSms(game(), e164).code].join('\u00A0\u200B')
    const { user } = await browser.ok('signIn', { id: mobile, mtp: code })
    expect(user.mobile).toBe(e164)
  })

  test.each([
    [
      'a landline',
      { mobile: '01 234 5678' },
      'mobile',
      'Pročitano je „01 234 5678“. Upišite ispravan broj mobitela, npr. 091 234 5678.',
    ],
    [
      'too few digits',
      { mobile: '\u202Atel:091 234' },
      'mobile',
      'Pročitano je „091 234“. Upišite ispravan broj mobitela, npr. 091 234 5678.',
    ],
    [
      'letters for a number',
      { mobile: 'nemam mobitel' },
      'mobile',
      'Pročitano je „nemam mobitel“. Upišite ispravan broj mobitela, npr. 091 234 5678.',
    ],
    ['no first name', { first_name: '  ' }, 'first_name', 'Upišite ime.'],
    ['a control character in the last name', { last_name: 'An\0ić' }, 'last_name', 'Upišite prezime.'],
    ['an e-mail without @', { email: 'ana.example.hr' }, 'email', 'Upišite ispravnu e-mail adresu.'],
    ['an e-mail without a domain', { email: 'ana@' }, 'email', 'Upišite ispravnu e-mail adresu.'],
    [
      'a Cyrillic letter in a Latin nickname',
      { nickname: 'orgаna' },
      'nickname',
      'Ne miješajte latinicu i ćirilicu u istoj riječi; posebni znakovi nisu dopušteni.',
    ],
    ['a nickname of one character', { nickname: 'a' }, 'nickname', 'Upišite nadimak od 2 do 24 znaka.'],
    ['a nickname of 25 characters', { nickname: 'a'.repeat(25) }, 'nickname', 'Upišite nadimak od 2 do 24 znaka.'],
    ['an invisible nickname', { nickname: '\u3164\u3164' }, 'nickname', 'Upišite nadimak od 2 do 24 znaka.'],
    ['a nickname with a right-to-left override', { nickname: 'an\u202Ea' }, 'nickname', 'Upišite nadimak od 2 do 24 znaka.'],
  ])('%s is refused with a message for that field only', async (_what, fault, field, words) => {
    const { code, fields } = await refused(fault)
    expect([code, fields]).toEqual(['INVALID_INPUT', { [field]: words }])
  })

  describe('of a user who has signed in', () => {
    beforeAll(async () => {
      await signUp(game(), { mobile: '+385915550001', email: 'zauzeto@example.hr', nickname: 'Zauzeto' })
    })

    test.each(['Zauzeto', 'ZAUZETO', '  zauzeto '])(
      'the nickname is taken, also as "%s", and the error is at its field',
      async (nickname) => {
        expect(await refused({ nickname })).toMatchObject({
          code: 'INVALID_INPUT',
          fields: { nickname: 'Taj je nadimak zauzet.' },
        })
      },
    )
  })

  test('a registration that nobody has signed in to reserves no nickname; who comes later gets a number with it', async () => {
    const first = newProfile({ nickname: 'Prva' })
    const browser = game().client()
    await browser.ok('register', { user_data: first })
    const next = await signUp(game(), { nickname: 'PRVA' })
    expect((await next.api.ok('currentUser', {})).user.nickname).toBe('PRVA')
    const { user } = await browser.ok('signIn', { id: first.mobile, mtp: lastSms(game(), first.mobile).code })
    expect(user.nickname).toBe('Prva2')
  })

  test('a nickname as long as it may be keeps its length with the number', async () => {
    const nickname = 'a'.repeat(24)
    const first = newProfile({ nickname })
    const browser = game().client()
    await browser.ok('register', { user_data: first })
    await signUp(game(), { nickname })
    const { user } = await browser.ok('signIn', { id: first.mobile, mtp: lastSms(game(), first.mobile).code })
    expect(user.nickname).toBe(`${'a'.repeat(23)}2`)
  })
})
