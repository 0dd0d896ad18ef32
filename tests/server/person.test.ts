import { beforeEach, expect, test } from 'vitest'
import { readLedgerSum } from '#server/db/queries/ledger-id'
import { writeSetting } from '#server/db/queries/settings'
import { TABLE_NAMES, TABLES, type UsersTable } from '#server/db/tables'
import { readPersonData } from '#server/person-data'
import { pseudonymise } from '#server/retention'
import { personDataTexts } from '#texts/person-data'
import { atTheBooth } from '../support/booth'
import { foundTeam, organiserLink } from '../support/people'
import { statementsOf } from '../support/statements'
import { onOneEngine, useOrganiser } from '../support/use-game'

/** Matches columns that name an account, even as a hash. */
const WHOSE = /(^|_)(user|captain|person)_id$|_by$|^(asked|recipient|account)_hash$/

/** Ids that stay although the person is erased: they then point to nobody. */
const STAYS = [
  'audit.person_id',
  'audit.user_id',
  'awards.user_id',
  'late_entries.user_id',
  'messages.user_id',
  'signing_devices.user_id',
  'staff_history.user_id',
  'tag_touches.user_id',
  'tags.created_by',
  'tags.written_by',
  'team_log.by_user_id',
  'team_log.user_id',
  'teams.captain_id',
  'users.user_id',
  'voids.user_id',
]
/** Columns whose row is deleted because the person leaves the team (rule 5). */
const LEAVES = ['memberships.user_id']
/** Columns that are emptied: the row stays without its owner, because the SMS was paid for. */
const FORGOTTEN = ['sms_messages.user_id']

test('every column that names an account is in a person’s exported data, and is erased or listed here as staying', async () => {
  const columns = TABLE_NAMES.flatMap((name) =>
    Object.entries(TABLES[name]).map(([column, type]: [string, string]) => ({
      place: `${name}.${column}`,
      name,
      column,
      type,
    })),
  )
  const whose = columns.filter(({ column }) => WHOSE.test(column))
  expect(
    columns
      .filter(({ type }) => type.includes('references users'))
      .filter((one) => !whose.includes(one)),
  ).toEqual([])
  const person = {
    user_id: 'u',
    mobile: 'm',
    email_key: 'e',
    vendor_id: 'v',
    blocked_at: null,
  } as UsersTable
  const read = await statementsOf((db) => readPersonData(db, person))
  const erased = await statementsOf((db) => pseudonymise(db, person, 1_800_000_000_000))
  const isIn = (
    asked: readonly string[],
    start: string,
    { name, column }: { name: string; column: string },
  ) => asked.some((sql) => new RegExp(`${start}from "${name}" .*where.*"${column}"`).test(sql))
  expect(whose.filter((one) => !isIn(read, '', one)).map(({ place }) => place)).toEqual([
    'users.user_id',
  ])
  const left = whose.filter((one) => !isIn(erased, 'delete ', one)).map(({ place }) => place)
  expect(left.toSorted()).toEqual([...STAYS, ...LEAVES, ...FORGOTTEN].toSorted())
  const forgets = ({ name, column }: { name: string; column: string }) =>
    erased.some((sql) => sql.startsWith(`update "${name}" set "${column}" = ?`))
  expect(whose.filter(forgets).map(({ place }) => place)).toEqual(FORGOTTEN)
})

