import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterEach, beforeEach, expect, test } from 'vitest'
import type { CallInput } from '#contract/calls'
import { findScoreDifferences } from '#server/db/queries/scores'
import { writeSetting } from '#server/db/queries/settings'
import { acceptLateErrors, errorTexts } from '#texts/errors'
import { type AtTheBooth, atTheBooth } from '../support/booth'
import { type BoothName, changeBooth, insertTag, moveStaff, setEvent } from '../support/event'
import { foundTeam, signIn, signInOrganiser } from '../support/people'
import { HOUR, MINUTE, times } from '../support/times'
import { onEachEngine, onOneEngine, useOrganiser } from '../support/use-game'

const KEPT = 'KEPT_FOR_ORGANISER'

onOneEngine('closed results', (game) => {
  const organiser = useOrganiser(game)
  let booth: AtTheBooth
  beforeEach(async () => {
    booth = await atTheBooth(game)
  })
  afterEach(async () => {
    expect(await findScoreDifferences(game.db.read)).toEqual([])
    await game.db.write({ kind: 'event' }, (db) => writeSetting(db, 'closed_at', null))
    await setEvent(game.db, { starts_at: null, ends_at: null })
    await moveStaff(game.db, 'iva', 'arkade')
  })

  const close = () => organiser.api.ok('closeResults', {})
  const reopen = () => organiser.api.ok('reopenResults', {})
  const reason = 'Uređaj je bio bez mreže'
  const accept = (late_id: string) => organiser.api.outcome('acceptLate', { late_id, reason })
  const award = (given: CallInput<'awardPoints'>) => booth.staff.api.outcome('awardPoints', given)
  const points = async (team = booth.team) => (await team.captain.api.ok('teamPoints', {})).points
  /** The late entries of one team, newest first. */
  const lateOf = async (team = booth.team) =>
    (await organiser.api.ok('listLate', {})).late.filter(({ team_id }) => team_id === team.id)
  async function onlyLate(team = booth.team) {
    const [entry, ...others] = await lateOf(team)
    if (entry === undefined || others.length > 0)
      throw new Error(`${others.length + 1} late entries instead of one`)
    return entry
  }

  test('rule 17, fault 69: an award that arrives after the closing is kept once, and counts only once accepted', async () => {
    const { closed_at } = await close()
    expect((await organiser.api.ok('overview', {})).event.closed_at).toBe(closed_at)
    const sent = booth.award({ queued_ms: 20 * MINUTE })
    const before = (await organiser.api.ok('overview', {})).counts
    const refused = await booth.staff.api.ko('awardPoints', sent)
    expect([refused.code, refused.message]).toEqual([KEPT, errorTexts[KEPT]])
    expect(await award(sent)).toBe(KEPT)
    const { results } = await booth.staff.api.ok('awardMany', { awards: [sent, sent] })
    expect(results.map((one) => one.status === 'KO' && one.code)).toEqual([KEPT, KEPT])

    const entry = await onlyLate()
    const [awarded_at, received_at] = [20 * MINUTE, 0].map((ago) =>
      new Date(game.clock.now() - ago).toISOString(),
    )
    const names = { team_name: booth.team.name, vendor_name: 'Arkadna zona', label: 'Pobjeda' }
    expect(entry).toMatchObject({
      kind: 'award',
      ...names,
      points: 25,
      accepted: false,
      awarded_at,
      received_at,
    })
    const { counts } = await organiser.api.ok('overview', {})
    expect([
      counts.late - before.late,
      counts.refused - before.refused,
      counts.awards - before.awards,
    ]).toEqual([1, 0, 0])
    expect(await points()).toBe(0)
    expect(
      (await booth.staff.api.ok('listAwards', {})).awards.some(
        ({ award_id }) => award_id === sent.award_id,
      ),
    ).toBe(false)

    const { late_id } = entry
    const { award: accepted } = await organiser.api.ok('acceptLate', { late_id, reason })
    expect(accepted).toMatchObject({
      award_id: sent.award_id,
      awarded_at: entry.awarded_at,
      points: 25,
      voided: false,
    })
    expect((await organiser.api.ok('acceptLate', { late_id, reason })).award).toEqual(accepted)
    expect([await points(), (await onlyLate()).accepted]).toEqual([25, true])
    expect((await organiser.api.ok('overview', {})).counts.late).toBe(before.late)
    expect(await booth.staff.api.ok('awardPoints', sent)).toMatchObject({
      award: accepted,
      duplicate: true,
    })
    const trail = (await organiser.api.ok('audit', {})).entries.slice(0, 2)
    expect(trail.map(({ what, who, about, reason: why }) => ({ what, who, about, why }))).toEqual([
      {
        what: 'accept_late',
        who: organiser.nickname,
        about: `${booth.team.name}: Pobjeda, 25`,
        why: reason,
      },
      { what: 'close', who: organiser.nickname, about: '', why: null },
    ])
  })

  test('rule 17: a repetition of an award from before the closing is a duplicate, or with other content a conflict', async () => {
    const sent = await booth.give()
    const refused = booth.award()
    expect(await award(refused)).toBe('COOLDOWN')
    await close()
    expect((await booth.staff.api.ok('awardPoints', sent)).duplicate).toBe(true)
    expect(await award({ ...sent, point_type: 'kviz' })).toBe('AWARD_CONFLICT')
    // A refusal is final (rule 10).
    expect(await award(refused)).toBe('COOLDOWN')
    expect(await lateOf()).toEqual([])
  })

  // `rules/award.ts` decides which reasons are final.
  test('rule 17: a call with a final reason to refuse it, such as a late void, is refused and not kept', async () => {
    const { award_id } = await booth.give({ point_type: 'kviz' })
    game.clock.advance(11 * MINUTE)
    await close()
    expect(await booth.staff.api.outcome('voidAward', { award_id })).toBe('VOID_TOO_LATE')
    expect(await booth.staff.api.outcome('voidAward', { award_id: randomUUID() })).toBe(
      'AWARD_NOT_FOUND',
    )
    expect(await award(booth.award({ vendor_id: 'kutak' }))).toBe('FORBIDDEN')
    expect(await award(booth.award({ user_id: 'luka' }))).toBe('OTHER_ACCOUNT')
    expect(await lateOf()).toEqual([])
  })

  test('rule 17: after reopening, awards count again, and late ones stay late until they are accepted', async () => {
    await close()
    const late = booth.award({ point_type: 'kviz' })
    await award(late)
    expect(await reopen()).toEqual({ closed_at: null })
    expect(await award(booth.award())).toBe('OK')
    expect(await award(late)).toBe(KEPT)
    expect(await points()).toBe(25)
    expect(await accept((await onlyLate()).late_id)).toBe('OK')
    expect(await points()).toBe(30)
  })

  test('rule 17: the organiser can adjust, move and void at any time', async () => {
    const sent = await booth.give()
    const other = await foundTeam(game)
    await close()
    const adjustment = { team_id: booth.team.id, points: 3, adjustment_id: randomUUID(), reason }
    expect(await organiser.api.outcome('adjustPoints', adjustment)).toBe('OK')
    const moved = await organiser.api.ok('moveAward', {
      award_id: sent.award_id,
      team_id: other.id,
      reason,
    })
    expect(moved.award).toMatchObject({ team_id: other.id, points: 25, voided: false })
    expect([await points(), await points(other)]).toEqual([3, 25])
    expect(
      await organiser.api.outcome('voidAnyAward', { award_id: moved.award.award_id, reason }),
    ).toBe('OK')
    expect(await points(other)).toBe(0)
  })

  test('rule 17: a late award in the cooldown of a recorded one can be accepted after the recorded one is voided', async () => {
    const { award_id } = await booth.give()
    await close()
    await award(booth.award({ queued_ms: 14 * MINUTE }))
    const { late_id } = await onlyLate()
    expect([await accept(late_id), await points(), (await onlyLate()).accepted]).toEqual([
      'COOLDOWN',
      25,
      false,
    ])
    await organiser.api.ok('voidAnyAward', { award_id, reason })
    expect([await accept(late_id), await points()]).toEqual(['OK', 25])
  })

  test('rule 17: a late award can be accepted if it was made during the event, at any age', async () => {
    await close()
    const now = game.clock.now()
    await setEvent(game.db, { starts_at: now - 80 * HOUR, ends_at: now - HOUR })
    await award(booth.award())
    const refused = await organiser.api.ko('acceptLate', {
      late_id: (await onlyLate()).late_id,
      reason,
    })
    expect([refused.code, refused.message]).toEqual(['EVENT_CLOSED', acceptLateErrors.EVENT_CLOSED])
    await award(booth.award({ point_type: 'kviz', queued_ms: 72 * HOUR }))
    const old = (await lateOf()).find(({ label }) => label === 'Kviz')
    expect(await accept(old?.late_id ?? '')).toBe('OK')
    expect(await points()).toBe(5)
  })

  test('rule 17: a bonus that was scanned late is kept once, and belongs to the team when accepted', async () => {
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const before = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const team = await foundTeam(game, { size: 2 })
    const [member] = team.members
    await team.captain.api.ok('scan', { nfc_id: before })
    game.clock.advance(2 * MINUTE)
    await close()
    expect((await team.captain.api.ok('scan', { nfc_id: before })).nfc.already_collected).toBe(true)
    const refused = await team.captain.api.ko('scan', { nfc_id, queued_ms: MINUTE })
    expect([refused.code, refused.message]).toEqual([KEPT, errorTexts[KEPT]])
    expect(await member?.api.outcome('scan', { nfc_id })).toBe(KEPT)
    await reopen()
    expect(await team.captain.api.outcome('scan', { nfc_id })).toBe(KEPT)
    const entry = await onlyLate(team)
    expect(entry).toMatchObject({
      kind: 'bonus',
      vendor_name: null,
      label: 'Skriveno blago',
      points: 7,
    })
    expect(Date.parse(entry.received_at) - Date.parse(entry.awarded_at)).toBe(MINUTE)
    expect(await accept(entry.late_id)).toBe('OK')
    expect(await points(team)).toBe(14)
    expect((await member?.api.ok('scan', { nfc_id }))?.nfc.already_collected).toBe(true)
  })

  test('rule 17: a booth’s void that arrives late is kept, and voids the award when accepted', async () => {
    const sent = await booth.give()
    game.clock.advance(5 * MINUTE)
    await close()
    const { award_id } = sent
    expect(await booth.staff.api.outcome('voidAward', { award_id })).toBe(KEPT)
    const colleague = await signIn(game, 'luka')
    expect(await colleague.api.outcome('voidAward', { award_id })).toBe(KEPT)
    expect(await points()).toBe(25)
    const entry = await onlyLate()
    expect(entry).toMatchObject({
      kind: 'void',
      vendor_name: 'Arkadna zona',
      label: 'Pobjeda',
      points: 25,
    })
    game.clock.advance(HOUR)
    const { award: voided } = await organiser.api.ok('acceptLate', {
      late_id: entry.late_id,
      reason,
    })
    expect(voided).toMatchObject({ award_id, voided: true })
    expect(await points()).toBe(0)
    expect(await booth.staff.api.outcome('voidAward', { award_id })).toBe('OK')
    const { history } = await organiser.api.ok('organiserTeam', { team_id: booth.team.id })
    const about = `${booth.team.name}: Pobjeda, −25`
    expect(history.find(({ kind }) => kind === 'accept_late')).toMatchObject({ reason, about })
  })

  test('rule 12: a cancel made at the booth is kept for the organiser if its maker has left since', async () => {
    const [kept, voided] = [await booth.give(), await booth.give({ point_type: 'kviz' })]
    const { api } = booth.staff
    await api.ok('voidAward', { award_id: voided.award_id })
    game.clock.advance(HOUR)
    await changeBooth(game, 'iva', 'arkade', null)
    // The response to this void was lost, so the device sends it again.
    expect((await api.ok('voidAward', { award_id: voided.award_id })).award.voided).toBe(true)
    const cancel = { award_id: kept.award_id, queued_ms: HOUR - MINUTE }
    expect(await api.outcome('voidAward', { ...cancel, queued_ms: 0 })).toBe('FORBIDDEN')
    expect(await api.outcome('voidAward', { ...cancel, queued_ms: HOUR - 11 * MINUTE })).toBe(
      'VOID_TOO_LATE',
    )
    expect(await api.outcome('voidAward', cancel)).toBe(KEPT)
    expect(await points()).toBe(25)
    expect(await accept((await onlyLate()).late_id)).toBe('OK')
    expect(await points()).toBe(0)
  })

  test('rule 12: a void that waits for the organiser does not keep a colleague from voiding the award', async () => {
    const { award_id } = await booth.give()
    game.clock.advance(MINUTE)
    await changeBooth(game, 'iva', 'arkade', null)
    const cancel = { award_id, queued_ms: MINUTE }
    expect(await booth.staff.api.outcome('voidAward', cancel)).toBe(KEPT)
    const colleague = await signIn(game, 'luka')
    expect(await colleague.api.outcome('voidAward', { award_id })).toBe('OK')
    expect(await points()).toBe(0)
    expect(await booth.staff.api.outcome('voidAward', cancel)).toBe('OK')
    await changeBooth(game, 'iva', null, 'arkade')
  })

  test('rule 17: the void of a late award is kept too, and can be accepted only after the award', async () => {
    await close()
    const sent = booth.award()
    await award(sent)
    const { award_id } = sent
    const stranger = await signIn(game, 'mia')
    expect(await stranger.api.outcome('voidAward', { award_id })).toBe('FORBIDDEN')
    expect(await booth.staff.api.outcome('voidAward', { award_id })).toBe(KEPT)
    const entries = await lateOf()
    const idOf = (kind: string) => entries.find((entry) => entry.kind === kind)?.late_id ?? ''
    expect(await accept(idOf('void'))).toBe('AWARD_NOT_FOUND')
    expect(await accept(idOf('award'))).toBe('OK')
    expect(await accept(idOf('void'))).toBe('OK')
    expect(await points()).toBe(0)
  })

  test('rule 17: accepting a late award that can no longer be recorded is refused, and it stays late', async () => {
    const gone = await foundTeam(game)
    await close()
    await award(booth.award({ team_id: gone.id }))
    await gone.captain.api.ok('disbandTeam', { team_name: gone.name })
    expect(await accept((await onlyLate(gone)).late_id)).toBe('TEAM_NOT_FOUND')
    expect((await onlyLate(gone)).accepted).toBe(false)

    await award(booth.award({ point_type: 'dolazak' }))
    const { late_id } = await onlyLate()
    const offeredBy = (vendor_id: BoothName) =>
      game.db.write({ kind: 'event' }, (db) =>
        db
          .updateTable('vendor_point_types')
          .set({ vendor_id })
          .where('point_type', '=', 'dolazak')
          .execute(),
      )
    await offeredBy('kutak')
    expect(await accept(late_id)).toBe('POINT_TYPE_NOT_ALLOWED')
    await offeredBy('arkade')
    expect(await accept(late_id)).toBe('OK')
    expect(await accept(randomUUID())).toBe('AWARD_NOT_FOUND')
  })
})

