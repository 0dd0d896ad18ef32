import { describe, expect, test } from 'vitest'
import { ensureDemoEvent } from '#server/demo/ensure-demo-event'
import { runCommand } from '../support/command'
import { ENGINES } from '../support/databases'
import { gameOn } from '../support/game-on'
import { useGame } from '../support/use-game'

describe.each(ENGINES)('verify on %s', (engine) => {
  const game = useGame(engine, {}, (db) => ensureDemoEvent(gameOn(db)))
  const run = (...flags: string[]) => runCommand(game.location, 'verify', ...flags)

  /** Changes three scores without the ledger. Returns the teams' names. */
  async function breakScores(): Promise<string[]> {
    const { db } = game
    const teams = await db.read
      .selectFrom('team_scores')
      .innerJoin('teams', 'teams.team_id', 'team_scores.team_id')
      .where('team_scores.reached_at', 'is not', null)
      .orderBy('teams.team_id')
      .limit(3)
      .select(['teams.team_id', 'teams.team_name'])
      .execute()
    const [wrong, late, missing] = teams
    if (wrong === undefined || late === undefined || missing === undefined)
      throw new Error('the demo has too few teams')
    await db.write({ kind: 'roster' }, async (tx) => {
      await tx
        .updateTable('team_scores')
        .set({ points: 1_000 })
        .where('team_id', '=', wrong.team_id)
        .execute()
      await tx
        .updateTable('team_scores')
        .set({ reached_at: Date.UTC(2020, 1) })
        .where('team_id', '=', late.team_id)
        .execute()
      await tx.deleteFrom('team_scores').where('team_id', '=', missing.team_id).execute()
    })
    return teams.map((team) => team.team_name)
  }

  const right = { result: 'Every score agrees with the ledger.\n', notes: '', failure: null }

  test('succeeds if every score equals the ledger', async () => {
    expect(await run()).toEqual(right)
  })

  test('lists every score that differs and fails; --repair asks, then corrects them', async () => {
    const [wrong, late, missing] = await breakScores()
    const found = await run()
    expect(found.result.match(/^~ team /gm)).toHaveLength(3)
    expect(found.result).toMatch(
      new RegExp(`"${wrong}" \\(\\w+\\): 1000 points reached at \\S+ -> \\d+ points`),
    )
    expect(found.result).toMatch(
      new RegExp(`"${late}" \\(\\w+\\): \\d+ points reached at [-+:T\\d]+ -> `),
    )
    expect(found.result).toMatch(new RegExp(`"${missing}" \\(\\w+\\): no score -> \\d+ points`))
    expect(found.failure).toBe('3 scores differ from the ledger; verify --repair corrects them.')

    const refused = await run('--repair')
    expect([refused.result, refused.failure]).toEqual(['', 'Nothing was changed.'])
    expect(refused.notes).toBe(`${found.result}Correct 3 scores? [y/N] `)
    expect(await run('--repair', '--yes')).toEqual({
      result: found.result,
      notes: '3 scores corrected.\n',
      failure: null,
    })
    const trail = await game.db.read
      .selectFrom('audit')
      .select(['what', 'about', 'user_id'])
      .execute()
    expect(trail).toEqual([{ what: 'repair', about: '3\u00a0zbroja', user_id: null }])
    expect(await run()).toEqual(right)
  })
})
