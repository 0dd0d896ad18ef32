import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { type Sms, type SmsFailure, SmsNotSent } from '#server/sms/sms'
import { ENGINES } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { newProfile, signInOrganiser, signUp } from '../support/people'
import { MINUTE, times } from '../support/times'
import { onOneEngine, useGame, useOrganiser } from '../support/use-game'

const linkOf = (sms: Sms | undefined) => {
  const [, id = '', mtp = ''] = /\/l\/([^/\s]+)\/([^/\s]+)$/.exec(sms?.text ?? '') ?? []
  return { id, mtp }
}

onOneEngine('players whom an organiser invites', (game) => {
  const organiser = useOrganiser(game)

  async function invite(
    people: readonly unknown[],
    order: { again?: '1'; dry_run?: '1'; invite_id?: string } = {},
  ) {
    // A person's latest invitation counts, so no two rounds may happen at the same time.
    game.clock.advance(1)
    return (await organiser.api.ok('invitePeople', { people: [...people], ...order })).results
  }
  const statuses = async (...given: Parameters<typeof invite>) =>
    (await invite(...given)).map(({ status }) => status)
  const sentTo = (mobile: string) => game.sent.filter(({ to }) => to === mobile)
  /** The results of an invitation if the SMS to this number fails. */
  const inviteWithout = (mobile: string, failure: SmsFailure, people: readonly unknown[]) =>
    game.withProvider(
      async (sms) => {
        if (sms.to === mobile) throw new SmsNotSent(failure, 'HTTP 400')
        game.sent.push(sms)
      },
      () => invite(people),
    )

  test('fault 81: each person gets one SMS no matter how often the list is sent; only “again” sends another', async () => {
    const people = [newProfile(), newProfile(), newProfile()]
    const [first] = people
    const mobile = first?.mobile ?? ''
    expect(await statuses(people, { dry_run: '1' })).toEqual(['sent', 'sent', 'sent'])
    expect(sentTo(mobile)).toEqual([])
    // Two pages send the same list at once.
    const both = await Promise.all([statuses(people), statuses(people)])
    expect(both.flat().toSorted()).toEqual([
      'had_one',
      'had_one',
      'had_one',
      'sent',
      'sent',
      'sent',
    ])
    expect(people.map((one) => sentTo(one.mobile).length)).toEqual([1, 1, 1])
    const { user } = await game.client().ok('signIn', linkOf(sentTo(mobile)[0]))
    expect(user).toMatchObject({ nickname: first?.nickname, mobile })
    // A person who has never signed in can get another SMS.
    expect((await invite(people, { dry_run: '1' })).map(({ signed_in }) => signed_in)).toEqual([
      true,
      false,
      false,
    ])
    expect(await statuses(people, { again: '1' })).toEqual(['sent', 'sent', 'sent'])
    expect(sentTo(mobile)).toHaveLength(2)
    expect(sentTo(mobile)[0]?.text.length).toBeLessThanOrEqual(160)
    const { entries } = await organiser.api.ok('audit', {})
    expect(entries[0]).toMatchObject({ who: organiser.nickname, what: 'invite', about: '3' })
  })

  test('a known account without an e-mail gets its SMS, but a new one needs an e-mail', async () => {
    const known = newProfile()
    await invite([known])
    await game.db.write({ kind: 'accounts' }, (tx) =>
      tx
        .updateTable('users')
        .set({ email: '', email_key: '' })
        .where('mobile', '=', known.mobile)
        .execute(),
    )
    const [again, fresh] = [{ ...known, email: '' }, newProfile({ email: ' ' })]
    const nameless = { ...newProfile({ email: '' }), first_name: '' }
    const [sent, refused, faulty] = await invite([again, fresh, nameless], { again: '1' })
    expect(sent).toMatchObject({ status: 'sent' })
    expect(sentTo(known.mobile)).toHaveLength(2)
    expect(refused).toMatchObject({
      status: 'refused',
      fields: { email: 'Upišite ispravnu e-mail adresu.' },
    })
    expect(Object.keys(faulty?.fields ?? {})).toEqual(['first_name', 'email'])
  })

  test('missing nicknames are made from first names, and no two look alike', async () => {
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

  test('rule 19: nobody is invited under a nickname that looks like another or like the app’s own words', async () => {
    const known = await signUp(game, { nickname: 'iv4n' })
    expect(known.nickname).toBe('iv4n')
    const results = await invite([
      newProfile({ nickname: '1V4N' }),
      newProfile({ nickname: 'Organizator' }),
    ])
    expect(results.map(({ fields }) => Object.keys(fields ?? {}))).toEqual([
      ['nickname'],
      ['nickname'],
    ])
  })

  test('each person’s faults are reported only for that person, and do not stop the others', async () => {
    const [known, blocked] = [await signUp(game), await signUp(game)]
    await organiser.api.ok('blockPerson', { user_id: blocked.id, reason: 'Varanje' })
    const good = newProfile({ mobile: '091 765 4321' })
    const results = await invite([
      good,
      newProfile({ mobile: '+385917654321' }),
      newProfile({ first_name: '', mobile: 'xyz' }),
      newProfile({ mobile: '+61412345678' }),
      newProfile({ mobile: '+385911000001' }),
      newProfile({ nickname: known.nickname }),
      newProfile({ mobile: blocked.mobile }),
      newProfile({ mobile: known.mobile }),
      'nije osoba',
    ])
    const fieldsOf = ({ fields = {} }: (typeof results)[number]) =>
      Object.keys(fields).toSorted().join()
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
      expect(wrong).toMatchObject({
        code: 'INVALID_INPUT',
        faults: [{ path: 'people', message: expect.any(String) }],
      })
    }
  })

  test('fault 81: a number that the provider refuses stops nobody else, and can be corrected under the same nickname', async () => {
    const [bad, other] = [newProfile(), newProfile()]
    expect(await inviteWithout(bad.mobile, 'refused', [bad, other])).toMatchObject([
      { status: 'refused', fields: { mobile: expect.any(String) } },
      { status: 'sent' },
    ])
    const corrected = { ...bad, mobile: newProfile().mobile }
    expect(await invite([corrected, other])).toMatchObject([
      { status: 'sent', nickname: bad.nickname },
      { status: 'had_one' },
    ])
  })

  test('fault 81: if the provider asks to wait, nobody is registered without an SMS, and repeating the list sends the rest', async () => {
    const people = times(30, () => newProfile())
    const cut = await inviteWithout(people[3]?.mobile ?? '', 'try later', people)
    expect(cut.filter(({ status }) => status === 'sent')).toHaveLength(9)
    expect(cut.filter(({ code }) => code === 'UNAVAILABLE')).toHaveLength(21)
    const rest = await statuses(people)
    expect(rest.filter((status) => status === 'sent')).toHaveLength(21)
    expect(people.map(({ mobile }) => sentTo(mobile).length)).toEqual(people.map(() => 1))
  })

  test.each<SmsFailure>(['unknown', 'not reached'])(
    'fault 91: SMS that fail (%s) are never called sent, and repeating the list sends only these',
    async (failure) => {
      const people = times(50, () => newProfile())
      let calls = 0
      const results = await game.withProvider(
        async (sms) => {
          if (++calls <= 10) throw new SmsNotSent(failure, 'HTTP 500')
          game.sent.push(sms)
        },
        () => invite(people),
      )
      const failed = people.filter((_, index) => results[index]?.status === 'failed')
      expect([failed.length, results.filter(({ status }) => status === 'sent').length]).toEqual([
        10, 40,
      ])
      expect((await organiser.api.ok('audit', {})).entries[0]).toMatchObject({
        what: 'invite',
        about: '40',
      })
      expect(await statuses(failed, { dry_run: '1' })).toEqual(failed.map(() => 'sent'))
      expect(new Set(await statuses(failed))).toEqual(new Set(['sent']))
      expect(people.map(({ mobile }) => sentTo(mobile).length)).toEqual(people.map(() => 1))
      expect(new Set(await statuses(people))).toEqual(new Set(['had_one']))
    },
  )

  test('fault 91: if the provider fails after ten SMS, the others are not called invited, and get theirs later', async () => {
    const people = times(30, () => newProfile())
    let calls = 0
    const cut = await game.withProvider(
      async (sms) => {
        if (++calls > 10) throw new SmsNotSent('not reached', 'HTTP 500')
        game.sent.push(sms)
      },
      () => invite(people),
    )
    expect(cut.map(({ status }) => status).toSorted()).toEqual([
      ...Array(20).fill('failed'),
      ...Array(10).fill('sent'),
    ])
    game.clock.advance(MINUTE)
    expect((await statuses(people)).filter((status) => status === 'sent')).toHaveLength(20)
    expect(people.map(({ mobile }) => sentTo(mobile).length)).toEqual(people.map(() => 1))
  })

  test('fault 91: the list says who was invited, who signed in, and whose SMS may not have arrived', async () => {
    const people = times(3, (at) => newProfile({ first_name: 'Popisana', nickname: `popis ${at}` }))
    const [came, failed] = people.map(({ mobile }) => mobile)
    await inviteWithout(failed ?? '', 'unknown', people)
    await game.client().ok('signIn', linkOf(sentTo(came ?? '')[0]))
    const list = async (input: { step?: 'failed'; before?: string } = {}) =>
      await organiser.api.ok('listPlayers', { query: 'popisana', ...input })
    const { players, counts, more } = await list()
    expect(players.map(({ nickname, step }) => [nickname, step])).toEqual([
      ['popis 1', 'failed'],
      ['popis 2', 'invited'],
      ['popis 0', 'came'],
    ])
    expect(more).toBe(false)
    expect((await list({ step: 'failed' })).players).toEqual([players[0]])
    expect((await list({ before: players[1]?.user_id ?? '' })).players).toEqual([players[2]])
    const { rows } = await organiser.api.ok('table', { what: 'players' })
    const rowOf = (mobile = '') => rows.find((row) => row.mobile === mobile)
    expect(rowOf(failed)).toMatchObject({
      invited_at: null,
      invitation_failed_at: players[0]?.invited_at,
    })
    expect(rowOf(came)).toMatchObject({
      invited_at: expect.any(String),
      invitation_failed_at: null,
    })
    await invite([people[1]])
    expect((await list()).counts).toEqual({
      ...counts,
      failed: counts.failed - 1,
      invited: counts.invited + 1,
    })
  })

  test('a list of players goes on after its last person, although that person has left it since', async () => {
    const people = times(4, (at) => newProfile({ nickname: `redom ${at}` }))
    const fail = () => Promise.reject(new SmsNotSent('unknown', 'HTTP 500'))
    await game.withProvider(fail, () => invite(people))
    const list = async (before?: string) => {
      const input = { query: 'redom', step: 'failed', ...(before && { before }) } as const
      return (await organiser.api.ok('listPlayers', input)).players
    }
    const shown = await list()
    const last = shown[1]?.user_id ?? ''
    expect(shown.map(({ nickname }) => nickname)).toEqual(people.map(({ nickname }) => nickname))
    await invite([people[1]])
    expect(await list(last)).toEqual(shown.slice(2))
    expect(await list()).toHaveLength(3)
    expect(await list('unknown-person')).toEqual([])
  })

  test('fault 91: if the provider refuses a whole list, no person’s number is called wrong', async () => {
    const people = times(20, () => newProfile())
    const refuse = (failure: SmsFailure) => async () => {
      throw new SmsNotSent(failure, 'HTTP 400: Sender not allowed')
    }
    for (const failure of ['refused', 'account refused'] as const) {
      const results = await game.withProvider(refuse(failure), () => invite(people))
      expect(results.map(({ status, fields }) => [status, fields])).toEqual(
        people.map(() => ['failed', undefined]),
      )
    }
    expect(await statuses(people)).toEqual(people.map(() => 'sent'))
  })
})

describe('the SMS budget of invitations', () => {
  const game = useGame(engineUnderTest(), { smsLimit: { all: 20, day: 20 } })

  test('leaves a quarter for known people: invitations and new registrations may use half each, and three quarters together', async () => {
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
      registered.push(
        (await game.client().post('register', { user_data: newProfile() })).statusCode,
      )
    expect(registered).toEqual([200, 200, 200, 503])
    game.clock.advance(3_600_000)
    expect(await known.api.outcome('requestCode', { id: known.mobile })).toBe('OK')
  })
})

describe.each(ENGINES)('a round of invitations on %s', (engine) => {
  const game = useGame(engine, { servers: engine === 'postgres' ? 2 : 1 })

  test('fault 91: if repeated, even on another server, sends nobody a second SMS and gives the same answers', async () => {
    const organiser = await signInOrganiser(game)
    const known = newProfile()
    await organiser.api.ok('invitePeople', { people: [known] })
    const people = [known, ...times(12, () => newProfile())]
    const [unknown, refused] = [people[1]?.mobile, people[2]?.mobile]
    const round = { people, again: '1', invite_id: randomUUID() } as const
    const ask = async (server: number, order: object = round) => {
      const api = Object.assign(game.client(server), { cookie: organiser.api.cookie })
      return (await api.ok('invitePeople', order as typeof round)).results.map(
        ({ status }) => status,
      )
    }
    const before = game.sent.length
    const first = await game.withProvider(
      async (sms) => {
        if (sms.to === refused) throw new SmsNotSent('refused', 'HTTP 400')
        game.sent.push(sms)
        // The SMS has arrived, but the server cannot know.
        if (sms.to === unknown) throw new SmsNotSent('unknown', 'TimeoutError')
      },
      () => ask(0),
    )
    expect(first).toEqual(['sent', 'failed', 'refused', ...Array(10).fill('sent')])
    // The refused number has got no SMS yet, so it gets one now.
    const again = ['sent', 'failed', 'sent', ...Array(10).fill('sent')]
    expect([await ask(1), await ask(0)]).toEqual([again, again])
    expect(game.sent.length - before).toBe(people.length)
    expect(await ask(1, { people: [people[1]], invite_id: randomUUID() })).toEqual(['sent'])
    expect(await ask(1, { people, again: '1', invite_id: randomUUID() })).toEqual(
      people.map(() => 'sent'),
    )
    expect(game.sent.length - before).toBe(2 * people.length + 1)
  })

  test('that was cut off while an SMS was being sent reports it as uncertain and does not resend it', async () => {
    const organiser = await signInOrganiser(game)
    const round = { people: [newProfile()], invite_id: randomUUID() }
    const ask = async () =>
      (await organiser.api.ok('invitePeople', round)).results.map(({ status }) => status)
    expect(await ask()).toEqual(['sent'])
    await game.db.write({ kind: 'records' }, (db) =>
      db.updateTable('sms_messages').set({ state: 'sending' }).execute(),
    )
    expect(await ask()).toEqual(['had_one'])
    game.clock.advance(MINUTE)
    expect(await ask()).toEqual(['failed'])
  })
})
