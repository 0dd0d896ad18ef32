import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { groupTagId, makeTagId } from '#rules/tag-id'
import { findScoreDifferences } from '#server/db/queries/scores'
import { readStreamOwners } from '#server/db/queries/sessions'
import { hashSecret } from '#server/random'
import { atTheBooth } from '../support/booth'
import { insertTag, STAFF } from '../support/event'
import {
  addToTeam,
  foundTeam,
  lastSms,
  organiserLink,
  signIn,
  signInOrganiser,
  signUp,
} from '../support/people'
import { DAY } from '../support/times'
import { onEachEngine, onOneEngine, useOrganiser } from '../support/use-game'

onOneEngine('an organiser’s corrections', (game) => {
  const organiser = useOrganiser(game, beforeEach)

  const newest = async () => (await organiser.api.ok('audit', {})).entries[0]

  test('rule 14: an adjustment counts once under its id, even outside the event, and is in the audit trail', async () => {
    const team = await foundTeam(game)
    const sent = {
      team_id: team.id,
      points: -40,
      reason: 'Dvaput upisano',
      adjustment_id: randomUUID(),
    }
    expect((await organiser.api.ok('adjustPoints', sent)).award).toMatchObject({
      points: -40,
      vendor_id: null,
      voided: false,
    })
    await organiser.api.ok('adjustPoints', sent)
    expect(await organiser.api.outcome('adjustPoints', { ...sent, points: 1 })).toBe(
      'AWARD_CONFLICT',
    )
    const shown = await team.captain.api.ok('teamPoints', {})
    expect([shown.points, shown.awards.length]).toEqual([-40, 1])
    expect(await newest()).toMatchObject({
      who: organiser.nickname,
      what: 'adjust',
      about: `${team.name}: −40`,
      reason: 'Dvaput upisano',
    })
    expect(await findScoreDifferences(game.db.read)).toEqual([])
  })

  test('a message can be withdrawn for ten minutes: it leaves all lists, and the audit trail says who withdrew it', async () => {
    const player = await signUp(game)
    const { message_id } = await organiser.api.ok('announce', { text: 'Krivo', to: 'players' })
    const right = await organiser.api.ok('announce', { text: 'Točno', to: 'all' })
    game.clock.advance(600_000)
    await organiser.api.ok('recall', { message_id })
    expect(await newest()).toMatchObject({
      who: organiser.nickname,
      what: 'recall',
      about: 'Igračima: Krivo',
    })
    await organiser.api.ok('recall', { message_id })
    game.clock.advance(1)
    expect(await organiser.api.outcome('recall', right)).toBe('VOID_TOO_LATE')
    for (const { api } of [player, organiser]) {
      const ids = (await api.ok('listMessages', {})).messages.map((one) => one.message_id)
      expect([ids.includes(right.message_id), ids.includes(message_id)]).toEqual([true, false])
    }
  })

  test('each staff link signs in once; links can be limited to a booth or to people who never signed in', async () => {
    const { links } = await organiser.api.ok('staffLinks', {})
    expect(links.map(({ user_id }) => user_id).toSorted()).toEqual(Object.keys(STAFF).toSorted())
    const [first] = links
    if (first === undefined) throw new Error('no links')
    const [, id = '', mtp = ''] = /\/l\/([^/]+)\/([^/]+)$/.exec(first.link) ?? []
    expect((await game.client().ok('signIn', { id, mtp })).user).toMatchObject({
      id: first.user_id,
      vendor: { name: first.vendor_name },
    })
    expect(await game.client().outcome('signIn', { id, mtp })).toBe('INVALID_CODE')
    await organiser.api.ok('blockPerson', { user_id: 'mia', reason: 'Ne dolazi' })
    const { links: left } = await organiser.api.ok('staffLinks', { only_new: '1' })
    expect(left.map(({ user_id }) => user_id)).not.toContain(first.user_id)
    expect(left.map(({ user_id }) => user_id)).not.toContain('mia')
    await organiser.api.ok('unblockPerson', { user_id: 'mia', reason: 'Ipak dolazi' })
    const ofBooth = await organiser.api.ok('staffLinks', { vendor_id: 'arkade' })
    expect(new Set(ofBooth.links.map(({ vendor_name }) => vendor_name)).size).toBe(1)
    expect(await newest()).toMatchObject({ what: 'sign_in_link', who: organiser.nickname })
  })

  test('any award can be voided at any time, with a reason; the score follows', async () => {
    const { team, give } = await atTheBooth(game)
    const { award_id } = await give()
    game.clock.advance(3 * 3_600_000)
    for (let times = 1; times <= 2; times++) {
      const { award: voided } = await organiser.api.ok('voidAnyAward', {
        award_id,
        reason: 'Krivi tim',
      })
      expect(voided.voided).toBe(true)
    }
    expect((await team.captain.api.ok('currentUser', {})).user.team?.points).toBe(0)
    const trail = (await organiser.api.ok('audit', {})).entries.filter(
      ({ what, about }) => what === 'void_award' && about.includes(team.name),
    )
    expect(trail).toHaveLength(1)
    expect(
      (await organiser.api.ok('organiserTeam', { team_id: team.id })).history[0],
    ).toMatchObject({
      kind: 'void',
      who: organiser.nickname,
      reason: 'Krivi tim',
      points: -25,
    })
  })

  test('an award moves once to the team that earned it: it is voided for the old team and recorded for the new', async () => {
    const { team: wrong, staff, award } = await atTheBooth(game)
    const [right, third] = [await foundTeam(game), await foundTeam(game)]
    const sent = (await staff.api.ok('awardPoints', { ...award(), queued_ms: 90_000 })).award
    const order = (award_id: string, { id: team_id }: { id: string }) => ({
      award_id,
      team_id,
      reason: 'Krivi kod',
    })
    const move = async (id: string, team: { id: string }) =>
      (await organiser.api.ok('moveAward', order(id, team))).award
    const notMoved = (id: string, team: { id: string }) =>
      organiser.api.outcome('moveAward', order(id, team))
    const pointsOf = async (team: typeof wrong) =>
      (await team.captain.api.ok('teamPoints', {})).points
    const moved = await move(sent.award_id.toUpperCase(), right)
    expect(moved).toMatchObject({ team_id: right.id, points: 25, voided: false })
    expect(await move(sent.award_id, right)).toEqual(moved)
    expect([await pointsOf(wrong), await pointsOf(right)]).toEqual([0, 25])
    const ledger = await game.db.read
      .selectFrom('awards')
      .where('team_id', 'in', [wrong.id, right.id])
      .selectAll()
      .execute()
    const [before, after] = [wrong, right].map(({ id }) =>
      ledger.find(({ team_id }) => team_id === id),
    )
    expect(ledger).toHaveLength(2)
    expect(after).toEqual({
      ...before,
      award_id: moved.award_id,
      moved_from: sent.award_id,
      team_id: right.id,
      received_at: after?.received_at,
      reason: 'Krivi kod',
    })
    const trail = await game.db.read
      .selectFrom('audit')
      .where('what', '=', 'move_award')
      .selectAll()
      .execute()
    const about = `${wrong.name} → ${right.name}: Pobjeda, 25`
    expect(trail).toMatchObject([
      { team_id: wrong.id, award_id: sent.award_id, about, reason: 'Krivi kod' },
    ])

    expect(await notMoved(sent.award_id, third)).toBe('AWARD_CONFLICT')
    expect(await notMoved(sent.award_id, wrong)).toBe('INVALID_INPUT')
    expect(await notMoved(randomUUID(), wrong)).toBe('AWARD_NOT_FOUND')
    expect(await notMoved(moved.award_id, { id: 'nema' })).toBe('TEAM_NOT_FOUND')
    await third.captain.api.ok('disbandTeam', { team_name: third.name })
    expect(await notMoved(moved.award_id, third)).toBe('TEAM_NOT_FOUND')
    const hidden = await foundTeam(game)
    await organiser.api.ok('hideTeam', { team_id: hidden.id, reason: 'Uvreda' })
    expect(await notMoved(moved.award_id, hidden)).toBe('TEAM_NOT_FOUND')
    expect(await pointsOf(right)).toBe(25)
    // And back again.
    await move(moved.award_id, wrong)
    expect([await pointsOf(wrong), await pointsOf(right)]).toEqual([25, 0])
    expect(await findScoreDifferences(game.db.read)).toEqual([])
  })

  test('rule 11: a bonus moves with its tag, which a team collects once', async () => {
    const [wrong, right, collected] = [
      await foundTeam(game),
      await foundTeam(game),
      await foundTeam(game),
    ]
    const nfc_id = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
    const scan = async (team: typeof wrong) => (await team.captain.api.ok('scan', { nfc_id })).nfc
    const order = (award_id: string, { id: team_id }: typeof wrong) => ({
      award_id,
      team_id,
      reason: 'Krivi mobitel',
    })
    const { award: moved } = await organiser.api.ok(
      'moveAward',
      order((await scan(wrong)).award?.award_id ?? '', right),
    )
    expect(await scan(right)).toMatchObject({
      already_collected: true,
      award: { award_id: moved.award_id },
    })
    await organiser.api.ok('moveAward', order(moved.award_id, wrong))
    expect((await wrong.captain.api.ok('teamPoints', {})).points).toBe(7)
    await scan(collected)
    const third = (await scan(await foundTeam(game))).award?.award_id ?? ''
    expect(await organiser.api.outcome('moveAward', order(third, collected))).toBe('TAG_TAKEN')
    expect(await findScoreDifferences(game.db.read)).toEqual([])
  })

  test('a team is renamed at once, unless the name is taken', async () => {
    const [team, other] = [await foundTeam(game), await foundTeam(game)]
    const rename = (team_name: string) => ({ team_id: team.id, team_name, reason: 'Uvreda' })
    expect(await organiser.api.outcome('renameTeam', rename(other.name.toUpperCase()))).toBe(
      'TEAM_NAME_TAKEN',
    )
    const name = `Tim ${randomUUID().slice(0, 6)}`
    await organiser.api.ok('renameTeam', rename(name))
    expect((await team.captain.api.ok('currentUser', {})).user.team?.team_name).toBe(name)
    expect(
      (await other.captain.api.ok('listTeams', {})).teams.find((one) => one.team_id === team.id)
        ?.team_name,
    ).toBe(name)
    expect(await newest()).toMatchObject({ what: 'rename_team', about: `${team.name} → ${name}` })
    // The old name is free.
    await (await signUp(game)).api.ok('createTeam', { team_name: team.name })
  })

  test('a member can be made captain, and a team can get another tag, which frees the old one', async () => {
    const [old, fresh] = [
      await insertTag(game.db, { nfc_type: 'team' }),
      await insertTag(game.db, { nfc_type: 'team' }, makeTagId()),
    ]
    const team = await foundTeam(game, { nfc_id: old })
    const member = await addToTeam(game, team.id, team.captain)
    await organiser.api.ok('makeCaptain', {
      team_id: team.id,
      player_id: member.id,
      reason: 'Kapetan je otišao',
    })
    expect((await member.api.ok('currentUser', {})).user.team?.is_captain).toBe(true)
    expect((await team.captain.api.ok('currentUser', {})).user.team?.is_captain).toBe(false)
    // Fault 82: typed as the sheet shows it, in groups.
    await organiser.api.ok('attachTag', { team_id: team.id, nfc_id: groupTagId(fresh) })
    const { teams } = await organiser.api.ok('find', { query: groupTagId(fresh).toUpperCase() })
    expect(teams.map(({ team_id }) => team_id)).toEqual([team.id])
    expect((await member.api.ok('scan', { nfc_id: fresh })).nfc.team?.team_id).toBe(team.id)
    expect((await member.api.ok('scan', { nfc_id: old })).nfc.team).toBeNull()
  })

  test('rules 14 and 17: an adjustment with any id of its own can be moved and voided', async () => {
    const [team, other] = [await foundTeam(game), await foundTeam(game)]
    const id = `Ispravak-${team.id}`
    const reason = 'Krivi tim'
    const sent = { team_id: team.id, points: 5, reason, adjustment_id: id }
    await organiser.api.ok('adjustPoints', sent)
    const { award } = await organiser.api.ok('moveAward', {
      award_id: id,
      team_id: other.id,
      reason,
    })
    expect(award).toMatchObject({ points: 5, team_id: other.id })
    const voided = await organiser.api.ok('voidAnyAward', { award_id: award.award_id, reason })
    expect(voided.award.voided).toBe(true)
    expect(await organiser.api.outcome('voidAnyAward', { award_id: id, reason })).toBe('OK')
  })

  test('rule 15: a blocked person is signed out everywhere; once unblocked, only a new code or link signs in', async () => {
    const person = await signUp(game)
    const team = await foundTeam(game)
    await person.api.ok('joinTeam', { team_id: team.id })
    const [made, browser] = [await organiserLink(game, person.id), game.client()]
    await browser.ok('requestCode', { id: person.mobile })
    const { code, link } = lastSms(game, person.mobile)
    const block = { user_id: person.id, reason: 'Ukraden mobitel' }
    await organiser.api.ok('blockPerson', block)
    expect(await person.api.outcome('currentUser', {})).toBe('NOT_AUTHENTICATED')
    expect((await team.captain.api.ok('listInvites', {})).invites).toEqual([])
    const withNewLink = async () =>
      game.client().outcome('signIn', await organiserLink(game, person.id))
    expect(await withNewLink()).toBe('BLOCKED')
    expect(await organiser.api.outcome('signInLink', { user_id: person.id })).toBe('BLOCKED')
    expect((await organiser.api.ok('find', { query: person.nickname })).people[0]).toMatchObject({
      blocked: true,
    })
    const byEarlier = () =>
      Promise.all(
        [made, link, { id: person.mobile, mtp: code }].map((one) => browser.outcome('signIn', one)),
      )
    expect(await byEarlier()).toEqual(Array(3).fill('INVALID_CODE'))
    await organiser.api.ok('unblockPerson', block)
    expect([...(await byEarlier()), await withNewLink()]).toEqual([
      ...Array(3).fill('INVALID_CODE'),
      'OK',
    ])
  })

  test('an organiser’s session and its live streams end after 24 hours, even if used', async () => {
    const player = await signUp(game)
    const token = hashSecret(organiser.api.cookie ?? '')
    const owners = async () => [
      ...(await readStreamOwners(game.db.read, [token], game.clock.now())).keys(),
    ]
    game.clock.advance(DAY - 1_000)
    expect(await organiser.api.outcome('overview', {})).toBe('OK')
    expect(await owners()).toEqual([token])
    game.clock.advance(1_000)
    expect(await organiser.api.outcome('overview', {})).toBe('NOT_AUTHENTICATED')
    expect(await owners()).toEqual([])
    expect(await player.api.outcome('currentUser', {})).toBe('OK')
  })

  test('a message reaches only its audience, and the newest is first', async () => {
    const [player, staff] = [await signUp(game), await signIn(game, 'mia')]
    for (const to of ['all', 'players', 'staff'] as const) {
      game.clock.advance(1_000)
      await organiser.api.ok('announce', { text: `Za ${to}\nDrugi red`, to })
    }
    const read = async ({ api }: typeof player) =>
      (await api.ok('listMessages', {})).messages.slice(0, 3).map(({ to }) => to)
    expect((await read(player)).slice(0, 2)).toEqual(['players', 'all'])
    expect((await read(staff)).slice(0, 2)).toEqual(['staff', 'all'])
    expect(await read(organiser)).toEqual(['staff', 'players', 'all'])
    expect(await organiser.api.outcome('announce', { text: ' ', to: 'all' })).toBe('INVALID_INPUT')
    expect(await organiser.api.outcome('announce', { text: 'ž'.repeat(281), to: 'all' })).toBe(
      'MESSAGE_TOO_LONG',
    )
    expect(await organiser.api.outcome('announce', { text: 'ž'.repeat(280), to: 'all' })).toBe('OK')
    expect((await player.api.ok('listMessages', {})).messages.length).toBeLessThanOrEqual(20)
  })

  test('the history of a team says who did what, including people who have left', async () => {
    const { team, staff, award } = await atTheBooth(game)
    const member = await addToTeam(game, team.id, team.captain)
    await staff.api.ok('awardPoints', { ...award(), queued_ms: 5_000 })
    await staff.api.ko('awardPoints', award())
    await team.captain.api.ok('removePlayer', { player_id: member.id })
    game.clock.advance(1_000)
    await organiser.api.ok('adjustPoints', {
      team_id: team.id,
      points: 5,
      reason: 'Šteta',
      adjustment_id: randomUUID(),
    })
    const { history, awards, members } = await organiser.api.ok('organiserTeam', {
      team_id: team.id,
    })
    expect(history.map(({ kind, who, person }) => [kind, who, person])).toEqual(
      expect.arrayContaining([
        ['adjustment', organiser.nickname, null],
        ['removed', team.captain.nickname, member.nickname],
        ['refusal', staff.nickname, null],
        ['award', staff.nickname, null],
        ['joined', team.captain.nickname, member.nickname],
        ['requested', member.nickname, member.nickname],
        ['founded', team.captain.nickname, team.captain.nickname],
      ]),
    )
    expect(history[0]).toMatchObject({ kind: 'adjustment', reason: 'Šteta', points: 5 })
    expect(history.find(({ kind }) => kind === 'refusal')?.code).toBe('COOLDOWN')
    // Founding has the same time as the captain's joining, and is listed as the earlier of the two.
    const kinds = history.map(({ kind }) => kind)
    expect(kinds.indexOf('founded')).toBeGreaterThan(kinds.lastIndexOf('joined'))
    expect([awards.length, members.length]).toEqual([2, 1])
  })
})

onEachEngine('rule 14: the audit trail', (game) => {
  test('is append-only', async () => {
    await (await signInOrganiser(game)).api.ok('freeze', {})
    for (const change of [sql`update audit set reason = 'x'`, sql`delete from audit`]) {
      await expect(game.db.write({ kind: 'event' }, (db) => change.execute(db))).rejects.toThrow(
        /append-only/,
      )
    }
  })
})
