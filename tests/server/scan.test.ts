import { describe, expect, test } from 'vitest'
import { insertTag, setEvent } from '../support/event'
import { addToTeam, foundTeam, type Person, signIn, signUp } from '../support/people'
import { HOUR, MINUTE } from '../support/times'
import { onOneEngine } from '../support/use-game'

onOneEngine('scanning a tag', (game) => {
  const bonus = () => insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
  const plain = { team: null, vendor: null, award: null, already_collected: false }

  test('an unclaimed team tag has no team, and scanning it changes nothing', async () => {
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    for (const { api } of [
      await signUp(game),
      (await foundTeam(game)).captain,
      await signIn(game, 'iva'),
    ]) {
      expect((await api.ok('scan', { nfc_id })).nfc).toEqual({ nfc_id, nfc_type: 'team', ...plain })
    }
  })

  test('a booth’s tag shows its booth, and a bonus gives staff nothing', async () => {
    const { api } = await signIn(game, 'iva')
    const [vendor, nfc_id] = [{ vendor_id: 'arkade', name: 'Arkadna zona' }, await bonus()]
    const own = await insertTag(game.db, { nfc_type: 'vendor', vendor_id: 'arkade' })
    expect((await api.ok('scan', { nfc_id: own })).nfc).toEqual({
      nfc_id: own,
      nfc_type: 'vendor',
      ...plain,
      vendor,
    })
    expect((await api.ok('scan', { nfc_id })).nfc).toEqual({ nfc_id, nfc_type: 'bonus', ...plain })
  })

  test('a bonus tag scanned as another type is TAG_WRONG_TYPE', async () => {
    const [nfc_id, { captain }] = [await bonus(), await foundTeam(game)]
    for (const nfc_type of ['team', 'nešto', '']) {
      expect(await captain.api.outcome('scan', { nfc_id, nfc_type })).toBe('TAG_WRONG_TYPE')
    }
    await captain.api.ok('scan', { nfc_id, nfc_type: 'bonus' })
  })

  describe('rule 11: a bonus', () => {
    test('gives its points once per team, no matter which members scan it and how often', async () => {
      const nfc_id = await bonus()
      const { id, captain, members } = await foundTeam(game, { size: 3 })
      const { nfc } = await captain.api.ok('scan', { nfc_id })
      const award = { team_id: id, points: 7, vendor_id: null, vendor_name: null }
      expect(nfc).toMatchObject({ already_collected: false, award })
      for (const { api } of [captain, ...members]) {
        expect((await api.ok('scan', { nfc_id })).nfc).toEqual({ ...nfc, already_collected: true })
      }
      expect((await captain.api.ok('teamPoints', {})).points).toBe(7)
      const row = await game.db.read
        .selectFrom('awards')
        .where('nfc_id', '=', nfc_id)
        .selectAll()
        .executeTakeFirst()
      expect(row).toMatchObject({ kind: 'bonus', user_id: captain.id, vendor_id: null, points: 7 })
    })

    test('abuse 6: rule 13: counts only if scanned during the event and received within an hour of its end', async () => {
      const { captain } = await foundTeam(game)
      game.clock.advance(2 * HOUR)
      await setEvent(game.db, { ends_at: game.clock.now() - HOUR })
      const [late, inTime] = [await bonus(), await bonus()]
      const scan = (nfc_id: string, queued_ms: number) =>
        captain.api.outcome('scan', { nfc_id, queued_ms })
      expect([await scan(late, 48 * HOUR + 1), await scan(late, HOUR - 1)]).toEqual([
        'AWARD_TOO_OLD',
        'EVENT_CLOSED',
      ])
      expect(await scan(inTime, HOUR)).toBe('OK')
      game.clock.advance(1)
      // A bonus that was already collected gets its result even after the event.
      expect([await scan(late, 2 * HOUR), await scan(inTime, 0)]).toEqual(['EVENT_CLOSED', 'OK'])
      await setEvent(game.db, { ends_at: null })
    })

    test('abuse 6: rule 13: is never dated before its player joined the team', async () => {
      const { id, captain } = await foundTeam(game)
      game.clock.advance(HOUR)
      const player = await addToTeam(game, id, captain)
      const joined = game.clock.now()
      game.clock.advance(10 * MINUTE)
      const madeAt = async ({ api }: Person) => {
        const { nfc } = await api.ok('scan', { nfc_id: await bonus(), queued_ms: 30 * MINUTE })
        return Date.parse(nfc.award?.awarded_at ?? '')
      }
      expect([await madeAt(player), await madeAt(captain)]).toEqual([joined, joined - 20 * MINUTE])
    })
  })
})

onOneEngine('writing tags', (game) => {
  test('staff see team tags and their own booth’s tags and mark them as written', async () => {
    const team = await insertTag(game.db, { nfc_type: 'team' })
    const own = await insertTag(game.db, { nfc_type: 'vendor', vendor_id: 'arkade' })
    await insertTag(game.db, { nfc_type: 'vendor', vendor_id: 'kutak' })
    await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const { api } = await signIn(game, 'iva')
    for (const nfc_id of [team, own]) await api.ok('markTagWritten', { nfc_id })
    const written_at = new Date(game.clock.now()).toISOString()
    expect((await api.ok('listTags', {})).tags).toEqual([
      { nfc_id: team, nfc_type: 'team', written_at },
      { nfc_id: own, nfc_type: 'vendor', written_at },
    ])
  })
})