onOneEngine('a person’s request', (game) => {
  const organiser = useOrganiser(game, beforeEach)

  const erase = ({ id }: { id: string }) =>
    organiser.api.ok('erasePerson', { user_id: id, reason: 'Zahtjev' })

  /** Every row of the tables that could name a person. */
  async function everything(): Promise<string> {
    const { read } = game.db
    const tables = [
      'users',
      'sessions',
      'sign_in_requests',
      'organiser_links',
      'sms_sends',
      'push_subscriptions',
    ] as const
    const rows = await Promise.all(
      [...tables, 'refusals' as const, 'audit' as const, 'team_log' as const].map((name) =>
        read.selectFrom(name).selectAll().execute(),
      ),
    )
    return JSON.stringify(rows)
  }

  test('for a copy of the stored data is answered with everything except secrets', async () => {
    const { staff, award, team, give } = await atTheBooth(game)
    await give()
    await staff.api.ko('awardPoints', award())
    const setClosed = (at: number | null) =>
      game.db.write({ kind: 'event' }, (db) => writeSetting(db, 'closed_at', at))
    await setClosed(game.clock.now())
    await staff.api.ko('awardPoints', award({ point_type: 'kviz' }))
    await setClosed(null)
    const stored = async (user_id: string) =>
      (await organiser.api.ok('personData', { user_id })).data
    const data = await stored('iva')
    expect(data).toMatchObject({
      account: { user_id: 'iva', mobile: '+385911000001' },
      sessions: [{ address: expect.any(String), created_at: expect.stringContaining('T') }],
      awards: [{ team_id: team.id, points: 25 }],
      refusals: [{ code: 'COOLDOWN' }],
      late_entries: [{ kind: 'award', team_id: team.id, points: 5, accepted_at: null }],
    })
    expect(JSON.stringify(data)).not.toMatch(/hash|token/)
    // The page that the person gets has a Croatian name for each kind and each field.
    const rows = Object.values(data).flat() as object[]
    const fields = rows.flatMap((row) => Object.keys(row))
    expect(Object.keys(data).filter((name) => personDataTexts.kind(name) === name)).toEqual([])
    expect(fields.filter((name) => personDataTexts.field(name) === name)).toEqual([])
    expect(await stored(team.captain.id)).toMatchObject({
      captain_of: [{ team_id: team.id }],
      team: [{ team_id: team.id }],
    })
    const trail = await game.db.read
      .selectFrom('audit')
      .where('what', '=', 'export')
      .orderBy('entry_id')
      .selectAll()
      .execute()
    expect(trail).toMatchObject([{ person_id: 'iva' }, { person_id: team.captain.id }])
  })

  test('to be forgotten leaves the ledger, but nothing that identifies the account’s owner', async () => {
    const team = await foundTeam(game)
    await organiserLink(game, team.captain.id)
    const before = await readLedgerSum(game.db.read)
    await erase(team.captain)
    const stored = await everything()
    for (const trace of [team.captain.mobile, team.captain.nickname])
      expect(stored).not.toContain(trace)
    expect(await team.captain.api.outcome('teamPoints', {})).toBe('NOT_AUTHENTICATED')
    expect(await readLedgerSum(game.db.read)).toEqual(before)
    const entry = await game.db.read
      .selectFrom('audit')
      .where('what', '=', 'erase')
      .selectAll()
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({
      person_id: team.captain.id,
      user_id: organiser.id,
      about: '',
      reason: 'Zahtjev',
    })
    expect(
      await organiser.api.outcome('erasePerson', { user_id: team.captain.id, reason: 'Zahtjev' }),
    ).toBe('USER_NOT_FOUND')
    expect(
      await organiser.api.outcome('erasePerson', { user_id: organiser.id, reason: 'Zahtjev' }),
    ).toBe('FORBIDDEN')
  })

  test('rule 5: to be forgotten makes another member captain, a blocked member only if no other is left', async () => {
    const { id, captain, members } = await foundTeam(game, { size: 3 })
    const [longest, next] = [members[0] ?? captain, members[1] ?? captain]
    const team = () =>
      game.db.read
        .selectFrom('teams')
        .where('team_id', '=', id)
        .selectAll()
        .executeTakeFirstOrThrow()
    await organiser.api.ok('blockPerson', { user_id: longest.id, reason: 'Varanje' })
    await erase(captain)
    expect((await team()).captain_id).toBe(next.id)
    await erase(next)
    expect(await team()).toMatchObject({ captain_id: longest.id, disbanded_at: null })
    await erase(longest)
    expect(await team()).toMatchObject({ name_key: null, disbanded_at: expect.any(Number) })
    expect(
      (await organiser.api.ok('listTeams', {})).teams.some(({ team_id }) => team_id === id),
    ).toBe(false)
  })

  test('to be forgotten ends the role of staff and deletes their refusals, but keeps their awards', async () => {
    const { staff, award, give } = await atTheBooth(game, { staff: 'mia', point_type: 'kviz' })
    await give()
    await staff.api.ko('awardPoints', award())
    const before = await readLedgerSum(game.db.read)
    const players = async () => {
      const { counts } = await organiser.api.ok('overview', {})
      const { rows } = await organiser.api.ok('table', { what: 'players' })
      return [counts.players, counts.listed, rows.map(({ user_id }) => user_id)]
    }
    const played = await players()
    await erase({ id: 'mia' })
    expect(await players(), 'an erased account is no player').toEqual(played)
    expect(await readLedgerSum(game.db.read)).toEqual(before)
    const { read } = game.db
    expect(
      await read.selectFrom('refusals').where('user_id', '=', 'mia').selectAll().execute(),
    ).toEqual([])
    expect(
      await read.selectFrom('sessions').where('user_id', '=', 'mia').selectAll().execute(),
    ).toEqual([])
    expect(
      await read
        .selectFrom('users')
        .where('user_id', '=', 'mia')
        .select(['vendor_id', 'first_name'])
        .execute(),
    ).toEqual([{ vendor_id: null, first_name: '–' }])
  })
})
