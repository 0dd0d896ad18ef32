import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import type { Award } from '#contract/entities'
import type { Commit } from '#server/db/commits'
import type { Database } from '#server/db/database'
import { recordEntries } from '#server/db/ledger'
import type { NewEntry } from '#server/db/tables'
import { createReadings, readOwnScore, readOwnStanding } from '#server/readings/readings'
import { ledgerEntry } from '../support/booth'
import { insertTag, setEvent } from '../support/event'
import type { TestGame } from '../support/game-server'
import { foundTeam, signIn, signInOrganiser, type Team } from '../support/people'
import { HOUR, times } from '../support/times'
import { onEachEngine, onOneEngine } from '../support/use-game'

const PAGE = 100
/** Enough for more than two pages, with awards of the same millisecond on both sides of a page's end. */
const GIVEN = 230
const AT_ONCE = 7

async function give(game: TestGame, { id }: Team): Promise<NewEntry[]> {
  const now = game.clock.now()
  const entries = times(GIVEN, (index): NewEntry => {
    const made = now - Math.floor(index / AT_ONCE) * 60_000
    const vendor_id = index % 3 === 0 ? 'arkade' : 'kutak'
    const received_at = made + (index % 2)
    return ledgerEntry({
      team_id: id,
      vendor_id,
      points: 1 + (index % 5),
      awarded_at: made,
      received_at,
    })
  })
  await game.db.write({ kind: 'ledger', teamIds: [id] }, (db) => recordEntries(db, entries))
  return entries
}

/** Reads all pages, each by the `before` of the previous one. */
async function allPages<P extends { awards: Award[]; more?: boolean | undefined }>(
  read: (before?: string) => Promise<P>,
): Promise<P[]> {
  const pages = [await read()]
  for (;;) {
    const last = pages.at(-1)
    if (last?.more !== true) return pages
    pages.push(await read(last.awards.at(-1)?.award_id))
  }
}

const idsOf = (pages: readonly { awards: Award[] }[]) =>
  pages.flatMap(({ awards }) => awards.map(({ award_id }) => award_id))

function newestFirst(a: NewEntry, b: NewEntry): number {
  return (
    b.awarded_at - a.awarded_at ||
    b.received_at - a.received_at ||
    (a.award_id < b.award_id ? -1 : 1)
  )
}

onEachEngine('the awards of a team', (game) => {
  test('come in pages of at most 100, each once and in order, even if many share a millisecond', async () => {
    const team = await foundTeam(game)
    const entries = await give(game, team)
    const pages = await allPages((before) => team.captain.api.ok('teamPoints', { before }))
    expect(pages.map(({ awards }) => awards.length)).toEqual([PAGE, PAGE, GIVEN - 2 * PAGE])
    expect(pages.map(({ more }) => more)).toEqual([true, true, false])
    expect(idsOf(pages)).toEqual(entries.toSorted(newestFirst).map(({ award_id }) => award_id))
  })

  test('come with each booth’s number of awards and points, in which neither voided awards nor adjustments count', async () => {
    const team = await foundTeam(game)
    const entries = await give(game, team)
    const organiser = await signInOrganiser(game)
    await organiser.api.ok('adjustPoints', {
      team_id: team.id,
      points: 50,
      reason: 'proba',
      adjustment_id: randomUUID(),
    })
    const voided = entries[0]?.award_id ?? ''
    await organiser.api.ok('voidAnyAward', { award_id: voided, reason: 'proba' })
    const ofBooth = (booth: string) =>
      entries.filter(({ vendor_id, award_id }) => vendor_id === booth && award_id !== voided)
    const { booths } = await team.captain.api.ok('teamPoints', {})
    expect(booths).toEqual(
      ['arkade', 'kutak'].map((vendor_id) => ({
        vendor_id,
        awards: ofBooth(vendor_id).length,
        points: ofBooth(vendor_id).reduce((sum, { points }) => sum + points, 0),
      })),
    )
  })

  test('have pages that begin only behind an award of the same team', async () => {
    const [team, other] = [await foundTeam(game), await foundTeam(game)]
    const [entry] = await give(game, other)
    for (const before of [entry?.award_id, randomUUID(), 'nešto']) {
      expect((await team.captain.api.ko('teamPoints', { before })).code).toBe('AWARD_NOT_FOUND')
    }
  })

  test('come to the organiser in the same pages, each with the team’s history of that time', async () => {
    const team = await foundTeam(game)
    const entries = await give(game, team)
    const organiser = await signInOrganiser(game)
    const oldest = entries.toSorted(newestFirst).at(-1)?.award_id ?? ''
    await organiser.api.ok('voidAnyAward', { award_id: oldest, reason: 'kasno otkriveno' })
    const pages = await allPages((before) =>
      organiser.api.ok('organiserTeam', { team_id: team.id, before }),
    )
    expect(idsOf(pages)).toEqual(
      idsOf(await allPages((before) => team.captain.api.ok('teamPoints', { before }))),
    )
    const history = pages.flatMap((page) => page.history)
    const moments = history.map(({ at }) => at)
    expect(moments).toEqual(moments.toSorted().reverse())
    const of = (wanted: string) => history.filter(({ kind }) => kind === wanted)
    expect(of('award')).toHaveLength(GIVEN)
    expect(new Set(of('award').map(({ award_id }) => award_id))).toEqual(
      new Set(entries.map(({ award_id }) => award_id)),
    )
    expect(of('void')).toMatchObject([{ award_id: oldest, reason: 'kasno otkriveno' }])
    expect(of('founded')).toHaveLength(1)
  })
})

