import { describe, expect, test } from 'vitest'
import { type Sms, type SmsFailure, SmsNotSent } from '#server/sms/sms'
import { engineUnderTest } from '../support/engine-under-test'
import { newProfile, signInOrganiser, signUp } from '../support/people'
import { times } from '../support/times'
import { onOneEngine, useGame, useOrganiser } from '../support/use-game'

const linkOf = (sms: Sms | undefined) => {
  const [, id = '', mtp = ''] = /\/l\/([^/\s]+)\/([^/\s]+)$/.exec(sms?.text ?? '') ?? []
  return { id, mtp }
}

onOneEngine('players whom an organiser invites', (game) => {
  const organiser = useOrganiser(game)

  const invite = async (people: readonly unknown[], order: { again?: '1'; dry_run?: '1' } = {}) =>
    (await organiser.api.ok('invitePeople', { people: [...people], ...order })).results
  const statuses = async (...given: Parameters<typeof invite>) => (await invite(...given)).map(({ status }) => status)
  const sentTo = (mobile: string) => game.sent.filter(({ to }) => to === mobile)
  /** The results where an SMS to this number goes nowhere. */
  const inviteWithout = (mobile: string, failure: SmsFailure, people: readonly unknown[]) =>
    game.withProvider(
      async (sms) => {
        if (sms.to === mobile) throw new SmsNotSent(failure, 'HTTP 400')
        game.sent.push(sms)
      },
      () => invite(people),
    )

  test('fault 81: each gets one SMS with a link that signs in, however often the list is sent; again sends another', async () => {
    const people = [newProfile(), newProfile(), newProfile()]
    const [first] = people
    const mobile = first?.mobile ?? ''
    expect(await statuses(people, { dry_run: '1' })).toEqual(['sent', 'sent', 'sent'])
    expect(sentTo(mobile)).toEqual([])
    // Two pages send the same list at once.
    const both = await Promise.all([statuses(people), statuses(people)])
    expect(both.flat().toSorted()).toEqual(['had_one', 'had_one', 'had_one', 'sent', 'sent', 'sent'])
    expect(people.map((one) => sentTo(one.mobile).length)).toEqual([1, 1, 1])
    const { user } = await game.client().ok('signIn', linkOf(sentTo(mobile)[0]))
    expect(user).toMatchObject({ nickname: first?.nickname, mobile })
    // Who has never come can be sent another one.
    expect((await invite(people, { dry_run: '1' })).map(({ signed_in }) => signed_in)).toEqual([true, false, false])
    expect(await statuses(people, { again: '1' })).toEqual(['sent', 'sent', 'sent'])
    expect(sentTo(mobile)).toHaveLength(2)
    expect(sentTo(mobile)[0]?.text.length).toBeLessThanOrEqual(160)
    const { entries } = await organiser.api.ok('audit', {})
    expect(entries[0]).toMatchObject({ who: organiser.nickname, what: 'invite', about: '3' })
  })

  test('without a nickname one is made of the first name, and no two can be taken for each other', async () => {
    const people = times(3, () => ({ ...newProfile({ first_name: 'Ðurđica' }), nickname: '' }))
    const dry = await invite(people, { dry_run: '1' })
    const results = await invite(people)
    expect(results).toEqual(dry)
    expect(new Set(results.map(({ nickname }) => nickname)).size).toBe(3)
    const { nickname: _none, ...long } = newProfile({ first_name: 'A'.repeat(60) })
    const [made] = await invite([long])
    expect(made).toMatchObject({ status: 'sent' })
    expect(made?.nickname?.length).toBeLessThanOrEqual(24)
  })

  test('rule 19: nobody is invited under a nickname that could be taken for another or for the app itself', async () => {
    const known = await signUp(game, { nickname: 'iv4n' })
    expect(known.nickname).toBe('iv4n')
    const results = await invite([newProfile({ nickname: '1V4N' }), newProfile({ nickname: 'Organizator' })])
    expect(results.map(({ fields }) => Object.keys(fields ?? {}))).toEqual([['nickname'], ['nickname']])
  })

  test('faults are each person’s own: fields, a number twice, abroad, staff, a taken nickname, a blocked account, somebody who has signed in', async () => {
    const [known, blocked] = [await signUp(game), await signUp(game)]
    await organiser.api.ok('blockPerson', { user_id: blocked.id, reason: 'Varanje' })
    const good = newProfile({ mobile: '091 765 4321' })
    const results = await invite([
      good,
      newProfile({ mobile: '+385917654321' }),
      newProfile({ first_name: '', mobile: 'xyz' }),
      newProfile({ mobile: '+33612345678' }),
      newProfile({ mobile: '+385911000001' }),
      newProfile({ nickname: known.nickname }),
      newProfile({ mobile: blocked.mobile }),
      newProfile({ mobile: known.mobile }),
      'nije osoba',
    ])
    const fieldsOf = ({ fields = {} }: (typeof results)[number]) => Object.keys(fields).toSorted().join()
    expect(results.map((result) => [result.status, result.code, fieldsOf(result)])).toEqual([
      ['sent', undefined, ''],
      ['refused', 'INVALID_INPUT', 'mobile'],
      ['refused', 'INVALID_INPUT', 'first_name,mobile'],
      ['refused', 'INVALID_INPUT', 'mobile'],
      ['refused', 'ALREADY_REGISTERED', 'mobile'],
      ['refused', 'INVALID_INPUT', 'nickname'],
      ['refused', 'BLOCKED', ''],
      ['had_one', undefined, ''],
      ['refused', 'INVALID_INPUT', 'input'],
    ])
    for (const people of [[], times(51, () => good)]) {
      const wrong = await organiser.api.ko('invitePeople', { people })
      expect(wrong).toMatchObject({ code: 'INVALID_INPUT', faults: [{ path: 'people', message: expect.any(String) }] })
    }
  })

  test('fault 81: a number that the provider refuses is that person’s alone, and corrected it keeps its nickname', async () => {
    const [bad, other] = [newProfile(), newProfile()]
    expect(await inviteWithout(bad.mobile, 'refused', [bad, other])).toMatchObject([
      { status: 'refused', fields: { mobile: expect.any(String) } },
      { status: 'sent' },
    ])
    const corrected = { ...bad, mobile: newProfile().mobile }
    expect(await invite([corrected, other])).toMatchObject([{ status: 'sent', nickname: bad.nickname }, { status: 'had_one' }])
  })

  test('fault 81: while the provider is away nobody is registered for nothing, and the list is sent again later', async () => {
    const people = times(30, () => newProfile())
    const cut = await inviteWithout(people[3]?.mobile ?? '', 'not reached', people)
    expect(cut.filter(({ status }) => status === 'sent')).toHaveLength(9)
    expect(cut.filter(({ code }) => code === 'UNAVAILABLE')).toHaveLength(21)
    const rest = await statuses(people)
    expect(rest.filter((status) => status === 'sent')).toHaveLength(21)
    expect(people.map(({ mobile }) => sentTo(mobile).length)).toEqual(people.map(() => 1))
  })
})

describe('the SMS budget of invitations', () => {
  const game = useGame(engineUnderTest(), { smsLimit: { all: 20, day: 20 } })

  test('invitations and new registrations may use half each and three quarters together; nobody who signed in before is kept out', async () => {
    const organiser = await signInOrganiser(game)
    const known = await signUp(game)
    const people = times(12, () => newProfile())
    const { results } = await organiser.api.ok('invitePeople', { people })
    expect(results.map(({ status, code }) => code ?? status)).toEqual([
      ...Array(10).fill('sent'),
      ...Array(2).fill('UNAVAILABLE'),
    ])
    const registered: number[] = []
    for (let time = 0; time < 4; time++)
      registered.push((await game.client().post('register', { user_data: newProfile() })).statusCode)
    expect(registered).toEqual([200, 200, 200, 503])
    game.clock.advance(3_600_000)
    expect(await known.api.outcome('requestCode', { id: known.mobile })).toBe('OK')
  })
})
