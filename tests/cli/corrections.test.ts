import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  adjustCommand,
  announceCommand,
  awardCommand,
  freezeCommand,
  revealCommand,
  voidCommand,
} from '#cli/corrections/commands'
import { Failure } from '#server/failure'
import { createTestDatabase, ENGINES, type TestDatabase } from '../support/databases'
import { insertEvent } from '../support/event'
import { startGame, type TestGame } from '../support/game-server'
import { foundTeam, signInOrganiser } from '../support/people'

const WHY = { reason: 'Žalba na pultu' }

describe.each(ENGINES)('the organiser’s commands on %s', (engine) => {
  let database: TestDatabase
  let game: TestGame
  beforeAll(async () => {
    database = await createTestDatabase(engine)
    game = await startGame(engine, { database })
    await insertEvent(game.db)
  })
  afterAll(() => game.close())

  /** Runs a command beside the running server, and returns what it prints. */
  async function run(command: (output: Parameters<typeof freezeCommand>[2]) => Promise<void>): Promise<string> {
    const printed: string[] = []
    await command({ result: (text) => void printed.push(text), note: () => undefined })
    return printed.join('')
  }
  const failure = async (command: Promise<unknown>) => {
    const reason: unknown = await command.catch((thrown: unknown) => thrown)
    return reason instanceof Failure ? reason.message : reason
  }
  const pointsOf = async (team: Awaited<ReturnType<typeof foundTeam>>) => (await team.captain.api.ok('teamPoints', {})).points

  test('give, void and adjust points, each with its reason in the audit trail of the control room', async () => {
    const team = await foundTeam(game)
    const awarded = await run((output) => awardCommand(database.location, team.name, 'arkade', 'pobjeda', WHY, output))
    await expect.poll(() => pointsOf(team)).toBe(25)
    const awardId = /\(([\da-f-]{36})\)/.exec(awarded)?.[1] ?? ''
    await run((output) => adjustCommand(database.location, team.id, '-5', { ...WHY, id: 'jednom' }, output))
    await run((output) => adjustCommand(database.location, team.name.toUpperCase(), '-5', { ...WHY, id: 'jednom' }, output))
    await expect.poll(() => pointsOf(team)).toBe(20)
    await run((output) => voidCommand(database.location, awardId, WHY, output))
    await expect.poll(() => pointsOf(team)).toBe(-5)
    const organiser = await signInOrganiser(game)
    const { entries } = await organiser.api.ok('audit', {})
    const own = entries.filter(({ about }) => about.includes(team.name))
    expect(own.map(({ what }) => what).sort()).toEqual(['adjust', 'award', 'void_award'])
    expect(own.map(({ who, reason }) => [who, reason])).toEqual(own.map(() => ['npm run event', WHY.reason]))
    const { history } = await organiser.api.ok('organiserTeam', { team_id: team.id })
    expect(history.find(({ kind }) => kind === 'award')).toMatchObject({
      who: null,
      reason: WHY.reason,
      vendor_name: 'Arkadna zona',
    })
  })

  test('keep the rules of a booth’s awards', async () => {
    const team = await foundTeam(game)
    const award = (type: string, at?: string) =>
      run((output) =>
        awardCommand(database.location, team.id, 'arkade', type, { ...WHY, ...(at === undefined ? {} : { at }) }, output),
      )
    expect(await failure(award('blago'))).toMatch(/does not give this type/)
    await award('pobjeda')
    expect(await failure(award('pobjeda'))).toMatch(/pause is not over/)
    expect(await failure(award('pobjeda', '2020-01-01T10:00:00Z'))).toMatch(/48 hours/)
    expect(await failure(award('pobjeda', 'jučer'))).toMatch(/--at takes a time/)
  })

  test('find a team by name or id, and show similar ones where none fits', async () => {
    const team = await foundTeam(game)
    const adjusted = (who: string) => failure(run((output) => adjustCommand(database.location, who, '1', WHY, output)))
    expect(await adjusted('nema takvog')).toBe('No team has the id or name "nema takvog".')
    expect(await adjusted(team.name.slice(0, 3))).toContain(`"${team.name}" (${team.id})`)
  })

  test.each(['10001', '-10001', '1.5', 'pet', ''])('%j are no points', async (points) => {
    const team = await foundTeam(game)
    expect(await failure(run((output) => adjustCommand(database.location, team.id, points, WHY, output)))).toMatch(/whole number/)
  })

  test('freeze and reveal what the server shows', async () => {
    const frozenAt = async () => (await game.client().ok('ranking', {})).frozen_at
    expect(await run((output) => freezeCommand(database.location, WHY, output))).toMatch(/^Frozen since 20/)
    await expect.poll(frozenAt).not.toBeNull()
    await run((output) => revealCommand(database.location, {}, output))
    await expect.poll(frozenAt).toBeNull()
  })

  test('announce to whom is named, within 280 characters', async () => {
    const { captain } = await foundTeam(game)
    const announced = (text: string, to: string) =>
      failure(run((output) => announceCommand(database.location, text, { to }, output)))
    await announced('Ručak do 13 h.', 'players')
    await expect.poll(async () => (await captain.api.ok('listMessages', {})).messages[0]?.text).toBe('Ručak do 13 h.')
    expect(await announced('Dobar dan.', 'svi')).toBe('--to is one of all, players, staff.')
    expect(await announced('a'.repeat(281), 'all')).toMatch(/280/)
  })
})
