import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Database } from '#server/db/database'
import type { TagKeys } from '#server/tag-proof/tag-keys'
import { engineUnderTest } from '../support/engine-under-test'
import { startGame, type TestGame } from '../support/game-server'
import { ANY_TAG_KEYS } from '../support/ntag424'
import { foundTeam } from '../support/people'
import { useGame } from '../support/use-game'
import { applyJson, EVENT, faultsOf, readEverything } from './event-database'

describe('a tag in use', () => {
  const game = useGame(engineUnderTest(), {}, async () => undefined)
  let db: Database
  beforeAll(async () => {
    db = game.db
    const tags = [...EVENT.tags, { nfc_id: 'tim-0002', nfc_type: 'team' }, { nfc_id: 'tim-0003', nfc_type: 'team' }]
    await applyJson(db, { ...EVENT, tags })
    const { captain } = await foundTeam(game, { nfc_id: 'tim-0001' })
    await captain.api.ok('scan', { nfc_id: 'zmaj-7k2p9x4mq8' })
    await db.write({ on: 'roster' }, (writer) =>
      writer.updateTable('tags').set({ written_at: 1 }).where('nfc_id', '=', 'tim-0002').execute(),
    )
  })

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
  const apply = (tags: readonly object[], { tagKeys = ANY_TAG_KEYS, dryRun = false } = {}) =>
    applyJson(game.db, { tags }, { tagKeys, dryRun })
  const chips = async () =>
    (
      await game.db.read.selectFrom('tags').where('nfc_id', 'like', 'lik-%').orderBy('nfc_id').select(['proof', 'uid']).execute()
    ).map(({ proof, uid }) => `${proof} ${uid}`)

  test('are made and changed, and applied again change nothing; a chip that play has bound stays', async () => {
    expect(await apply([one, { ...other, uid: UID.toLowerCase() }])).toEqual(['+ tags.lik-1', '+ tags.lik-2'])
    expect(await chips()).toEqual(['ntag424 null', `ntag424 ${UID}`])
    await game.db.write({ on: 'event' }, (tx) =>
      tx.updateTable('tags').set({ uid: '04F' }).where('nfc_id', '=', 'lik-1').execute(),
    )
    expect(await apply([one, { ...other, uid: UID }])).toEqual([])
    expect(await chips()).toEqual(['ntag424 04F', `ntag424 ${UID}`])
  })

  test('in a dry run change nothing', async () => {
    await apply([one])
    const before = await readEverything(game.db)
    expect(await apply([{ ...one, uid: UID }], { dryRun: true })).toEqual([`~ tags.lik-1.uid lik-1: null -> "${UID}"`])
    expect(await readEverything(game.db)).toEqual(before)
  })

  test('become ordinary without "proof"', async () => {
    await apply([{ ...other, uid: UID }])
    expect(await apply([{ nfc_id: 'lik-2', ...bonus }])).toEqual([
      '~ tags.lik-2.proof lik-2: "ntag424" -> null',
      `~ tags.lik-2.uid lik-2: "${UID}" -> null`,
    ])
  })

  test.each([
    ['without TAG_KEYS', [one], 'tags[0].proof: "lik-1" has no keys in the file that TAG_KEYS names', () => null],
    [
      'for a chip of another tag',
      [
        { ...other, uid: UID },
        { ...one, uid: UID },
      ],
      `tags[1].uid: "${UID}" is the chip of the tag "lik-2"`,
    ],
    ['of another kind', [{ ...one, proof: 'mifare' }], 'tags[0].proof: "mifare" must be "ntag424", or left out'],
    ['with a short UID', [{ ...one, uid: '04AB' }], 'tags[0].uid: "04AB" must be the UID of the chip, 14 digits of 0-9 and A-F'],
    ['with a UID alone', [{ nfc_id: 'lik-1', ...bonus, uid: UID }], 'tags[0].uid: is only for a tag with "proof"'],
    ['for a team', [{ nfc_id: 't', nfc_type: 'team', proof: 'ntag424' }], 'tags[0].proof: belongs to bonus tags alone'],
  ])('are refused %s, and nothing is applied', async (_name, tags, fault, tagKeys: TagKeys = ANY_TAG_KEYS) => {
    expect(await faultsOf(() => apply(tags, { tagKeys }))).toEqual([fault])
    expect(await chips()).toEqual([])
  })
})
