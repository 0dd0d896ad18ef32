import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrate } from '#server/db/migrate'
import { openDatabase } from '#server/db/open'
import { Failure } from '#server/failure'
import { hashSecret, randomToken } from '#server/random'
import { connect } from '../support/connect'
import { createTestDatabase, ENGINES, type TestDatabase } from '../support/databases'
import { startGame, type TestGame } from '../support/game-server'
import { newProfile } from '../support/people'

describe.each(ENGINES)('a database of the version before on %s', (engine) => {
  const token = randomToken()
  const session = randomToken()
  let database: TestDatabase
  let game: TestGame
  beforeAll(async () => {
    database = await createTestDatabase(engine, { empty: true })
    const db = connect(database.location)
    await migrate(db, engine, '0005-look-alike-names')
    const far = Date.now() * 2
    await sql`insert into users values
      ('ana', 'Ana', 'Anić', 'ana@example.hr', 'ana@example.hr', '+385911000001', 'Ana', 'ana', null, 0, 1, 2, '1', 1),
      ('eva', 'Eva', 'Ević', 'eva@example.hr', 'eva@example.hr', '+385911000002', 'Eva', 'eva', null, 0, 1, null, '1', 1)
    `.execute(db)
    await sql`insert into sessions values (${hashSecret(session)}, 'ana', 1, ${far}, ${far}, '', '')`.execute(db)
    await sql`insert into sign_in_challenges values ('eva', 1, null, '', 0, 0, ${hashSecret(token)}, ${far})`.execute(db)
    await sql`insert into teams values ('vukovi', 'Vukovi', 'vukovi', 'ana', 1, null)`.execute(db)
    await sql`insert into memberships values ('ana', 'vukovi', 1)`.execute(db)
    await db.destroy()
    game = await startGame(engine, { database })
  })
  afterAll(() => game.close())

  test('keeps accounts, sessions and teams', async () => {
    const browser = game.client()
    browser.cookie = session
    const { user } = await browser.ok('currentUser', {})
    expect(user).toMatchObject({ id: 'ana', mobile: '+385911000001', team: { team_id: 'vukovi' } })
  })

  test('keeps links that were sent', async () => {
    const { user } = await game.client().ok('signIn', { id: 'eva', mtp: token })
    expect(user.nickname).toBe('Eva')
  })

  test('goes on to refuse rows that refer to nobody, and lets two people have one e-mail', async () => {
    const orphan = { user_id: 'nobody', team_id: 'vukovi', joined_at: Date.now() }
    const insert = game.db.write({ on: 'roster' }, (db) => db.insertInto('memberships').values(orphan).execute())
    await expect(insert).rejects.toThrow(/foreign key/i)
    await game.client().ok('register', { user_data: newProfile({ email: 'ana@example.hr' }) })
    const taken = newProfile({ mobile: '+385911000001' })
    expect(await game.client().outcome('register', { user_data: taken })).toBe('ALREADY_REGISTERED')
  })
})

test.each(ENGINES)('a database of a newer version is refused in one sentence on %s', async (engine) => {
  const database = await createTestDatabase(engine, { empty: true })
  const db = connect(database.location)
  await migrate(db, engine)
  await sql`insert into kysely_migration values ('9999-of-the-future', '2030-01-01T00:00:00.000Z')`.execute(db)
  await db.destroy()
  await expect(openDatabase(database.location)).rejects.toThrow(
    new Failure('A newer version has changed this database: start that one, or restore a backup from before the upgrade.'),
  )
  await database.drop()
})
