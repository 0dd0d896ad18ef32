import { describe, expect, test } from 'vitest'
import type { Code } from '#contract/codes'
import type { Engine } from '../support/databases'
import { insertTag, setEvent } from '../support/event'
import { foundTeam, lastSms, newProfile, type Person, signIn, signUp } from '../support/people'
import { times } from '../support/times'
import { useGame } from '../support/use-game'

/** The engines with their numbers of servers: two only on PostgreSQL (fault 40). */
const PLACES: readonly (readonly [Engine, number])[] = [
  ['sqlite', 1],
  ['postgres', 2],
]

describe.each(PLACES)(
  'players who act at the same moment, on %s with %i server(s)',
  (engine, servers) => {
    const game = useGame(engine, { servers })

    /** Signs up `count` players, spread over the servers. */
    const people = (count: number): Promise<Person[]> =>
      Promise.all(times(count, (index) => signUp(game, {}, index % servers)))

    /** Expects one outcome OK and this code for all others. */
    function expectOneWinner(outcomes: readonly ('OK' | Code)[], code: Code): void {
      expect(outcomes.filter((outcome) => outcome === 'OK')).toHaveLength(1)
      expect(outcomes.filter((outcome) => outcome === code)).toHaveLength(outcomes.length - 1)
    }

    test('rule 4: of two players accepted into the last place exactly one gets it', async () => {
      const team = await foundTeam(game, { size: 5 })
      const asking = await people(4)
      for (const { api } of asking) await api.ok('joinTeam', { team_id: team.id })
      const captains = [team.captain, await signIn(game, team.captain.id, servers - 1)]
      const outcomes = await Promise.all(
        asking.map(({ id }, index) =>
          (captains[index % 2] ?? team.captain).api.outcome('acceptInvite', { player_id: id }),
        ),
      )
      expectOneWinner(outcomes, 'TEAM_FULL')
      expect((await team.captain.api.ok('listMembers', { team_id: team.id })).members).toHaveLength(
        6,
      )
    })

    test('rule 4: ten players with one invitation become members at once until all places are taken', async () => {
      const team = await foundTeam(game, { size: 2 })
      const { invite_token } = await team.captain.api.ok('inviteToTeam', {})
      const outcomes = await Promise.all(
        (await people(10)).map(({ api }) =>
          api.outcome('joinTeam', { team_id: team.id, invite_token }),
        ),
      )
      expect(outcomes.toSorted()).toEqual([...Array(4).fill('OK'), ...Array(6).fill('TEAM_FULL')])
      expect((await team.captain.api.ok('listMembers', { team_id: team.id })).members).toHaveLength(
        6,
      )
    })

    test('rule 3: only one of several teams gets a name in any of its spellings', async () => {
      const spellings = ['Brzi Đak', 'brzi đak', 'BRZI DAK', 'BrziDak']
      const rivals = await people(spellings.length)
      const outcomes = await Promise.all(
        rivals.map(({ api }, index) =>
          api.outcome('createTeam', { team_name: spellings[index] ?? '' }),
        ),
      )
      expectOneWinner(outcomes, 'TEAM_NAME_TAKEN')
    })

    test('rule 2: only one team claims a tag, and the others are not founded', async () => {
      const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
      const rivals = await people(4)
      const outcomes = await Promise.all(
        rivals.map(({ api }, index) =>
          api.outcome('createTeam', { team_name: `Otimači ${index}`, nfc_id }),
        ),
      )
      expectOneWinner(outcomes, 'TAG_TAKEN')
      const teams = (await Promise.all(rivals.map(({ api }) => api.ok('currentUser', {})))).map(
        ({ user }) => user.team,
      )
      expect(teams.filter((team) => team !== null)).toHaveLength(1)
    })

    test('rule 1: a player asks only one team and founds only one, even from several devices', async () => {
      const player = await signUp(game)
      const teams = [await foundTeam(game), await foundTeam(game), await foundTeam(game)]
      const devices = [
        player,
        await signIn(game, player.id, servers - 1),
        await signIn(game, player.id),
      ]
      const asking = devices.map(({ api }, index) =>
        api.outcome('joinTeam', { team_id: teams[index]?.id ?? '' }),
      )
      expectOneWinner(await Promise.all(asking), 'INVITE_EXISTS')
      const creating = devices.map(({ api }, index) =>
        api.outcome('createTeam', { team_name: `Neodlučni ${index}` }),
      )
      expectOneWinner(await Promise.all(creating), 'ALREADY_IN_TEAM')
    })

    test('rule 1: a player who is accepted and founds a team at the same moment is in only one of them', async () => {
      const team = await foundTeam(game)
      const player = await signUp(game, {}, servers - 1)
      await player.api.ok('joinTeam', { team_id: team.id })
      const outcomes = await Promise.all([
        team.captain.api.outcome('acceptInvite', { player_id: player.id }),
        player.api.outcome('createTeam', { team_name: `Svoj ${engine} ${servers}` }),
      ])
      expect([
        ['OK', 'ALREADY_IN_TEAM'],
        ['INVITE_NOT_FOUND', 'OK'],
      ]).toContainEqual(outcomes)
      const user = async () => (await player.api.ok('currentUser', {})).user
      // Another server's commit is seen within a second.
      await expect.poll(async () => (await user()).team).not.toBeNull()
      expect((await user()).pending_team).toBeNull()
    })

    test('rule 5: when captain and successor leave together the third leads, and when all leave the team is disbanded', async () => {
      const leave = (people: readonly Person[]) =>
        Promise.all(people.map(({ id, api }) => api.ok('removePlayer', { player_id: id })))
      const team = await foundTeam(game, { size: 5 })
      const [heir, third, ...others] = team.members as [Person, Person, Person, Person]
      await leave([team.captain, heir])
      expect((await third.api.ok('currentUser', {})).user.team).toMatchObject({
        is_captain: true,
        member_count: 3,
      })
      await leave([third, ...others])
      const { teams } = await team.captain.api.ok('listTeams', {})
      expect(teams.some((one) => one.team_id === team.id)).toBe(false)
    })

    test('parallel registrations with one nickname all succeed, and only one account keeps the nickname', async () => {
      const nickname = `Munja${servers}`
      const people = times(6, (index) => ({
        profile: newProfile({ nickname }),
        browser: game.client(index % servers),
      }))
      await Promise.all(
        people.map(({ profile, browser }) => browser.ok('register', { user_data: profile })),
      )
      const signedIn = await Promise.all(
        people.map(({ profile: { mobile }, browser }) =>
          browser.ok('signIn', { id: mobile, mtp: lastSms(game, mobile).code }),
        ),
      )
      const names = signedIn.map(({ user }) => user.nickname)
      expect(names.sort()).toEqual([
        nickname,
        ...[2, 3, 4, 5, 6].map((number) => `${nickname}${number}`),
      ])
      expect(await game.client().outcome('register', { user_data: newProfile({ nickname }) })).toBe(
        'INVALID_INPUT',
      )
    })

    test('abuse 8: one number registered in three browsers at the same moment gets one SMS, and becomes one account', async () => {
      const user_data = newProfile()
      await Promise.all(
        [0, 1, 2].map((index) => game.client(index % servers).ok('register', { user_data })),
      )
      expect(game.sent.filter((sms) => sms.to === user_data.mobile)).toHaveLength(1)
      const { user } = await game.client().ok('signIn', lastSms(game, user_data.mobile).link)
      const accounts = game.db.read
        .selectFrom('users')
        .where('mobile', '=', user_data.mobile)
        .select('user_id')
      expect(await accounts.execute()).toEqual([{ user_id: user.id }])
    })

    test('requests for a code at the same moment send one SMS', async () => {
      const { mobile } = await signUp(game)
      const before = game.sent.length
      const answers = await Promise.all(
        times(6, (index) => game.client(index % servers).ok('requestCode', { id: mobile })),
      )
      expect(answers).toEqual(answers.map(() => ({ resend_seconds: 30 })))
      expect(game.sent.length).toBe(before + 1)
    })

    test('a code that one server sent signs in on another, and tries on both are counted together', async () => {
      const { mobile } = await signUp(game)
      const [one, other] = [game.client(), game.client(servers - 1)]
      await one.ok('requestCode', { id: mobile })
      other.requestCookie = one.requestCookie
      const { code, wrongCode } = lastSms(game, mobile)
      const left: unknown[] = []
      for (const browser of [one, other, one, other]) {
        left.push((await browser.ko('signIn', { id: mobile, mtp: wrongCode })).tries_left)
      }
      expect(left).toEqual([4, 3, 2, 1])
      expect(await other.outcome('signIn', { id: mobile, mtp: code })).toBe('OK')
      expect(await one.outcome('signIn', { id: mobile, mtp: code })).toBe('INVALID_CODE')
    })

    test('an organiser’s change of the team size and a captain’s acceptance do not deadlock', async () => {
      const team = await foundTeam(game, { size: 2 })
      const player = await signUp(game)
      await player.api.ok('joinTeam', { team_id: team.id })
      const [, outcome] = await Promise.all([
        setEvent(game.db, { team_max_members: 2 }),
        team.captain.api.outcome('acceptInvite', { player_id: player.id }),
      ])
      expect(['OK', 'TEAM_FULL']).toContain(outcome)
      await setEvent(game.db, { team_max_members: 6 })
    })
  },
)
