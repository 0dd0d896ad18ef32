import { afterEach, expect, test, vi } from 'vitest'
import { readResults } from '../../src/features/setup/read-results'
import { OUTPUTS } from '../support/examples'

afterEach(() => vi.unstubAllGlobals())

interface State {
  readonly points: Readonly<Record<string, number>>
  readonly frozen_at: string | null
}

/**
 * Stubs a server on which each point of a team is a star. `next` makes the server's state for each
 * call but the first. Returns the teams whose stars were read, call by call.
 */
function serve(start: State, next: (call: number, state: State) => State) {
  let state = start
  let calls = 0
  const asked: string[] = []
  const [team] = OUTPUTS.listTeams.teams
  vi.stubGlobal('fetch', async (url: string, { body }: { body: URLSearchParams }) => {
    if (calls > 0) state = next(calls, state)
    calls += 1
    const version = JSON.stringify(state).replaceAll(/\W/g, '')
    const teams = Object.entries(state.points).map(([team_id, points]) => ({
      ...team,
      team_id,
      points,
    }))
    const { frozen_at } = state
    const answer = () => {
      if (new URL(url, 'http://game.invalid').searchParams.get('action') === 'team')
        return body.get('version') === version
          ? { teams: [], version, unchanged: true }
          : { teams, version, frozen_at }
      const ids = body.get('team_ids') ?? ''
      asked.push(ids)
      const stars = ids.split(',').map((team_id) => ({
        team_id,
        medals: [],
        lit: [],
        treasures: state.points[team_id] ?? 0,
      }))
      return { frozen_at, booths: ['arkade'], teams: stars }
    }
    return Response.json({ status: 'OK', server_time: '2026-05-09T12:00:00.000Z', ...answer() })
  })
  return asked
}

const read = () =>
  readResults({ signal: new AbortController().signal, onProgress: () => undefined })

test('the results have the stars that match their points: changed teams’ stars are read again', async () => {
  const asked = serve(
    { points: { a: 1, b: 1 }, frozen_at: null },
    (call, { points, frozen_at }) => ({
      points: call === 2 ? { ...points, b: 4 } : points,
      frozen_at,
    }),
  )
  const results = await read()
  expect(results?.teams.map(({ points, treasures }) => [points, treasures])).toEqual([
    [1, 1],
    [4, 4],
  ])
  expect(asked).toEqual(['a,b', 'b'])
})

test('all results are read again if a freeze begins while they are read', async () => {
  const at = '2026-05-09T12:00:00.000Z'
  const asked = serve({ points: { a: 1, b: 1 }, frozen_at: null }, (call, state) => ({
    ...state,
    frozen_at: call < 2 ? null : at,
  }))
  expect((await read())?.frozenAt).toBe(at)
  expect(asked).toEqual(['a,b', 'a,b'])
})

test('no results are saved while points change at every reading', async () => {
  serve({ points: { a: 1 }, frozen_at: null }, (call) => ({ points: { a: call }, frozen_at: null }))
  expect(await read()).toBeNull()
})
