import { expect, test } from 'vitest'
import { fieldTexts } from '#texts/errors'
import { HIDDEN_TEAM, ORGANISER } from '#texts/nouns'
import { addToTeam, foundTeam, newProfile, signInOrganiser, signUp } from '../support/people'
import { onEachEngine } from '../support/use-game'

const RESERVED = [HIDDEN_TEAM, ORGANISER, 'GeekQuest', 'GeekClub', 'SKRIVENl TIM', '0rganizator', 'geekc1ub']

onEachEngine('names that could be taken for another', (game) => {
  const newcomer = (nickname: string) => ({ user_data: newProfile({ nickname }) })
  const names = (nickname: string) => ({ user_data: { first_name: 'Ana', last_name: 'Anić', nickname } })
  /** What is said of a nickname, in a registration and in a change of one's own. */
  const refused = async (nickname: string) => {
    const { api } = await signUp(game())
    const [registered, renamed] = [
      await game().client().ko('register', newcomer(nickname)),
      await api.ko('updateProfile', names(nickname)),
    ]
    expect([registered.code, renamed.code]).toEqual(['INVALID_INPUT', 'INVALID_INPUT'])
    expect(renamed.fields?.nickname).toBe(registered.fields?.nickname)
    return registered.fields?.nickname
  }

  test.each([
    ['a Cyrillic letter in a Latin word', 'orgаna'],
    ['three marks on a letter', 'o\u0316\u0316\u0316rgana'],
  ])('rule 19: a nickname with %s is refused', async (_what, nickname) => {
    expect(await refused(nickname)).toBe(fieldTexts.letters)
  })

  test.each([
    ['Latin, Cyrillic', 'сора', 'copa'],
    ['I, l, 1 and |', 'Alfa1|', 'AIfaIl'],
  ])('rule 19: of nicknames that look alike (%s) only one can be in use', async (_letters, one, other) => {
    await signUp(game(), { nickname: one })
    expect(await refused(other)).toBe(fieldTexts.nickname_taken)
  })

  test('rule 19: nicknames that differ in a diacritic do not look alike', async () => {
    await signUp(game(), { nickname: 'duka' })
    for (const nickname of ['đuka', 'dukà']) {
      expect(await game().client().outcome('register', newcomer(nickname))).toBe('OK')
    }
  })

  test.each(RESERVED)('rule 19: %j is neither a nickname nor the name of a team', async (name) => {
    expect(await refused(name)).toBe(fieldTexts.nickname_taken)
    expect(await (await signUp(game())).api.outcome('createTeam', { team_name: name })).toBe('TEAM_NAME_TAKEN')
    const [organiser, team] = [await signInOrganiser(game()), await foundTeam(game())]
    const rename = { team_id: team.id, team_name: name, reason: 'Proba' }
    expect(await organiser.api.outcome('renameTeam', rename)).toBe('TEAM_NAME_TAKEN')
  })

  test.each([
    ['Tim Alfa', 'Tim AIfa'],
    ['MAX TOP', 'МАХ ТОР'],
  ])('abuse 11: rules 3 and 19: of the teams %j and %j only one can be founded', async (one, other) => {
    await foundTeam(game(), { name: one })
    expect(await (await signUp(game())).api.outcome('createTeam', { team_name: other })).toBe('TEAM_NAME_TAKEN')
  })

  test('rule 19: who leaves hands over to the longest-standing member who is not blocked, or if all are, of all', async () => {
    const organiser = await signInOrganiser(game())
    const { id, captain, members } = await foundTeam(game(), { size: 3 })
    const [longest, next] = [members[0] ?? captain, members[1] ?? captain]
    const captainOf = async () =>
      (await game().db.read.selectFrom('teams').where('team_id', '=', id).select('captain_id').executeTakeFirst())?.captain_id
    await organiser.api.ok('blockPerson', { user_id: longest.id, reason: 'Varanje' })
    await captain.api.ok('removePlayer', { player_id: captain.id })
    expect(await captainOf()).toBe(next.id)
    const newest = await addToTeam(game(), id, next)
    await organiser.api.ok('blockPerson', { user_id: newest.id, reason: 'Varanje' })
    await next.api.ok('removePlayer', { player_id: next.id })
    expect(await captainOf()).toBe(longest.id)
  })
})
