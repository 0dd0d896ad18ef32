import { existsSync, readFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { DatabaseLocation } from '#server/db/database-url'
import { holdOffServers } from '#server/db/open'
import { purge } from '#server/retention'
import { runAnswering } from '../support/command'
import { ownFolder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import { foundTeam, type Person, signInOrganiser, signUp } from '../support/people'

const EIGHT_YEARS = 8 * 366 * 24 * 3_600_000
const ENDPOINT = 'https://push.example.com/zvjezdanina-adresa'
const NAMED = {
  ...{ first_name: 'Zvjezdana', last_name: 'Nestalović', mobile: '+385977654321' },
  ...{ email: 'zvjezdana.n@example.hr', nickname: 'zvjezdanche' },
}
const TRACES = [...Object.values(NAMED), ENDPOINT]

/** What a database's file and its log say of somebody. */
function tracesIn(location: DatabaseLocation): string[] {
  if (location.engine === 'postgres') throw new Error('its files are not ours')
  const files = [location.file, `${location.file}-wal`].filter((file) => existsSync(file))
  const content = files.map((file) => readFileSync(file, 'latin1')).join('\n')
  return TRACES.filter((trace) => content.includes(Buffer.from(trace).toString('latin1')))
}

describe('what is deleted on SQLite is gone from the file and from its log', () => {
  const path = ownFolder()
  let game: TestGame
  let person: Person
  beforeEach(async () => {
    game = await startGame('sqlite')
    // Enough people on either side for their rows and keys to have moved between pages.
    await Promise.all(Array.from({ length: 20 }, () => signUp(game)))
    person = await signUp(game, NAMED)
    const subscription = {
      endpoint: ENDPOINT,
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    }
    await person.api.ok('subscribePush', { subscription })
    await Promise.all(Array.from({ length: 20 }, () => foundTeam(game)))
    await person.api.ok('createTeam', { team_name: 'Tim za brisanje' })
    expect(tracesIn(game.location)).toEqual(TRACES)
  })
  afterEach(async () => await game.close())

  test('after a person was deleted, beside the server and after its end', async () => {
    await (await signInOrganiser(game)).api.ok('erasePerson', { user_id: person.id, reason: 'Zahtjev' })
    expect(tracesIn(game.location)).toEqual([])
    for (const { app, db } of game.servers) {
      await app.close()
      await db.close()
    }
    expect(tracesIn(game.location)).toEqual([])
  })

  test('after a purge', async () => {
    await purge(game.db, game.clock.now() + EIGHT_YEARS, { by: null, dryRun: false })
    expect(tracesIn(game.location)).toEqual([])
  })

  test('after `reset`', async () => {
    for (const { app, db } of game.servers) {
      await app.close()
      await db.close()
    }
    await expect.poll(async () => await (await holdOffServers(game.location)).release()).toBeUndefined()
    const { failure } = await runAnswering(
      'GeekQuest',
      game.location,
      'reset',
      '--keep',
      'tags,settings',
      '--backup',
      path('b.backup'),
    )
    expect(failure).toBeNull()
    expect(tracesIn(game.location)).toEqual([])
  })
})
