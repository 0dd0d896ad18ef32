import { randomUUID } from 'node:crypto'
import { beforeEach, expect, test } from 'vitest'
import { insertRows } from '#server/db/statement'
import { insertTag, userRow } from '../support/event'
import { signUp } from '../support/people'
import { times } from '../support/times'
import { onOneEngine, useOrganiser } from '../support/use-game'

onOneEngine('an organiser’s searches', (game) => {
  const organiser = useOrganiser(game, beforeEach)

  test('rule 14: the audit trail comes in pages, with each entry exactly once', async () => {
    const texts = times(75, (index) => `Obavijest ${index}`)
    for (const text of texts) await organiser.api.ok('announce', { text, to: 'staff' })
    const first = (await organiser.api.ok('audit', {})).entries
    const second = (await organiser.api.ok('audit', { before: first.at(-1)?.entry_id })).entries
    expect(first).toHaveLength(50)
    const announced = [...first, ...second]
      .map(({ about }) => about)
      .filter((about) => about.includes('Obavijest'))
    expect(announced.toSorted()).toEqual(texts.map((text) => `Osoblju: ${text}`).toSorted())
  })

  test('a person is found among thousands, although these are read in several batches', async () => {
    const players = times(2_100, (index) => {
      return userRow(`gomila-${String(index).padStart(4, '0')}`, {
        mobile: `+38597${3_000_000 + index}`,
      })
    })
    await game.db.write({ kind: 'accounts' }, (db) => insertRows(db, 'users', players))
    for (const query of ['gomila-0000', 'gomila-0999', 'gomila-1000', 'GOMILA-2099']) {
      const { people } = await organiser.api.ok('find', { query })
      expect(people.map(({ user_id }) => user_id)).toEqual([query.toLowerCase()])
    }
    expect((await organiser.api.ok('find', { query: 'gomila' })).people.length).toBe(20)
    // Delete them, because their numbers would match searches of later tests.
    await game.db.write({ kind: 'accounts' }, (db) =>
      db.deleteFrom('users').where('user_id', 'like', 'gomila-%').execute(),
    )
  })

  test('a person is found by name, nickname, number, e-mail, id and team, a team by name, id and tag', async () => {
    const nickname = `Đurđa${randomUUID().slice(0, 6)}`
    const person = await signUp(game, {
      first_name: 'Đurđica',
      last_name: `Šarić${nickname}`,
      nickname,
    })
    const nfc_id = await insertTag(game.db, { nfc_type: 'team' })
    const team_name = `Žuti Ćukovi ${nickname.slice(5)}`
    const { team_id } = await person.api.ok('createTeam', { team_name, nfc_id })
    const local = `0${person.mobile.slice(4)}`
    const names = [nickname.toLowerCase(), `durdica saric${nickname}`, team_name]
    for (const query of [person.id, person.mobile, local, local.slice(-6), ...names]) {
      const { people } = await organiser.api.ok('find', { query })
      expect([query, people.map(({ user_id }) => user_id)]).toEqual([query, [person.id]])
    }
    for (const query of [
      team_name,
      `zuti cukovi ${nickname.slice(5)}`,
      team_id,
      nfc_id,
      nickname,
    ]) {
      const { teams } = await organiser.api.ok('find', { query })
      expect([query, teams.map((team) => team.team_id)]).toEqual([query, [team_id]])
    }
    // A result says why it matched, unless its name shows that.
    const why = async (query: string) => {
      const { people, teams } = await organiser.api.ok('find', { query })
      return [people[0]?.found_by, teams[0]?.found_by]
    }
    const member = { field: 'member', value: nickname }
    expect(await why(nickname)).toEqual([undefined, member])
    expect(await why(local.slice(-6))).toEqual([{ field: 'mobile', value: person.mobile }, member])
    const { email } = (await person.api.ok('currentUser', {})).user
    expect(await why(email)).toEqual([{ field: 'email', value: email }, member])
    expect(await why(team_name)).toEqual([{ field: 'team', value: team_name }, undefined])
    expect(await why(nfc_id)).toEqual([undefined, { field: 'tag', value: nfc_id }])
    // The special characters must not act as wildcards.
    for (const query of [
      'nema nikoga takvog',
      `${nickname.slice(0, 3)}%`,
      `_${nickname.slice(1)}`,
    ]) {
      expect([query, await organiser.api.ok('find', { query })]).toEqual([
        query,
        { people: [], teams: [] },
      ])
    }
    // A team whose whole name was typed comes before one with more points.
    const leading = await signUp(game)
    await leading.api.ok('createTeam', { team_name: `${team_name} II` })
    const { user } = await leading.api.ok('currentUser', {})
    await organiser.api.ok('adjustPoints', {
      team_id: user.team?.team_id ?? '',
      points: 5,
      reason: 'Proba',
      adjustment_id: randomUUID(),
    })
    const { teams } = await organiser.api.ok('find', { query: team_name.toUpperCase() })
    expect(teams.map((team) => [team.team_name, team.points])).toEqual([
      [team_name, 0],
      [`${team_name} II`, 5],
    ])
    const profile = {
      first_name: 'Ljubica',
      last_name: `Novak${nickname}`,
      nickname: `nova${randomUUID().slice(0, 6)}`,
    }
    await person.api.ok('updateProfile', { user_data: profile })
    const found = async (query: string) =>
      (await organiser.api.ok('find', { query })).people.map(({ user_id }) => user_id)
    expect(await found(`novak${nickname} ljubica`)).toEqual([person.id])
    expect(await found(`durdica saric${nickname}`)).toEqual([])
  })
})
