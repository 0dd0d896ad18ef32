import { expect, test } from 'vitest'
import { findScoreDifferences } from '#server/db/queries/scores'
import { insertTag, setEvent } from '../support/event'
import { ANY_TAG_KEYS, newUid, touch } from '../support/ntag424'
import { foundTeam, signIn, signInOrganiser, type Team } from '../support/people'
import { HOUR, MINUTE, times } from '../support/times'
import { onEachEngine } from '../support/use-game'

onEachEngine(
  'rule 8: the time that a player’s phone claims for a bonus',
  (game) => {
    const bonus = async (proof?: 'ntag424') =>
      await insertTag(game.db, { nfc_type: 'bonus', point_type: 'blago', ...(proof && { proof }) })
    const scan = async (team: Team, nfc_id: string, own: object) =>
      (await team.captain.api.ok('scan', { nfc_id, ...own })).nfc.award?.award_id ?? ''
    const medalsOf = async (team: Team) => (await team.captain.api.ok('teamPoints', {})).medals
    /** The order of these teams in the ranking, and the time when each reached its score. */
    async function standing(...teams: readonly Team[]) {
      const { teams: ranked } = await game.client().ok('ranking', { limit: 100 })
      const ids = teams.map(({ id }) => id)
      const scores = await game.db.read
        .selectFrom('team_scores')
        .where('team_id', 'in', ids)
        .selectAll()
        .execute()
      expect(await findScoreDifferences(game.db.read)).toEqual([])
      return {
        order: ranked.map(({ team_id }) => team_id).filter((id) => ids.includes(id)),
        reached: ids.map((id) => scores.find(({ team_id }) => team_id === id)?.reached_at ?? null),
      }
    }

    test('wins no tie: a bonus counts from its receipt, but a booth’s award from when it was made', async () => {
      const [claims, honest, offline] = [
        await foundTeam(game),
        await foundTeam(game),
        await foundTeam(game),
      ]
      game.clock.advance(47 * HOUR)
      const first = game.clock.now()
      await scan(honest, await bonus(), {})
      game.clock.advance(MINUTE)
      await scan(claims, await bonus(), { queued_ms: 172_000_000 })
      const staff = await signIn(game, 'iva')
      const made = times(7, (index) => (index + 2) * HOUR)
      for (const queued_ms of made)
        await staff.api.ok('awardPoints', { team_id: offline.id, point_type: 'dolazak', queued_ms })
      const newest = game.clock.now() - 2 * HOUR
      expect(await standing(claims, honest, offline)).toEqual({
        order: [offline.id, honest.id, claims.id],
        reached: [first + MINUTE, first, newest],
      })
    })

    test('rule 20: earns no medal for hours that only the phone claims', async () => {
      const [claims, worked] = [await foundTeam(game), await foundTeam(game)]
      game.clock.advance(12 * HOUR)
      const hours = times(6, (index) => (index + 1) * HOUR)
      for (const queued_ms of hours) await scan(claims, await bonus(), { queued_ms })
      const staff = await signIn(game, 'iva')
      for (const queued_ms of hours)
        await staff.api.ok('awardPoints', { team_id: worked.id, point_type: 'dolazak', queued_ms })
      expect(await medalsOf(claims)).toEqual(['prvi', 'lovac'])
      expect(await medalsOf(worked)).toContain('maraton')
      await setEvent(game.db, { ends_at: game.clock.now() - MINUTE })
      await scan(claims, await bonus(), { queued_ms: 2 * MINUTE })
      expect(await medalsOf(claims)).not.toContain('nocna')
      await setEvent(game.db, { ends_at: null })
    })

    test('rule 21: is confirmed once touches of two accounts agree: then both count from when they were made', async () => {
      const [one, other, third, right] = [
        await foundTeam(game),
        await foundTeam(game),
        await foundTeam(game),
        await foundTeam(game),
      ]
      const [nfc_id, chip, organiser] = [
        await bonus('ntag424'),
        newUid(),
        await signInOrganiser(game),
      ]
      game.clock.advance(10 * HOUR)
      const [now, reason] = [game.clock.now(), 'Krivi mobitel']
      const first = await scan(one, nfc_id, { ...touch(chip, 5), queued_ms: 3 * HOUR })
      expect((await standing(one)).reached).toEqual([now])
      await scan(third, nfc_id, { ...touch(chip, 9), queued_ms: 3 * HOUR })
      await scan(other, nfc_id, { ...touch(chip, 6), queued_ms: 3 * HOUR - 10 * MINUTE })
      const agreed = {
        order: [one.id, other.id, third.id],
        reached: [now - 3 * HOUR, now - 3 * HOUR + 10 * MINUTE, now],
      }
      expect(await standing(one, other, third)).toEqual(agreed)

      // A moved bonus counts from the same time for its new team, until it is voided.
      game.clock.advance(MINUTE)
      const moved = await organiser.api.ok('moveAward', {
        award_id: first,
        team_id: right.id,
        reason,
      })
      expect((await standing(one, right)).reached).toEqual([null, now - 3 * HOUR])
      await scan(right, await bonus(), { queued_ms: HOUR })
      expect((await standing(right)).reached).toEqual([now + MINUTE])
      await organiser.api.ok('voidAnyAward', { award_id: moved.award.award_id, reason })
      expect((await standing(right)).reached).toEqual([now + MINUTE])
    })

    test('rule 17: arriving after results are closed, confirms earlier bonuses only once the organiser accepts it', async () => {
      const [one, other] = [await foundTeam(game), await foundTeam(game)]
      const [nfc_id, chip, organiser] = [
        await bonus('ntag424'),
        newUid(),
        await signInOrganiser(game),
      ]
      game.clock.advance(5 * HOUR)
      const now = game.clock.now()
      await scan(one, nfc_id, { ...touch(chip, 5), queued_ms: 2 * HOUR })
      await organiser.api.ok('closeResults', {})
      const late = { nfc_id, ...touch(chip, 6), queued_ms: 2 * HOUR }
      expect(await other.captain.api.outcome('scan', late)).toBe('KEPT_FOR_ORGANISER')
      expect((await standing(one, other)).reached).toEqual([now, null])
      const entry = (await organiser.api.ok('listLate', {})).late.find(
        ({ team_id }) => team_id === other.id,
      )
      await organiser.api.ok('acceptLate', {
        late_id: entry?.late_id ?? '',
        reason: 'Oznaka je potvrđena',
      })
      expect((await standing(one, other)).reached).toEqual([now - 2 * HOUR, now - 2 * HOUR])
      await organiser.api.ok('reopenResults', {})
    })
  },
  { tagKeys: ANY_TAG_KEYS },
)
