import { afterEach, expect, test, vi } from 'vitest'
import type { Award, PointType } from '#contract/entities'
import { createQueryClient } from '../../src/api/query-client'
import { applyAwards, boothAwardsQuery } from '../../src/api/score-queries'
import { freeAgainAfter, seenRecorded } from '../../src/features/booth/remaining-cooldown'
import { newEntry, recordedAward } from './entries'

afterEach(() => vi.unstubAllGlobals())

const { queryKey } = boothAwardsQuery()
const newClient = () =>
  createQueryClient({ toastError: () => undefined, onSignedOut: () => undefined })

function awardOf(awardId: string, own: Partial<Award> = {}): Award {
  return { ...recordedAward(newEntry({ awardId })), ...own }
}
const ids = (awards: readonly Award[] | undefined) => awards?.map(({ award_id }) => award_id)

const old = awardOf('old', { awarded_at: '2026-05-09T09:00:00.000Z' })
const fresh = awardOf('fresh')

test('a recorded award is in the cached list once, at its place, and leaves the list’s age unchanged', () => {
  const client = newClient()
  client.setQueryData(queryKey, { awards: [old] }, { updatedAt: 1_000 })
  applyAwards(client, [fresh])
  applyAwards(client, [fresh, { ...old, voided: true }])
  const known = client.getQueryData(queryKey)
  expect(ids(known?.awards)).toEqual(['fresh', 'old'])
  expect(known?.awards.map(({ voided }) => voided)).toEqual([false, true])
  expect(client.getQueryState(queryKey)?.dataUpdatedAt).toBe(1_000)
})

test('a list that was never fetched stays unknown', () => {
  const client = newClient()
  applyAwards(client, [fresh])
  expect(client.getQueryData(queryKey)).toBeUndefined()
})

test('the server’s list replaces the cached list, and updates the awards that this device saw recorded', async () => {
  const client = newClient()
  client.setQueryData(queryKey, { awards: [] })
  applyAwards(client, [fresh, old])
  const elsewhere = awardOf('elsewhere')
  vi.stubGlobal('fetch', async () =>
    Response.json({
      status: 'OK',
      server_time: '2026-05-09T12:00:00.000Z',
      awards: [elsewhere, { ...fresh, voided: true }],
    }),
  )
  const { awards } = await client.fetchQuery({ ...boothAwardsQuery(), staleTime: 0 })
  expect(ids(awards)).toEqual(['elsewhere', 'fresh'])
  const listed = client.getQueryData(queryKey)
  expect(ids(seenRecorded({ listed, recorded: new Map() }))).toEqual(['old'])
})

const pointType: PointType = {
  point_type: 'pobjeda',
  label: 'Pobjeda',
  points: 25,
  cooldown_seconds: 900,
}
const team = { team_id: fresh.team_id, vendor_id: 'arkade' }

test('the cooldown counts from the latest award of the same team, booth and point type', () => {
  const awards = [
    fresh,
    old,
    awardOf('other-team', { team_id: 'sove', awarded_at: '2026-05-09T11:00:00.000Z' }),
  ]
  expect(freeAgainAfter(awards, team, pointType)).toBe(Date.parse(fresh.awarded_at) + 900_000)
  expect(freeAgainAfter(awards, team, { ...pointType, point_type: 'odgovor' })).toBeNull()
  expect(freeAgainAfter(awards, { ...team, vendor_id: 'kviz' }, pointType)).toBeNull()
})

test('an award that the list or this device knows as voided starts no cooldown', () => {
  const voided = { ...fresh, voided: true }
  expect(
    seenRecorded({
      listed: { awards: [], made_here: [voided] },
      recorded: new Map([['fresh', fresh]]),
    }),
  ).toEqual([])
  expect(
    seenRecorded({
      listed: { awards: [], made_here: [fresh] },
      recorded: new Map([['fresh', voided]]),
    }),
  ).toEqual([])
  expect(seenRecorded({ listed: undefined, recorded: new Map([['fresh', fresh]]) })).toEqual([
    fresh,
  ])
})
