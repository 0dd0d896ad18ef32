import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { findScoreDifferences } from '#server/db/queries/scores'
import { command, runCommand } from '../support/command'
import { insertTag } from '../support/event'
import { foundTeam, signInOrganiser, signInStaff } from '../support/people'
import { onEachEngine } from '../support/use-game'

const UUID = /^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-8[\da-f]{3}-[\da-f]{12}$/
const REASON = 'Žalba na pultu'
const WHY = ['--reason', REASON] as const

onEachEngine('the organiser’s commands', (game) => {
  /** Runs a command beside the running server, and returns what it prints. */
  const run = (...args: string[]) => command(game().location, ...args)
  const failure = async (...args: string[]) => (await runCommand(game().location, ...args)).failure
  const pointsOf = async (team: Awaited<ReturnType<typeof foundTeam>>) => (await team.captain.api.ok('teamPoints', {})).points

  test('give, void and adjust points, each with its reason in the audit trail of the control room', async () => {
    const team = await foundTeam(game())
    const awarded = await run('award', team.name, 'arkade', 'pobjeda', ...WHY)
    await expect.poll(() => pointsOf(team)).toBe(25)
    const awardId = /\(([\da-f-]{36})\)/.exec(awarded)?.[1] ?? ''
    await run('adjust', team.id, '-5', '--id', 'jednom', ...WHY)
    await run('adjust', team.name.toUpperCase(), '-5', '--id', 'jednom', ...WHY)
    await expect.poll(() => pointsOf(team)).toBe(20)
    await run('void', awardId, ...WHY)
    await expect.poll(() => pointsOf(team)).toBe(-5)
    const organiser = await signInOrganiser(game())
    const { entries } = await organiser.api.ok('audit', {})
    const own = entries.filter(({ about }) => about.includes(team.name))
    expect(own.map(({ what }) => what).sort()).toEqual(['adjust', 'award', 'void_award'])
    expect(own.map(({ who, reason }) => [who, reason])).toEqual(own.map(() => ['npm run event', REASON]))
    const { history } = await organiser.api.ok('organiserTeam', { team_id: team.id })
    expect(history.find(({ kind }) => kind === 'award')).toMatchObject({
      who: null,
      reason: REASON,
      vendor_name: 'Arkadna zona',
    })
  })

  test('keep the rules of a booth’s awards', async () => {
    const team = await foundTeam(game())
    const award = (type: string, ...at: string[]) => failure('award', team.id, 'arkade', type, ...at, ...WHY)
    expect(await award('blago')).toMatch(/does not give this type/)
    expect(await award('pobjeda')).toBeNull()
    expect(await award('pobjeda')).toMatch(/pause is not over/)
    expect(await award('pobjeda', '--at', '2020-01-01T10:00:00Z')).toMatch(/48 hours/)
    expect(await award('pobjeda', '--at', 'jučer')).toMatch(/--at takes a time/)
  })

  test('move an award to the team that earned it, once: voided there, recorded here as it was made', async () => {
    const [wrong, right, third] = [await foundTeam(game()), await foundTeam(game()), await foundTeam(game())]
    const staff = await signInStaff(game(), 'iva')
    const { award } = await staff.api.ok('awardPoints', { team_id: wrong.id, point_type: 'pobjeda', queued_ms: 90_000 })
    const order = (id: string, team: string) => ['move-award', id, team, '--json', ...WHY]
    const move = (id: string, team: string) => run(...order(id, team))
    const notMoved = (id: string, team: string) => failure(...order(id, team))
    const moved = JSON.parse(await move(award.award_id.toUpperCase(), right.name)) as { award_id: string }
    expect(moved).toEqual({ award_id: expect.stringMatching(UUID), team_id: right.id, team_name: right.name, points: 25 })
    expect(JSON.parse(await move(award.award_id, right.id))).toEqual(moved)
    await expect.poll(() => pointsOf(wrong)).toBe(0)
    await expect.poll(() => pointsOf(right)).toBe(25)
    const ledger = await game().db.read.selectFrom('awards').where('team_id', 'in', [wrong.id, right.id]).selectAll().execute()
    const [before, after] = [wrong, right].map(({ id }) => ledger.find(({ team_id }) => team_id === id))
    expect(ledger).toHaveLength(2)
    expect(after).toEqual({
      ...before,
      ...{ award_id: moved.award_id, team_id: right.id, received_at: after?.received_at, reason: REASON },
    })
    expect(await findScoreDifferences(game().db.read)).toEqual([])
    const trail = await game().db.read.selectFrom('audit').where('team_id', 'in', [wrong.id, right.id]).selectAll().execute()
    const about = `${wrong.name} → ${right.name}: Pobjeda, 25`
    expect(trail).toMatchObject([{ what: 'move_award', team_id: wrong.id, award_id: award.award_id, about, reason: REASON }])

    expect(await notMoved(award.award_id, third.id)).toBe('This award is void, so there is nothing to move.')
    expect(await notMoved(award.award_id, wrong.id)).toBe('The award is this team’s already.')
    expect(await notMoved(randomUUID(), wrong.id)).toBe('No entry of the ledger has this id.')
    expect(await notMoved(moved.award_id, 'nema')).toBe('No team has the id or name "nema".')
    await third.captain.api.ok('disbandTeam', { team_name: third.name })
    expect(await notMoved(moved.award_id, third.id)).toMatch(/^No team has the id or name/)
    const hidden = await foundTeam(game())
    const hide = (hidden_at: number | null) =>
      game().db.write({ on: 'roster' }, (db) =>
        db.updateTable('teams').set({ hidden_at }).where('team_id', '=', hidden.id).execute(),
      )
    await hide(game().clock.now())
    expect(await notMoved(moved.award_id, hidden.id)).toMatch(/^The team is hidden or disbanded/)
    expect([await pointsOf(right), await pointsOf(hidden)]).toEqual([25, 0])
    await hide(null)
    // And back.
    await move(moved.award_id, wrong.id)
    await expect.poll(() => pointsOf(wrong)).toBe(25)
  })

  test('move a bonus with its tag, which a team collects once', async () => {
    const [wrong, right] = [await foundTeam(game()), await foundTeam(game())]
    const nfc_id = await insertTag(game().db, { nfc_type: 'bonus', point_type: 'blago' })
    const scan = async (team: typeof wrong) => (await team.captain.api.ok('scan', { nfc_id })).nfc
    const order = (id: string, team: typeof wrong) => ['move-award', id, team.id, '--json', ...WHY]
    const move = (id: string, team: typeof wrong) => run(...order(id, team))
    const id = (await scan(wrong)).award?.award_id ?? ''
    const moved = JSON.parse(await move(id, right)) as { award_id: string }
    expect(await scan(right)).toMatchObject({ already_collected: true, award: { award_id: moved.award_id } })
    await move(moved.award_id, wrong)
    await expect.poll(() => pointsOf(wrong)).toBe(7)
    const collected = await foundTeam(game())
    await scan(collected)
    const third = (await scan(await foundTeam(game()))).award?.award_id ?? ''
    expect(await failure(...order(third, collected))).toBe('The team has collected the points of this tag already.')
    expect(await findScoreDifferences(game().db.read)).toEqual([])
  })

  test('find a team by name or id, and show similar ones where none fits', async () => {
    const team = await foundTeam(game())
    const adjusted = (who: string) => failure('adjust', who, '1', ...WHY)
    expect(await adjusted('nema takvog')).toBe('No team has the id or name "nema takvog".')
    expect(await adjusted(team.name.slice(0, 3))).toContain(`"${team.name}" (${team.id})`)
  })

  test.each(['10001', '-10001', '1.5', 'pet', ''])('%j are no points', async (points) => {
    const team = await foundTeam(game())
    expect(await failure('adjust', team.id, points, ...WHY)).toMatch(/whole number/)
  })

  test('announce to whom is named, within 280 characters', async () => {
    const { captain } = await foundTeam(game())
    const announced = (text: string, to: string) => failure('announce', text, '--to', to)
    await announced('Ručak do 13 h.', 'players')
    await expect.poll(async () => (await captain.api.ok('listMessages', {})).messages[0]?.text).toBe('Ručak do 13 h.')
    expect(await announced('Dobar dan.', 'svi')).toBe('--to is one of all, players, staff.')
    expect(await announced('a'.repeat(281), 'all')).toMatch(/280/)
  })
})