onEachEngine('closing results', (game, engine) => {
  test('rule 17: no award is judged while the results are being closed, and none counts after the closing is committed', async () => {
    const [organiser, booth] = [await signInOrganiser(game), await atTheBooth(game)]
    const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    const order: string[] = []
    const judging = game.db.write({ kind: 'ledger', teamIds: [booth.team.id] }, async () => {
      begun.resolve()
      // SQLite serialises changes anyway; a change must not wait for anything but the database.
      if (engine === 'postgres') await held.promise
      order.push('judged')
    })
    await begun.promise
    const closing = organiser.api.ok('closeResults', {}).then(() => order.push('closed'))
    if (engine === 'postgres') {
      const waiting = sql<{ count: number }>`
        select count(*)::int from pg_stat_activity where datname = current_database() and wait_event = 'advisory'`
      await expect
        .poll(async () => (await waiting.execute(game.db.read)).rows)
        .toEqual([{ count: 1 }])
    }
    held.resolve()
    await Promise.all([judging, closing])
    expect(order).toEqual(['judged', 'closed'])
    expect(await booth.staff.api.outcome('awardPoints', booth.award())).toBe(KEPT)
    await organiser.api.ok('reopenResults', {})
  })

  test('rule 17: each award that arrives during a closing is either recorded or kept', async () => {
    const [organiser, booth] = [await signInOrganiser(game), await atTheBooth(game)]
    const sent = times(30, () => booth.award({ point_type: 'dolazak' }))
    const outcomes = sent.map((one) => booth.staff.api.outcome('awardPoints', one))
    await organiser.api.ok('closeResults', {})
    const answered = await Promise.all(outcomes)
    const recorded = answered.filter((outcome) => outcome === 'OK').length
    expect(answered.filter((outcome) => outcome === KEPT).length).toBe(30 - recorded)
    const late = (await organiser.api.ok('listLate', {})).late.filter(
      ({ team_id }) => team_id === booth.team.id,
    )
    expect([(await booth.team.captain.api.ok('teamPoints', {})).points, late.length]).toEqual([
      recorded,
      30 - recorded,
    ])
    expect(await findScoreDifferences(game.db.read)).toEqual([])
  })
})
