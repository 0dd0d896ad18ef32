import { setImmediate as nextTurn } from 'node:timers/promises'
import type { KyselyPlugin } from 'kysely'
import { expect, test } from 'vitest'
import { createCommitSource } from '#server/db/commits'
import { cachedByTeam } from '#server/readings/cached'
import { createStandings } from '#server/readings/ranking'
import { foundTeam } from '../support/people'
import { onOneEngine } from '../support/use-game'

onOneEngine('the cached standings', (game, _engine) => {
  test('rule 7: a score is never put back by a second query, whoever asks while the first one ends', async () => {
    const [one, other] = [await foundTeam(game()), await foundTeam(game())]
    const commits = createCommitSource(() => ({ check: () => undefined, end: () => undefined }))
    let anotherEnded: Promise<unknown> = Promise.resolve()
    // A query that finds nothing new ends last, whatever the engine: it would put back the scores that it began with.
    const emptyResultsLast: KyselyPlugin = {
      transformQuery: ({ node }) => node,
      async transformResult({ result }) {
        if (result.rows.length === 0) await anotherEnded
        return result
      },
    }
    const standings = createStandings({ ...game().db, read: game().db.read.withPlugin(emptyResultsLast), commits })
    await standings()
    const change = (teamId: string) => commits.publish({ on: 'ledger', teamIds: [teamId] })
    await game().db.write({ on: 'event' }, (db) =>
      db
        .updateTable('team_scores')
        .set({ points: 12, reached_at: Date.UTC(2020, 1) })
        .execute(),
    )

    change(one.id)
    const first = Promise.resolve(standings())
    const atItsEnd = first.then(() => standings())
    anotherEnded = atItsEnd
    change(other.id)
    const afterIt = standings()

    await Promise.all([first, atItsEnd, afterIt])
    const shown = (await standings()).byId
    expect([one, other].map(({ id }) => shown.get(id)?.points)).toEqual([12, 12])
  })
})

test('when all teams are asked for at once, a turn of the event loop begins one, so that an award comes between', async () => {
  let turn = 0
  const begunAt: number[] = []
  const read = cachedByTeam(
    { subscribe: () => () => undefined },
    (teamId) => {
      begunAt.push(turn)
      return Promise.resolve(teamId)
    },
    { sizeOf: () => 1, bound: 10 },
  )
  const answers = Promise.all(['a', 'b', 'c'].map((teamId) => read(teamId)))
  while (begunAt.length < 3) {
    await nextTurn()
    turn++
  }
  expect(new Set(begunAt).size).toBe(3)
  expect(await answers).toEqual(['a', 'b', 'c'])
})
