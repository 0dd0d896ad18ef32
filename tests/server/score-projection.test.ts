import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findScoreDifferences } from '#server/db/queries/scores'
import { insertTag } from '../support/event'
import type { TestGame } from '../support/game-server'
import { foundTeam, signIn, signInOrganiser, type Team } from '../support/people'
import { onEachEngine } from '../support/use-game'

const TEAMS = 3
const team = fc.nat({ max: TEAMS - 1 })
const teams = fc.array(team, { minLength: 2, maxLength: 6 })
const earlier = fc.nat({ max: 30 })

/** One step of a history. `earlier` picks an entry sent before. */
const step = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('award' as const),
      team,
      ago: fc.nat({ max: 600_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('award with a cooldown' as const), team }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('replay' as const), earlier }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('void' as const), earlier }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('bonus' as const),
      team,
      ago: fc.nat({ max: 600_000 }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('adjustment' as const),
      team,
      points: fc.integer({ min: -9, max: 9 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('disband' as const), team }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constantFrom('hide' as const, 'show' as const), team }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constant('void by the organiser' as const), earlier }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('burst' as const), teams }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

interface Score {
  readonly points: number
  readonly reached_at: number | null
}

async function play(game: TestGame) {
  const teams: Team[] = []
  while (teams.length < TEAMS) teams.push(await foundTeam(game))
  const bonus = await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' })
  const { api } = await signIn(game, 'iva')
  const organiser = (await signInOrganiser(game)).api
  const sent: { team_id: string; point_type: string; award_id: string; queued_ms: number }[] = []
  const teamAt = (index: number) => teams[index] as Team
  /** Acts on an earlier award, if there is one. */
  async function ofEarlier(
    { earlier }: { earlier: number },
    work: (award: (typeof sent)[number]) => Promise<unknown>,
  ) {
    const award = sent[earlier]
    if (award !== undefined) await work(award)
  }

  const award = (index: number, point_type: string, queued_ms = 0) => {
    const one = { team_id: teamAt(index).id, point_type, award_id: randomUUID(), queued_ms }
    sent.push(one)
    return api.outcome('awardPoints', one)
  }

  async function take(one: Step): Promise<unknown> {
    switch (one.kind) {
      case 'award':
        return await award(one.team, 'dolazak', one.ago)
      case 'award with a cooldown':
        return await award(one.team, 'kviz')
      case 'replay':
        return await ofEarlier(one, (award) => api.outcome('awardPoints', award))
      case 'void':
        return await ofEarlier(one, ({ award_id }) => api.outcome('voidAward', { award_id }))
      case 'bonus':
        return await teamAt(one.team).captain.api.outcome('scan', {
          nfc_id: bonus,
          queued_ms: one.ago,
        })
      case 'adjustment': {
        const [{ id: team_id }, adjustment_id] = [teamAt(one.team), randomUUID()]
        sent.push({ team_id, point_type: 'dolazak', award_id: adjustment_id, queued_ms: 0 })
        return await organiser.outcome('adjustPoints', {
          team_id,
          points: one.points,
          reason: 'proba',
          adjustment_id,
        })
      }
      case 'hide':
        return await organiser.outcome('hideTeam', {
          team_id: teamAt(one.team).id,
          reason: 'proba',
        })
      case 'show':
        return await organiser.outcome('showTeam', {
          team_id: teamAt(one.team).id,
          reason: 'proba',
        })
      case 'void by the organiser':
        return await ofEarlier(one, ({ award_id }) =>
          organiser.outcome('voidAnyAward', { award_id, reason: 'proba' }),
        )
      case 'disband': {
        const { captain, name } = teamAt(one.team)
        return await captain.api.outcome('disbandTeam', { team_name: name })
      }
      case 'burst':
        // The awards of a burst arrive in another order than they were made.
        return await Promise.all(
          one.teams.map((index, at) =>
            award(index, index === 0 ? 'kviz' : 'dolazak', (at % 3) * 700),
          ),
        )
    }
  }

  const ids = teams.map(({ id }) => id)
  return {
    take,
    async stored(): Promise<Record<string, Score>> {
      const rows = await game.db.read
        .selectFrom('team_scores')
        .where('team_id', 'in', ids)
        .selectAll()
        .execute()
      return Object.fromEntries(rows.map(({ team_id, ...score }) => [team_id, score]))
    },
    /** The scores, computed here instead of by the product's query, which could have the same bug. */
    async counted(): Promise<Record<string, Score>> {
      const { read } = game.db
      const active = await read
        .selectFrom('teams')
        .where('disbanded_at', 'is', null)
        .where('team_id', 'in', ids)
        .selectAll()
        .execute()
      const entries = await read
        .selectFrom('awards')
        .where('team_id', 'in', ids)
        .selectAll()
        .execute()
      const voids = new Set(
        (await read.selectFrom('voids').select('award_id').execute()).map((row) => row.award_id),
      )
      const scores = active.map(({ team_id }): [string, Score] => {
        const own = entries.filter(
          (row) => row.team_id === team_id && row.points !== 0 && !voids.has(row.award_id),
        )
        const points = own.reduce((sum, row) => sum + row.points, 0)
        return [
          team_id,
          {
            points,
            reached_at:
              own.length === 0
                ? null
                : Math.max(
                    ...own.map((row) => (row.kind === 'bonus' ? row.received_at : row.awarded_at)),
                  ),
          },
        ]
      })
      return Object.fromEntries(scores)
    },
  }
}

onEachEngine('the score projection', (game, engine) => {
  test('rule 7: after every step of any history each score equals the sum of the ledger', async () => {
    const histories = fc.array(step, { minLength: 5, maxLength: 25 })
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const { take, stored, counted } = await play(game)
        for (const one of history) {
          await take(one)
          expect(await stored()).toEqual(await counted())
          game.clock.advance(1_000)
        }
      }),
      // Fewer runs on PostgreSQL, where they take several times as long with the same SQL.
      { numRuns: engine === 'sqlite' ? 25 : 5 },
    )
    expect(await findScoreDifferences(game.db.read)).toEqual([])
  })
})
