import { expect, test } from 'vitest'
import { type PreparedOutput, versioned, withRow } from '#server/readings/prepared'
import { atTheBooth } from '../support/booth'
import { insertTag, insertTeams, setEvent } from '../support/event'
import { foundTeam, signInStaff } from '../support/people'
import { onOneEngine } from '../support/use-game'

test('a row of one caller is put into a long list without writing the others again', () => {
  const list = versioned({ teams: Array.from({ length: 1_000 }, (_, points) => ({ points })), total: 1_000 })
  const textOf = ({ head, parts }: PreparedOutput) => JSON.parse(`{${head}${Buffer.concat([...parts]).toString()}`)
  expect(textOf(list.output)).toEqual({ version: list.version, ...list.fields })
  for (const index of [0, 255, 256, 999]) {
    const own = withRow(list, 'own', index, { points: -1 })
    expect(textOf(own.output)).toEqual({ version: 'own', teams: list.fields.teams.with(index, { points: -1 }), total: 1_000 })
    expect(own.output.parts.filter((part) => !list.output.parts.includes(part))).toHaveLength(1)
  }
  expect(textOf(versioned({ teams: [] }).output).teams).toEqual([])
})

onOneEngine('the list of teams', (game) => {
  test('is not sent to a caller with its current version, and is sent again after a change', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const { api } = team.captain
    const { version, unchanged } = await api.ok('listTeams', {})
    expect([typeof version, unchanged]).toEqual(['string', undefined])
    expect(await api.ok('listTeams', { version })).toEqual({ teams: [], version, unchanged: true })

    await staff.api.ok('awardPoints', award())
    const next = await api.ok('listTeams', { version })
    expect(next.version).not.toBe(version)
    expect(next.teams).toContainEqual(expect.objectContaining({ team_id: team.id, points: 1 }))
    expect((await api.ok('listTeams', { version: 'nikad' })).teams).toEqual(next.teams)
  })

  test('keeps its version if its content is the same, for example after an award was given and voided', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const { version } = await team.captain.api.ok('listTeams', {})
    const given = award()
    await staff.api.ok('awardPoints', given)
    await staff.api.ok('voidAward', { award_id: given.award_id })
    expect((await team.captain.api.ok('listTeams', { version })).unchanged).toBe(true)
  })

  test('shows tags only to staff, whoever asked before and whatever version they have', async () => {
    const nfc_id = await insertTag(game().db, { nfc_type: 'team' })
    const { captain, id } = await foundTeam(game(), { nfc_id })
    const staff = await signInStaff(game(), 'iva')
    const tagOf = (list: { teams: readonly { team_id: string; nfc_id?: string | null | undefined }[] }) =>
      list.teams.find((one) => one.team_id === id)?.nfc_id
    for (let round = 0; round < 2; round++) {
      expect(tagOf(await captain.api.ok('listTeams', {}))).toBeUndefined()
      expect(tagOf(await staff.api.ok('listTeams', {}))).toBe(nfc_id)
    }
    const { version } = await staff.api.ok('listTeams', {})
    const forPlayer = await captain.api.post('listTeams', { version })
    expect(forPlayer.body).not.toContain(nfc_id)
    expect(forPlayer.json().unchanged).toBeUndefined()
  })
})

