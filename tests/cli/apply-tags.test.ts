import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database'
import { ENGINES } from '../support/databases'
import { startGame, type TestGame } from '../support/game-server'
import { applyJson, EVENT, faultsOf, readEverything } from './event-database'

const PLAYER = { first_name: 'Ana', last_name: 'Anić', email: 'ana@example.hr', mobile: '+385912345678', nickname: 'ana' }

describe.each(ENGINES)('a tag in use on %s', (engine) => {
  let game: TestGame
  let db: Database
  beforeAll(async () => {
    game = await startGame(engine)
    db = game.db
    const tags = [...EVENT.tags, { nfc_id: 'tim-0002', nfc_type: 'team' }, { nfc_id: 'tim-0003', nfc_type: 'team' }]
    await applyJson(db, { ...EVENT, tags })
    const browser = game.client()
    await browser.ok('register', { user_data: PLAYER })
    const code = game.sent.at(-1)?.text.match(/#(\d{6})$/)?.[1] ?? ''
    await browser.ok('signIn', { id: PLAYER.mobile, mtp: code })
    await browser.ok('createTeam', { team_name: 'Plavi Vukovi', nfc_id: 'tim-0001' })
    await browser.ok('scan', { nfc_id: 'zmaj-7k2p9x4mq8' })
    await db.write({ on: 'roster' }, (writer) =>
      writer.updateTable('tags').set({ written_at: 1 }).where('nfc_id', '=', 'tim-0002').execute(),
    )
  })
  afterAll(() => game.close())

  test.each([
    [
      { nfc_id: 'tim-0001', nfc_type: 'vendor', vendor_id: 'arkade' },
      'tags[0].nfc_type: "tim-0001" stays a team tag, because a team owns it',
    ],
    [
      { nfc_id: 'zmaj-7k2p9x4mq8', nfc_type: 'team' },
      'tags[0].nfc_type: "zmaj-7k2p9x4mq8" stays a bonus tag, because it was collected',
    ],
    [
      { nfc_id: 'tim-0002', nfc_type: 'bonus', point_type: 'blago' },
      'tags[0].nfc_type: "tim-0002" stays a team tag, because it was written',
    ],
  ])('keeps its type: %j', async (tag, fault) => {
    const before = await readEverything(db)
    expect(await faultsOf(() => applyJson(db, { tags: [tag] }))).toEqual([fault])
    expect(await readEverything(db)).toEqual(before)
  })

  test('keeps its team and the time it was written when the file is applied again', async () => {
    const before = await readEverything(db)
    expect(await applyJson(db, EVENT)).toEqual([])
    expect(await readEverything(db)).toEqual(before)
  })

  test('can change its type until it has been used', async () => {
    const tags = [{ nfc_id: 'tim-0003', nfc_type: 'bonus', point_type: 'blago' }]
    expect(await applyJson(db, { tags })).toEqual(['~ tag tim-0003: nfc_type "team" -> "bonus", point_type null -> "blago"'])
  })
})
