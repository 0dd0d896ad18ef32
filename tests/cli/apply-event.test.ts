import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database'
import { readSettings } from '#server/db/queries/settings'
import type { TagKeys } from '#server/tag-proof/tag-keys'
import { localTime } from '#server/time'
import { ENGINES, type Engine } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { startGame, type TestGame } from '../support/game-server'
import { ANY_TAG_KEYS } from '../support/ntag424'
import { foundTeam } from '../support/people'
import { times } from '../support/times'
import { useGame } from '../support/use-game'
import { applyJson, EVENT, faultsOf, readEverything } from './event-database'

let db: Database
const useDatabase = (engine: Engine) =>
  beforeEach(async () => {
    const game = await startGame(engine)
    db = game.db
    return () => game.close()
  })

describe.each(ENGINES)('an event file on %s', (engine) => {
  useDatabase(engine)

  test('is inserted, even with more tags than fit into one statement, and changes nothing the second time', async () => {
    const tags = [
      ...EVENT.tags,
      ...times(1_203, (index) => ({ nfc_id: `tim-${index}`, nfc_type: 'team' })),
    ]
    expect(await applyJson(db, { ...EVENT, tags })).toHaveLength(9 + tags.length)
    const before = await readEverything(db)
    expect(before.tags).toHaveLength(tags.length)
    expect(await applyJson(db, { ...EVENT, tags })).toEqual([])
    expect(await readEverything(db)).toEqual(before)
  })

  test('can give a tag’s chip to another tag, and exchange the chips of two tags', async () => {
    const [A, B] = ['04A1B2C3D4E5F6', '04A1B2C3D4E5F7']
    const bonus = { nfc_type: 'bonus', point_type: 'blago' }
    const proving = { ...bonus, proof: 'ntag424' }
    const [one, other] = [
      { nfc_id: 'lik-1', ...proving },
      { nfc_id: 'lik-2', ...proving },
    ]
    const chipsAfter = async (...tags: object[]) => {
      await applyJson(db, { tags }, { tagKeys: ANY_TAG_KEYS })
      return (await readEverything(db)).tags.flatMap(({ nfc_id, uid }) =>
        nfc_id.startsWith('lik-') ? uid : [],
      )
    }
    await applyJson(db, EVENT)
    expect(await chipsAfter({ ...one, uid: A }, { ...other, uid: B })).toEqual([A, B])
    expect(await chipsAfter({ ...one, uid: B }, { ...other, uid: A })).toEqual([B, A])
    expect(await chipsAfter({ nfc_id: 'lik-1', ...bonus }, { ...other, uid: B })).toEqual([null, B])
    expect(await faultsOf(() => chipsAfter({ ...one, uid: B }, other))).toEqual([
      `tags[0].uid: "${B}" is the chip of the tag "lik-2"`,
    ])
  })
})

