import type { Kysely } from 'kysely'
import { describe, expect, test } from 'vitest'
import { up as migrateNames } from '#server/db/migrations/0005-look-alike-names'
import { ENGINES } from '../support/databases'
import { foundTeam, signUp } from '../support/people'
import { useGame } from '../support/use-game'

describe.each(ENGINES)('team names that impersonate another on %s', (engine) => {
  const game = useGame(engine)

  test.each([
    ['mixes Cyrillic letters into a Latin word', 'Сrveni Đavoli'],
    ['stacks marks on a letter', 'Crveni\u0316\u0316\u0316\u0316 Vragovi'],
  ])('abuse 11: rule 3: a name that %s is refused', async (_what, team_name) => {
    const { api } = await signUp(game())
    const { code, fields } = await api.ko('createTeam', { team_name })
    expect([code, Object.keys(fields ?? {})]).toEqual(['INVALID_INPUT', ['team_name']])
  })

  test('abuse 11: rule 3: a name written with look-alikes of another script counts as taken', async () => {
    await foundTeam(game(), { name: 'MAX TOP' })
    for (const team_name of ['МАХ ТОР', 'ΜΑΧ ΤΟΡ', 'max top']) {
      expect((await (await signUp(game())).api.ko('createTeam', { team_name })).code).toBe('TEAM_NAME_TAKEN')
    }
  })

  test('abuse 11: rule 3: teams founded before keep their names, and the older of two look-alikes holds the key', async () => {
    const { db, clock } = game()
    const teams = { older: await foundTeam(game()), newer: await foundTeam(game()) }
    const name = (id: string, team_name: string, name_key: string, created_at: number) =>
      db.write({ on: 'event' }, (tx) =>
        tx.updateTable('teams').set({ team_name, name_key, created_at }).where('team_id', '=', id).execute(),
      )
    await name(teams.older.id, 'САТ', 'сат', clock.now())
    await name(teams.newer.id, 'Cat', 'cat', clock.now() + 1)
    await db.write({ on: 'event' }, (tx) => migrateNames(tx as Kysely<unknown>))

    const ids = [teams.older.id, teams.newer.id]
    const rows = await db.read.selectFrom('teams').where('team_id', 'in', ids).orderBy('created_at').selectAll().execute()
    expect(rows.map(({ team_name, name_key }) => [team_name, name_key])).toEqual([
      ['САТ', 'cat'],
      ['Cat', `cat\n${teams.newer.id}`],
    ])
  })
})
