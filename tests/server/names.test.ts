import { expect, test } from 'vitest'
import { fieldTexts } from '#texts/fields'
import { HIDDEN_TEAM, ORGANISER } from '#texts/nouns'
import { foundTeam, newProfile, signInOrganiser, signUp } from '../support/people'
import { onOneEngine } from '../support/use-game'

const RESERVED = [HIDDEN_TEAM, ORGANISER, 'GeekQuest', 'GeekClub', 'SKRIVENl TIM', '0rganizator', 'geekc1ub']

onOneEngine('names that could be taken for another', (game) => {
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
    ['Latin, Cyrillic', 'сора', 'copa'],
    ['I, l, 1 and |', 'Alfa1|', 'AIfaIl'],
  ])('rule 19: of nicknames that look alike (%s) only one can be in use', async (_letters, one, other) => {
    await signUp(game(), { nickname: one })
    expect(await refused(other)).toBe(fieldTexts.nickname_taken)
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
})
