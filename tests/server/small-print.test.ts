import { writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openSms } from '#server/sms/open-sms'
import { insertTag } from '../support/event'
import { ownFolder } from '../support/folder'
import { lastSms, newProfile, signUp } from '../support/people'
import { useGame } from '../support/use-game'

describe('unusual input', () => {
  const game = useGame('sqlite')

  test('a code typed in groups is accepted', async () => {
    const browser = game().client()
    const user_data = newProfile()
    await browser.ok('register', { user_data })
    const { code } = lastSms(game(), user_data.mobile)
    await browser.ok('signIn', { id: user_data.mobile, mtp: ` ${code.slice(0, 3)} ${code.slice(3)} ` })
  })

  test.each(['\u200B\u200B\u200B', '\u3164\u3164'])('an invisible nickname (%j) is refused at its field', async (nickname) => {
    const refused = await game()
      .client()
      .ko('register', { user_data: newProfile({ nickname }) })
    expect(refused).toMatchObject({ code: 'INVALID_INPUT', fields: { nickname: expect.any(String) } })
  })

  test('founding a team with a tag sent as another type is TAG_WRONG_TYPE', async () => {
    const nfc_id = await insertTag(game().db, { nfc_type: 'team' })
    const player = await signUp(game())
    const team = { team_name: 'Riječ Nije Djelo', nfc_id }
    expect(await player.api.outcome('createTeam', { ...team, nfc_type: 'bonus' })).toBe('TAG_WRONG_TYPE')
    expect(await player.api.outcome('createTeam', { ...team, nfc_type: 'team' })).toBe('OK')
  })
})

describe('SMS into a file', () => {
  const folder = ownFolder()

  test('prevent the server’s start if the file cannot be written', () => {
    writeFileSync(folder('file'), '')
    const path = folder('file/sms.jsonl')
    expect(() => openSms({ via: 'file', path }, '', Date.now)).toThrow(`SMS_URL names a file that cannot be written: ${path}.`)
  })
})