onOneEngine('rule 20: the medals of a team', (game) => {
  test('include those for treasures and the event’s last hour, and are on every page of awards', async () => {
    const team = await foundTeam(game)
    for (let found = 0; found < 3; found++) {
      await team.captain.api.ok('scan', {
        nfc_id: await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago' }),
      })
    }
    const { medals, medal_progress, treasures, awards } = await team.captain.api.ok(
      'teamPoints',
      {},
    )
    expect([medals, treasures]).toEqual([['prvi', 'lovac'], 3])
    expect(medal_progress).toContainEqual({ medal: 'maraton', done: 1, of: 6 })
    expect(medal_progress?.map(({ medal }) => medal)).not.toContain('lovac')
    await setEvent(game.db, { ends_at: game.clock.now() + HOUR })
    const older = await team.captain.api.ok('teamPoints', { before: awards[0]?.award_id })
    expect([older.medals, older.treasures, older.awards.length]).toEqual([
      ['prvi', 'lovac', 'nocna'],
      3,
      2,
    ])
    await setEvent(game.db, { ends_at: null })
  })
})

onOneEngine('a team’s reading of its own score', (game) => {
  test('gives points that are the sum of the listed awards, even if one is recorded meanwhile', async () => {
    const team = await foundTeam(game)
    const readings = createReadings(game)
    const { api } = await signIn(game, 'iva')
    let isFirst = true
    const { standing, awards } = await readOwnScore(
      {
        ...readings,
        async bothStandings() {
          if (isFirst) await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
          isFirst = false
          return await readings.bothStandings()
        },
      },
      team.id,
    )
    expect(awards.awards).toHaveLength(1)
    expect(standing.points).toBe(awards.awards[0]?.points)
  })

  test('rule 16: is not frozen without a freeze, even if an award is recorded meanwhile', async () => {
    const team = await foundTeam(game)
    const { api } = await signIn(game, 'iva')
    const listeners: ((commit: Commit) => void)[] = []
    const commits: Database['commits'] = {
      ...game.db.commits,
      subscribe(listener) {
        listeners.push(listener)
        return () => undefined
      },
    }
    const readings = createReadings({ db: { ...game.db, commits } })
    const before = await readOwnStanding(readings, team.id)
    await api.ok('awardPoints', { team_id: team.id, point_type: 'dolazak' })
    const reading = readOwnStanding(readings, team.id)
    for (const listener of listeners) listener({ on: 'ledger', teamIds: [team.id] })
    expect(await reading).toEqual(before)
    expect(before).toMatchObject({ isFrozen: false, standing: { points: 0 }, shownPoints: 0 })
    expect((await readOwnStanding(readings, team.id)).standing.points).toBe(1)
  })
})
