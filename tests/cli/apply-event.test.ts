import { beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database'
import { readSettings } from '#server/db/queries/settings'
import { localTime } from '#server/time'
import { ENGINES } from '../support/databases'
import { startGame } from '../support/game-server'
import { applyJson, EVENT, readEverything } from './event-database'

describe.each(ENGINES)('applying an event file on %s', (engine) => {
  let db: Database
  beforeEach(async () => {
    const game = await startGame(engine)
    db = game.db
    return () => game.close()
  })

  test('inserts settings, point types, booths, staff and tags in the order of the file', async () => {
    expect(await applyJson(db, EVENT)).toEqual([
      '~ settings.team_max_members: 6 -> 5',
      `~ settings.starts_at: null -> "${localTime(Date.parse('2026-05-09T07:00:00Z'))}"`,
      '+ point_types.pobjeda Pobjeda',
      '+ point_types.rekord Rekord dana',
      '+ point_types.blago Skriveno blago',
      '+ vendors.arkade Arkadna zona',
      '+ vendors.kviz Kvizionica',
      '+ vendors.arkade.staff Iva Horvat',
      '+ vendors.arkade.staff Marko Babić',
      '+ tags.tim-0001',
      '+ tags.arkade-01',
      '+ tags.zmaj-7k2p9x4mq8',
    ])
    const startsAt = Date.parse('2026-05-09T07:00:00Z')
    const times = { startsAt, endsAt: null, closedAt: null, timeZone: 'Europe/Zagreb' }
    expect(await readSettings(db.read)).toEqual({ teamMaxMembers: 5, ...times })
    const all = await readEverything(db)
    expect(all.pointTypes).toEqual(EVENT.point_types.map((type, position) => ({ ...type, position })))
    expect(all.vendors).toMatchObject([
      { vendor_id: 'arkade', name: 'Arkadna zona', location: 'Hala A', description: 'Automati.', position: 0 },
      { vendor_id: 'kviz', position: 1 },
    ])
    expect(all.offers).toEqual([
      { vendor_id: 'arkade', point_type: 'rekord', position: 0 },
      { vendor_id: 'arkade', point_type: 'pobjeda', position: 1 },
      { vendor_id: 'kviz', point_type: 'pobjeda', position: 0 },
    ])
    const shown = all.tags.map(({ nfc_id, nfc_type, vendor_id, point_type }) => [nfc_id, nfc_type, vendor_id, point_type])
    expect(shown).toEqual([
      ['arkade-01', 'vendor', 'arkade', null],
      ['tim-0001', 'team', null, null],
      ['zmaj-7k2p9x4mq8', 'bonus', null, 'blago'],
    ])
  })

  test('changes nothing the second time', async () => {
    await applyJson(db, EVENT)
    const before = await readEverything(db)
    expect(await applyJson(db, EVENT)).toEqual([])
    expect(await readEverything(db)).toEqual(before)
  })

  test('lists what a dry run would change and stores none of it', async () => {
    const before = await readEverything(db)
    const wouldChange = await applyJson(db, EVENT, { dryRun: true })
    expect(await readEverything(db)).toEqual(before)
    expect(await applyJson(db, EVENT)).toEqual(wouldChange)
  })

  test('updates by id and deletes nothing but the point types a booth offers', async () => {
    await applyJson(db, EVENT)
    const changed = await applyJson(db, {
      settings: { team_max_members: 0, starts_at: null },
      point_types: [{ point_type: 'pobjeda', label: 'Pobjeda', points: 25, cooldown_seconds: 900 }],
      vendors: [{ vendor_id: 'arkade', name: 'Arkade', point_types: ['blago', 'pobjeda'] }],
      tags: [
        { nfc_id: 'arkade-01', nfc_type: 'vendor', vendor_id: 'kviz' },
        { nfc_id: 'tim-0002', nfc_type: 'team' },
      ],
    })
    expect(changed).toEqual([
      '~ settings.team_max_members: 5 -> 0',
      `~ settings.starts_at: "${localTime(Date.parse('2026-05-09T07:00:00Z'))}" -> null`,
      '~ point_types.pobjeda.points Pobjeda: 20 -> 25',
      '~ vendors.arkade.name Arkade: "Arkadna zona" -> "Arkade"',
      '~ vendors.arkade.point_types Arkade: "rekord, pobjeda" -> "blago, pobjeda"',
      '~ tags.arkade-01.vendor_id arkade-01: "arkade" -> "kviz"',
      '+ tags.tim-0002',
    ])
    const all = await readEverything(db)
    expect(all.pointTypes.map((row) => row.point_type)).toEqual(['pobjeda', 'rekord', 'blago'])
    expect(all.vendors.map((row) => [row.vendor_id, row.location])).toEqual([
      ['arkade', 'Hala A'],
      ['kviz', 'Hala B'],
    ])
    expect(all.offers.map((row) => row.point_type)).toEqual(['blago', 'pobjeda', 'pobjeda'])
    expect(all.tags).toHaveLength(4)
    expect(all.users.filter((row) => row.vendor_id === 'arkade')).toHaveLength(2)
  })

  test('a file with all booths sets their order; what another one adds comes last', async () => {
    await applyJson(db, EVENT)
    const [arkade, kviz] = EVENT.vendors
    const added = { vendor_id: 'novi', name: 'Novi štand' }
    expect(await applyJson(db, { vendors: [kviz, added, arkade] })).toEqual([
      '+ vendors.novi Novi štand',
      '~ vendors order: "arkade, kviz" -> "kviz, novi, arkade"',
    ])
    await applyJson(db, { vendors: [{ ...added, vendor_id: 'drugi' }, arkade] })
    const { vendors } = await readEverything(db)
    expect(vendors.map((row) => [row.vendor_id, row.position])).toEqual([
      ['kviz', 0],
      ['novi', 1],
      ['arkade', 2],
      ['drugi', 3],
    ])
  })

  test('accepts more tags than fit into one statement', async () => {
    const tags = Array.from({ length: 1_203 }, (_, index) => ({ nfc_id: `tim-${index}`, nfc_type: 'team' }))
    expect(await applyJson(db, { tags })).toHaveLength(1_203)
    expect((await readEverything(db)).tags).toHaveLength(1_203)
  })
})