onOneEngine('the ranking', (game) => {
  test('is public: first teams, their total, latest awards, and no data for staff', async () => {
    const nfc_id = await insertTag(game().db, { nfc_type: 'team' })
    const first = await foundTeam(game(), { name: 'Čvorci "7"', nfc_id })
    const { team: second, staff, award } = await atTheBooth(game())
    await staff.api.ok('awardPoints', award({ team_id: first.id }))
    game().clock.advance(1_000)
    await staff.api.ok('awardPoints', award({ point_type: 'kviz' }))

    const visitor = game().client()
    const ranking = await visitor.ok('ranking', {})
    expect(ranking).toMatchObject({
      teams: [
        { team_id: first.id, team_name: 'Čvorci "7"', points: 25, rank: 1, member_count: 1 },
        { team_id: second.id, points: 5, rank: 2 },
      ],
      total: 2,
      latest: [
        { team_name: second.name, vendor_name: 'Arkadna zona', label: 'Kviz', points: 5 },
        { team_name: 'Čvorci "7"', label: 'Pobjeda', points: 25 },
      ],
      frozen_at: null,
      starts_at: null,
      ends_at: null,
    })
    for (const { api } of [staff, second.captain]) expect(await api.ok('ranking', {})).toEqual(ranking)
    const { body } = await staff.api.raw({ action: 'ranking' })
    for (const hidden of [nfc_id, 'nfc_id', 'user_id', 'award_id']) expect(body).not.toContain(hidden)
  })

  test('has the requested length, 50 teams by default and at most 100', async () => {
    const visitor = game().client()
    const total = (await visitor.ok('ranking', {})).total
    const one = await visitor.ok('ranking', { limit: 1 })
    expect([one.teams.length, one.total]).toEqual([1, total])
    expect((await visitor.ok('ranking', { limit: 100 })).teams).toHaveLength(total)
    const [own] = one.teams
    await insertTeams(
      game().db,
      Array.from({ length: 51 }, (_, number) => `puno-${number}`),
    )
    const list = await visitor.ok('ranking', {})
    expect([list.teams.length, list.total, list.teams[0]]).toEqual([50, total + 51, own])
    for (const limit of ['0', '101', '-1', '1.5', 'sve', '']) {
      const answer = await visitor.raw({ action: 'ranking' }, new URLSearchParams({ limit }).toString())
      expect([limit, answer.json().code]).toEqual([limit, 'INVALID_INPUT'])
    }
  })

  test('has the ten latest awards that are not voided, by the time made', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    game().clock.advance(60_000)
    const sent = Array.from({ length: 12 }, (_, number) => award({ queued_ms: (12 - number) * 1_000 }))
    for (const one of [...sent].reverse()) await staff.api.ok('awardPoints', one)
    const latest = async () => (await game().client().ok('ranking', {})).latest
    const times = (await latest()).map((one) => one.awarded_at)
    expect(times).toHaveLength(10)
    expect(times).toEqual([...times].sort().reverse())
    expect(times[0]).toBe(new Date(game().clock.now() - 1_000).toISOString())
    await staff.api.ok('voidAward', { award_id: sent.at(-1)?.award_id ?? '' })
    expect((await latest())[0]?.awarded_at).toBe(new Date(game().clock.now() - 2_000).toISOString())
    await team.captain.api.ok('disbandTeam', { team_name: team.name })
    expect((await latest()).some((one) => one.team_name === team.name)).toBe(false)
  })

  test('is unchanged for a caller with its current version, until an award, a team or the event’s times change', async () => {
    const { team, staff, award } = await atTheBooth(game(), { point_type: 'dolazak' })
    const visitor = game().client()
    let version = (await visitor.ok('ranking', {})).version
    const isUnchanged = async () => {
      const answer = await visitor.ok('ranking', { version })
      expect(answer.unchanged === true).toBe(answer.version === version)
      expect(answer.teams.length === 0).toBe(answer.unchanged === true)
      version = answer.version
      return answer.unchanged === true
    }
    expect(await isUnchanged()).toBe(true)
    await staff.api.ok('awardPoints', award())
    expect([await isUnchanged(), await isUnchanged()]).toEqual([false, true])
    await foundTeam(game())
    expect([await isUnchanged(), await isUnchanged()]).toEqual([false, true])
    await setEvent(game().db, { starts_at: game().clock.now() - 1_000 })
    expect([await isUnchanged(), await isUnchanged()]).toEqual([false, true])
    expect((await visitor.ok('ranking', { version, limit: 1 })).unchanged).toBeUndefined()
    expect(team.id).not.toBe('')
  })
})
