import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { commonTexts } from '#texts/common'
import { teamTexts } from '#texts/team'
import { teamsQuery } from '../../src/api/score-queries'
import { OfferedTeam } from '../../src/features/team/teamless-card'
import { staticScreen } from '../support/static-screen'

/** The offer of a team that the device's list lacks. */
async function offerBy(list: 'fresh' | 'old' | 'failed'): Promise<string> {
  const staleTime = list === 'old' ? 0 : 5_000
  const client = new QueryClient({ defaultOptions: { queries: { staleTime } } })
  const { queryKey } = teamsQuery()
  client.setQueryData(queryKey, { teams: [] })
  const failed = { status: 'error', error: new Error('no network') } as const
  if (list === 'failed') client.getQueryCache().find({ queryKey })?.setState(failed)
  return await staticScreen(client, createElement(OfferedTeam, { teamId: 'new' }))
}

test('an offered team is called gone only by a current list, not by an old or failed one', async () => {
  expect(await offerBy('fresh')).toContain(teamTexts.teamGone)
  const old = await offerBy('old')
  expect(old).not.toContain(teamTexts.teamGone)
  expect(old).toContain(commonTexts.loading)
  const failed = await offerBy('failed')
  expect(failed).not.toContain(teamTexts.teamGone)
  expect(failed).toContain(commonTexts.retry)
})
