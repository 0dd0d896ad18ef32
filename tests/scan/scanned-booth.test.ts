import { QueryClient } from '@tanstack/react-query'
import { createElement } from 'react'
import { expect, test } from 'vitest'
import { listVendors } from '#contract/calls/booth'
import { awardTexts } from '#texts/booth'
import { scanTexts as texts } from '#texts/scan'
import { query } from '../../src/api/queries'
import { ScannedBooth } from '../../src/features/scan/scan-frame'
import { staticScreen } from '../support/static-screen'

type Viewer = Parameters<typeof ScannedBooth>[0]['viewer']

/** The screen of a booth that is not on the list of open ones. */
async function screenOf(viewer: Viewer, staleTime = 5_000): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime } } })
  client.setQueryData(query(listVendors, {}).queryKey, { vendors: [] })
  const booth = createElement(ScannedBooth, { vendorId: 'arkade', viewer, teamId: null })
  return await staticScreen(client, booth)
}

test('a closed booth’s tag says that the booth is closed, in other words to its own staff', async () => {
  for (const viewer of ['player', 'other-staff'] as const)
    expect(await screenOf(viewer), viewer).toContain(texts.boothClosed)
  expect(await screenOf('own-staff')).toContain(awardTexts.boothClosed)
  // A list that may be old is fetched again first.
  expect(await screenOf('player', 0)).not.toContain(texts.boothClosed)
})
