import { expect, test } from 'vitest'
import { atTheBooth } from '../support/booth'
import { insertTag } from '../support/event'
import { DAY, MINUTE } from '../support/times'
import { onOneEngine } from '../support/use-game'
import { signingDevice } from '../support/vouchers'

onOneEngine('rule 12: voiding an award', (game) => {
  test('a voided award no longer scores, both sides see it, and the ledger keeps it with who voided it and when', async () => {
    const { team, staff, give } = await atTheBooth(game)
    const sent = await give()
    const { award_id } = sent
    const rowsIn = (table: 'awards' | 'voids') =>
      game.db.read.selectFrom(table).where('award_id', '=', award_id).selectAll().execute()
    const before = await rowsIn('awards')
    const { award: voided } = await staff.api.ok('voidAward', { award_id })
    expect(voided).toMatchObject({ award_id: sent.award_id, voided: true, points: 25 })
    expect(await team.captain.api.ok('teamPoints', {})).toMatchObject({ points: 0, awards: [voided] })
    expect((await staff.api.ok('listAwards', {})).awards).toContainEqual(voided)
    expect((await team.captain.api.ok('currentUser', {})).user.team?.points).toBe(0)
    expect(await rowsIn('awards')).toEqual(before)
    expect(await rowsIn('voids')).toEqual([{ award_id, voided_at: game.clock.now(), user_id: 'iva' }])
  })

  test('a voided award starts no cooldown', async () => {
    const { team, staff, award, give } = await atTheBooth(game)
    const sent = await give()
    expect((await staff.api.ko('awardPoints', award())).code).toBe('COOLDOWN')
    await staff.api.ok('voidAward', { award_id: sent.award_id })
    const { cooldowns } = await staff.api.ok('checkCooldown', { team_id: team.id })
    expect(cooldowns.every((one) => one.remaining_seconds === 0)).toBe(true)
    await staff.api.ok('awardPoints', award())
  })

  test('an award can be voided within 10 minutes of its receipt, whenever it was made', async () => {
    const { staff, award } = await atTheBooth(game, { point_type: 'dolazak' })
    const [old, late] = [award({ queued_ms: 60 * MINUTE }), award()]
    for (const sent of [old, late]) await staff.api.ok('awardPoints', sent)
    game.clock.advance(10 * MINUTE)
    await staff.api.ok('voidAward', { award_id: old.award_id })
    game.clock.advance(1)
    expect(await staff.api.outcome('voidAward', { award_id: late.award_id })).toBe('VOID_TOO_LATE')
  })

  test('fault 79: a cancel made offline counts though the team’s copy arrived first and the network returned after 10 minutes', async () => {
    const { team, staff, points } = await atTheBooth(game)
    const device = await signingDevice(game, staff, team.id)
    const content = device.content({ madeAt: game.clock.now() - MINUTE })
    await team.captain.api.ok('deliver', { voucher: await device.voucher(content) })
    game.clock.advance(11 * MINUTE)
    const own = { award_id: content.awardId, team_id: team.id, point_type: 'pobjeda', queued_ms: 12 * MINUTE }
    expect(await staff.api.ok('awardPoints', own)).toMatchObject({ duplicate: true, award: { voided: false } })
    const cancel = { award_id: content.awardId }
    expect(await staff.api.outcome('voidAward', cancel)).toBe('VOID_TOO_LATE')
    expect(await staff.api.outcome('voidAward', { ...cancel, queued_ms: MINUTE - 1 })).toBe('VOID_TOO_LATE')
    expect((await staff.api.ok('voidAward', { ...cancel, queued_ms: 11 * MINUTE })).award.voided).toBe(true)
    expect(await points()).toBe(0)
  })

  test('a void that waited longer than 48 hours is too late, and nonsense in queued_ms is INVALID_INPUT', async () => {
    const { staff, award, give } = await atTheBooth(game)
    const { award_id } = award()
    await give({ award_id })
    game.clock.advance(2 * DAY + 1)
    expect(await staff.api.outcome('voidAward', { award_id, queued_ms: 2 * DAY + 1 })).toBe('VOID_TOO_LATE')
    for (const queued_ms of [-1, 0.5, 400 * DAY + 1]) {
      expect(await staff.api.outcome('voidAward', { award_id, queued_ms })).toBe('INVALID_INPUT')
    }
    expect((await staff.api.ok('voidAward', { award_id, queued_ms: 2 * DAY })).award.voided).toBe(true)
  })

  test('a bonus cannot be voided', async () => {
    const { team, staff } = await atTheBooth(game)
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const { nfc } = await team.captain.api.ok('scan', { nfc_id })
    expect((await staff.api.ko('voidAward', { award_id: nfc.award?.award_id ?? '' })).code).toBe('FORBIDDEN')
  })
})