describe('an event file', () => {
  useDatabase(engineUnderTest())

  test('is applied: settings, point types, booths, staff and tags are inserted in the order of the file', async () => {
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
    const times = {
      startsAt,
      endsAt: null,
      closedAt: null,
      resetAt: null,
      timeZone: 'Europe/Zagreb',
    }
    expect(await readSettings(db.read)).toEqual({ teamMaxMembers: 5, ...times })
    const all = await readEverything(db)
    expect(all.pointTypes).toEqual(
      EVENT.point_types.map((type, position) => ({ ...type, position })),
    )
    expect(all.vendors).toMatchObject([
      {
        vendor_id: 'arkade',
        name: 'Arkadna zona',
        location: 'Hala A',
        description: 'Automati.',
        position: 0,
      },
      { vendor_id: 'kviz', position: 1 },
    ])
    expect(all.offers).toEqual([
      { vendor_id: 'arkade', point_type: 'rekord', position: 0 },
      { vendor_id: 'arkade', point_type: 'pobjeda', position: 1 },
      { vendor_id: 'kviz', point_type: 'pobjeda', position: 0 },
    ])
    const shown = all.tags.map(({ nfc_id, nfc_type, vendor_id, point_type }) => [
      nfc_id,
      nfc_type,
      vendor_id,
      point_type,
    ])
    expect(shown).toEqual([
      ['arkade-01', 'vendor', 'arkade', null],
      ['tim-0001', 'team', null, null],
      ['zmaj-7k2p9x4mq8', 'bonus', null, 'blago'],
    ])
  })

  test('changes nothing in a dry run, which lists the changes', async () => {
    const before = await readEverything(db)
    const wouldChange = await applyJson(db, EVENT, { dryRun: true })
    expect(await readEverything(db)).toEqual(before)
    expect(await applyJson(db, EVENT)).toEqual(wouldChange)
  })

  test('updates by id, and removes nothing except point types from a booth’s offer', async () => {
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

  test('with all booths sets their order; booths that a later file adds come last', async () => {
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
})

describe('a tag in use', () => {
  const game = useGame(engineUnderTest(), {}, async () => undefined)
  let db: Database
  beforeAll(async () => {
    db = game.db
    const tags = [
      ...EVENT.tags,
      { nfc_id: 'tim-0002', nfc_type: 'team' },
      { nfc_id: 'tim-0003', nfc_type: 'team' },
    ]
    await applyJson(db, { ...EVENT, tags })
    const { captain } = await foundTeam(game, { nfc_id: 'tim-0001' })
    await captain.api.ok('scan', { nfc_id: 'zmaj-7k2p9x4mq8' })
    await db.write({ kind: 'roster' }, (writer) =>
      writer.updateTable('tags').set({ written_at: 1 }).where('nfc_id', '=', 'tim-0002').execute(),
    )
  })

  test('keeps its type, its team and the time it was written', async () => {
    const before = await readEverything(db)
    const others = [
      { nfc_id: 'tim-0001', nfc_type: 'vendor', vendor_id: 'arkade' },
      { nfc_id: 'zmaj-7k2p9x4mq8', nfc_type: 'team' },
      { nfc_id: 'tim-0002', nfc_type: 'bonus', point_type: 'blago' },
    ]
    expect(await faultsOf(() => applyJson(db, { tags: others }))).toEqual([
      'tags[0].nfc_type: "tim-0001" stays a team tag, because a team owns it',
      'tags[1].nfc_type: "zmaj-7k2p9x4mq8" stays a bonus tag, because it was collected',
      'tags[2].nfc_type: "tim-0002" stays a team tag, because it was written',
    ])
    expect(await applyJson(db, EVENT)).toEqual([])
    expect(await readEverything(db)).toEqual(before)
  })

  test('can change its type until it has been used', async () => {
    const tags = [{ nfc_id: 'tim-0003', nfc_type: 'bonus', point_type: 'blago' }]
    expect(await applyJson(db, { tags })).toEqual([
      '~ tags.tim-0003.nfc_type tim-0003: "team" -> "bonus"',
      '~ tags.tim-0003.point_type tim-0003: null -> "blago"',
    ])
  })
})

describe('tags that prove each touch, in the event file', () => {
  let game: TestGame
  beforeEach(async () => {
    game = await startGame(engineUnderTest())
    await applyJson(game.db, EVENT)
    return () => game.close()
  })
  const bonus = { nfc_type: 'bonus', point_type: 'blago' }
  const [one, other] = [
    { nfc_id: 'lik-1', ...bonus, proof: 'ntag424' },
    { nfc_id: 'lik-2', ...bonus, proof: 'ntag424' },
  ]
  const UID = '04A1B2C3D4E5F6'
  const apply = (tags: readonly object[], tagKeys = ANY_TAG_KEYS) =>
    applyJson(game.db, { tags }, { tagKeys })
  const chips = async () => {
    const tags = (await readEverything(game.db)).tags.filter(({ nfc_id }) =>
      nfc_id.startsWith('lik-'),
    )
    return tags.map(({ proof, uid }) => `${proof} ${uid}`)
  }

  test('change nothing when applied again, and a tag keeps the chip to which play has bound it', async () => {
    expect(await apply([one, { ...other, uid: UID.toLowerCase() }])).toEqual([
      '+ tags.lik-1',
      '+ tags.lik-2',
    ])
    expect(await chips()).toEqual(['ntag424 null', `ntag424 ${UID}`])
    await game.db.write({ kind: 'event' }, (tx) =>
      tx.updateTable('tags').set({ uid: '04F' }).where('nfc_id', '=', 'lik-1').execute(),
    )
    expect(await apply([one, { ...other, uid: UID }])).toEqual([])
    expect(await chips()).toEqual(['ntag424 04F', `ntag424 ${UID}`])
    expect(await apply([{ nfc_id: 'lik-2', ...bonus }])).toEqual([
      '~ tags.lik-2.proof lik-2: "ntag424" -> null',
      `~ tags.lik-2.uid lik-2: "${UID}" -> null`,
    ])
  })

  test.each([
    [
      'without TAG_KEYS',
      [one],
      'tags[0].proof: "lik-1" has no keys in the file that TAG_KEYS names',
      () => null,
    ],
    [
      'for another tag’s chip',
      [other, one].map((tag) => ({ ...tag, uid: UID })),
      `tags[1].uid: "${UID}" is the chip of the tag "lik-2"`,
    ],
    [
      'of another kind',
      [{ ...one, proof: 'mifare' }],
      'tags[0].proof: "mifare" must be "ntag424", or left out',
    ],
    [
      'with a short UID',
      [{ ...one, uid: '04AB' }],
      'tags[0].uid: "04AB" must be the UID of the chip, 14 digits of 0-9 and A-F',
    ],
    [
      'with only a UID',
      [{ nfc_id: 'lik-1', ...bonus, uid: UID }],
      'tags[0].uid: is only for a tag with "proof"',
    ],
    [
      'for a team',
      [{ nfc_id: 't', nfc_type: 'team', proof: 'ntag424' }],
      'tags[0].proof: is allowed only in a bonus tag',
    ],
  ])(
    'are refused %s, and nothing is applied',
    async (_name, tags, fault, tagKeys: TagKeys = ANY_TAG_KEYS) => {
      expect(await faultsOf(() => apply(tags, tagKeys))).toEqual([fault])
      expect(await chips()).toEqual([])
    },
  )
})
