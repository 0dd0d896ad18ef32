import { expect, test } from 'vitest'
import { emblemOf } from '#rules/emblem'
import { fieldTexts } from '#texts/errors'
import { insertCast } from '../support/cast'
import { insertTag } from '../support/event'
import { foundTeam, signInStaff, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

onOneEngine('emblems of teams', (game) => {
  /** The emblem of a team in every call that answers it. */
  async function emblemEverywhere(team_id: string, name: string, nfc_id: string, member: Awaited<ReturnType<typeof signUp>>) {
    const staff = await signInStaff(game(), 'iva')
    const { organiser } = (await insertCast(game())).browser
    const { api } = member
    const of = (teams: readonly { team_id: string; emblem?: number | undefined }[]) =>
      teams.find((team) => team.team_id === team_id)
    return [
      (await api.ok('currentUser', {})).user.team?.emblem,
      of((await api.ok('listTeams', {})).teams)?.emblem,
      of((await staff.api.ok('listTeams', {})).teams)?.emblem,
      of((await api.ok('ranking', { limit: 100 })).teams)?.emblem,
      (await staff.api.ok('checkCooldown', { team_id })).team.emblem,
      (await api.ok('checkCooldown', { team_id })).team.emblem,
      (await staff.api.ok('scan', { nfc_id })).nfc.team?.emblem,
      of((await organiser.ok('find', { query: name })).teams)?.emblem,
      of((await organiser.ok('find', { query: '' })).teams)?.emblem,
      (await organiser.ok('organiserTeam', { team_id })).team.emblem,
    ]
  }

  test.each([0, 11, undefined])(
    'a founder who picks %s: every call that answers the team has its emblem, and the one that the captain picks later',
    async (emblem) => {
      const player = await signUp(game())
      const nfc_id = await insertTag(game().db, { nfc_type: 'team' })
      const team_name = `Grb ${emblem ?? 'iz koda'}`
      const { team_id } = await player.api.ok('createTeam', { team_name, nfc_id, emblem })
      const all = await emblemEverywhere(team_id, team_name, nfc_id, player)
      expect(new Set(all)).toEqual(new Set([emblem ?? emblemOf(team_id)]))
      const applicant = await signUp(game())
      await applicant.api.ok('joinTeam', { team_id })
      expect((await applicant.api.ok('currentUser', {})).user.pending_team?.emblem).toBe(emblem ?? emblemOf(team_id))

      const picked = ((emblem ?? 0) + 5) % 12
      await player.api.ok('pickEmblem', { emblem: picked })
      expect(new Set(await emblemEverywhere(team_id, team_name, nfc_id, player))).toEqual(new Set([picked]))
      expect((await applicant.api.ok('currentUser', {})).user.pending_team?.emblem).toBe(picked)
    },
  )

  test.each(['12', 'zmaj'])(
    'an emblem of %j is refused at its field: no team is founded with it, and none changes to it',
    async (bad) => {
      const emblem = bad as unknown as number
      const player = await signUp(game())
      const { id, captain } = await foundTeam(game())
      for (const refused of [
        await player.api.ko('createTeam', { team_name: 'Bez grba', emblem }),
        await captain.api.ko('pickEmblem', { emblem }),
      ]) {
        expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: { emblem: fieldTexts.emblem } })
      }
      expect((await player.api.ok('currentUser', {})).user.team).toBeNull()
      expect((await captain.api.ok('currentUser', {})).user.team?.emblem).toBe(emblemOf(id))
    },
  )

  test('the tables refuse an emblem out of range', async () => {
    const { id } = await foundTeam(game())
    for (const emblem of [-1, 12]) {
      const write = game().db.write({ on: 'roster' }, async (db, tell) => {
        tell('nobody')
        await db.updateTable('teams').set({ emblem }).where('team_id', '=', id).execute()
      })
      await expect(write).rejects.toThrow()
    }
  })
})
