import { afterEach, expect, test, vi } from 'vitest'
import { createQueryClient } from '../../src/api/query-client'
import { teamsQuery } from '../../src/api/score-queries'
import { OUTPUTS } from '../support/examples'

afterEach(() => vi.unstubAllGlobals())

/** A server that answers each call in turn; returns the forms that were sent. */
function answerWith(...outputs: readonly object[]): string[] {
  const forms: string[] = []
  const rest = [...outputs]
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: URLSearchParams }) => {
    forms.push(body.toString())
    return Response.json({ status: 'OK', server_time: '2026-05-09T12:00:00.000Z', ...rest.shift() })
  })
  return forms
}

test('the list of teams is requested with the known version, and kept if it is unchanged', async () => {
  const { teams } = OUTPUTS.listTeams
  const newer = teams.map((team) => ({ ...team, points: 99 }))
  const forms = answerWith(
    { teams, version: 'a' },
    { teams: [], version: 'a', unchanged: true },
    { teams: newer, version: 'b' },
    { teams: newer },
    { teams },
  )
  const client = createQueryClient({ toastError: () => undefined, onSignedOut: () => undefined })
  const read = async () => (await client.fetchQuery({ ...teamsQuery(), staleTime: 0 })).teams
  expect([await read(), await read(), await read()]).toEqual([teams, teams, newer])
  // An older server knows no versions.
  expect([await read(), await read()]).toEqual([newer, teams])
  expect(forms).toEqual(['', 'version=a', 'version=a', 'version=b', ''])
})
