import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { TOPICS } from '#contract/topics'
import { type OpenStream, openStream } from '../support/live'
import { foundTeam, signInStaff } from '../support/people'
import { useGame } from '../support/use-game'

/** How long a stream stays silent to count as told of everything (ms): longer than a server gathers changes, and the ranking's. */
const SILENCE_MS = 1_200

describe('two servers on one PostgreSQL', () => {
  const game = useGame('postgres', { servers: 2 })

  const untilSilent = (stream: OpenStream) =>
    expect.poll(() => performance.now() - (stream.events.at(-1)?.at ?? 0)).toBeGreaterThan(SILENCE_MS)

  /** Waits until the second server hears the first, and everything before has been told. */
  async function settle(stream: OpenStream): Promise<void> {
    const from = stream.events.length
    const poke = async () => {
      await game().db.write({ on: 'event' }, async (_db, tell) => tell({ of: ['event'], to: 'players' }))
      return stream.events.slice(from).some(({ data }) => data.of?.includes('event') === true)
    }
    await expect.poll(poke, { interval: 300 }).toBe(true)
    await untilSilent(stream)
    stream.heard()
  }

  test('a server that lost its connection for news misses nothing: once it listens again, everybody hears everything once', async () => {
    const team = await foundTeam(game())
    const { api } = await signInStaff(game(), 'iva')
    const card = await openStream(game(), team.captain.api, { server: 1 })
    await settle(card)
    const from = card.events.length
    const { rows } = await sql<{ pid: number }>`
      select pg_terminate_backend(pid) as ended, pid from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() and query like any (array['%changes_made%', '%pg_locks%'])
    `.execute(game().db.read)
    expect(rows.length).toBeGreaterThan(0)
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    await expect.poll(() => card.heard()).toEqual([...TOPICS].sort())
    await untilSilent(card)
    const all = card.events
      .slice(from)
      .filter(({ data }) => TOPICS.every((topic) => topic === 'ranking' || data.of?.includes(topic)))
    expect(all).toHaveLength(1)
  })
})
