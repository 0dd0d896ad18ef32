import { readFileSync, writeFileSync } from 'node:fs'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { type Inviting, invite, type Outcome, readPlayers } from '#cli/invite/invite'
import { readSmsSettings } from '#server/env'
import { FaultyEvent, faultText } from '#server/event-file/faults'
import { Failure } from '#server/failure'
import { type NumberedSms, SmsNotSent } from '#server/sms/sms'
import { runCommand } from '../support/command'
import { ENGINES } from '../support/databases'
import { ownFolder } from '../support/folder'
import { startGame, type TestGame } from '../support/game-server'
import { applyJson, EVENT } from './event-database'

const HEADING = 'first_name,last_name,email,mobile,nickname\r\n'
const ANA = 'Ana,Anić,ana@example.hr,091 888 7001,ana\r\n'
const BORNA = 'Borna,Bilić,borna@example.hr,+385918887002,borna\r\n'
const CVITA = 'Cvita,Cvitić,cvita@example.hr,0918887003,cvita\r\n'
const IVA = 'Iva,Horvat,iva@example.hr,0911234567,iva\r\n'

describe.each(ENGINES)('invitations on %s', (engine) => {
  let game: TestGame
  const path = ownFolder()
  let sent: NumberedSms[]
  let outcomes: Outcome[]
  beforeEach(async () => {
    game = await startGame(engine)
    await applyJson(game.db, EVENT)
    sent = []
    outcomes = []
    return () => game.close()
  })

  const settings = { SMS_URL: `file:${path('sms.jsonl')}`, PUBLIC_URL: 'https://igra.example.hr' }
  const run = (rows: string, more: Partial<Inviting> = {}) =>
    invite(readPlayers(HEADING + rows, 'players.csv'), {
      ...{ db: game.db, settings: readSmsSettings(settings), reason: null, paceMs: 0, now: game.clock.now },
      sender: { send: async (sms) => void sent.push(sms) },
      onStep: (outcome) => void outcomes.push(outcome),
      ...more,
    })
  const become = () => outcomes.splice(0).map(({ is, player }) => `${player.nickname} ${is}`)

  test('register players, and the link of the SMS signs them in', async () => {
    await run(ANA + BORNA)
    expect(sent.map(({ to }) => to)).toEqual(['+385918887001', '+385918887002'])
    const [, id = '', mtp = ''] = /https:\/\/igra\.example\.hr\/l\/(\w+)\/(\w+)$/.exec(sent[0]?.text ?? '') ?? []
    expect((await game.client().ok('signIn', { id, mtp })).user).toMatchObject({ first_name: 'Ana', nickname: 'ana' })
    expect(sent[0]?.text.length).toBeLessThanOrEqual(160)
  })

  test('go out once, however often the list is run, and a longer list goes on', async () => {
    await run(ANA)
    await run(ANA + BORNA)
    await Promise.all([run(ANA + BORNA + CVITA), run(ANA + BORNA + CVITA)])
    expect(sent.map(({ to }) => to)).toEqual(['+385918887001', '+385918887002', '+385918887003'])
  })

  test('that ended in the middle are not sent again, those that certainly did not leave are', async () => {
    const fail = (reason: Error) => run(ANA, { sender: { send: () => Promise.reject(reason) } })
    await fail(new SmsNotSent('refused', 'no'))
    expect(await game.db.read.selectFrom('organiser_links').select('user_id').execute()).toEqual([])
    await run(ANA + BORNA, {
      sender: {
        send: async (sms) => (sms.to.endsWith('2') ? Promise.reject(new SmsNotSent('unknown', 'time-out')) : void sent.push(sms)),
      },
    })
    expect(become()).toEqual(['ana failed', 'ana sent', 'borna failed'])
    await run(ANA + BORNA)
    expect(become()).toEqual(['ana done', 'borna done'])
    expect(sent).toHaveLength(1)
  })

  test('leave out staff, taken nicknames and numbers of other countries', async () => {
    await run(`${IVA}X,Y,x@example.hr,0918887009,marko\r\nX,Y,x@example.hr,+33612345678,paris\r\n`)
    expect(become()).toEqual(['iva skip', 'marko skip', 'paris skip'])
    await run('X,Y,x@example.hr,+33612345678,marko\r\n')
    expect(outcomes).toMatchObject([
      { why: 'SMS_COUNTRIES does not name the country of the number; the nickname "marko" is taken' },
    ])
    expect(sent).toEqual([])
  })

  test('rule 19: leave out nicknames that could be taken for another or for the app itself', async () => {
    const player = (number: number, nickname: string) => `P,Q,p@example.hr,091888700${number},${nickname}\r\n`
    await run(player(2, '1vA') + player(3, 'Organizator'))
    expect(become()).toEqual(['1vA skip', 'Organizator skip'])
  })

  test('stop where the budget ends or the provider takes none, and go on afterwards', async () => {
    const paid = { ...settings, SMS_URL: 'infobip://key@localhost:1?sender=Igra', SMS_BUDGET: '1', SMS_BUDGET_DAY: '5' }
    await expect(run(ANA + BORNA, { settings: readSmsSettings(paid) })).rejects.toThrow('budget')
    expect(sent).toHaveLength(1)
    const many = Array.from({ length: 8 }, (_, at) => `P,Q,p${at}@example.hr,091888710${at},igrac${at}\r\n`).join('')
    const down = { send: () => Promise.reject(new SmsNotSent('account refused', 'no credit')) }
    await expect(run(many, { sender: down })).rejects.toThrow('5 SMS in a row')
    await run(many)
    expect(sent).toHaveLength(9)
  })

  test('fault 81: do not stop behind numbers that the provider refuses, each of which is that person’s, and can be sent again', async () => {
    const many = Array.from({ length: 8 }, (_, at) => `P,Q,p${at}@example.hr,091888720${at},odbijen${at}\r\n`).join('')
    const refusing = { send: () => Promise.reject(new SmsNotSent('refused', 'HTTP 400')) }
    await run(many, { sender: refusing })
    expect(new Set(become().map((one) => one.split(' ')[1]))).toEqual(new Set(['failed']))
    await run(many)
    expect(sent).toHaveLength(8)
  })

  test('are forecast by a dry run, which changes nothing', async () => {
    const list = path('players.csv')
    writeFileSync(list, HEADING + ANA + BORNA + IVA)
    for (const [name, value] of Object.entries(settings)) vi.stubEnv(name, value)
    const run = async (...flags: string[]) => {
      const { result, notes, failure } = await runCommand(game.location, 'invite', list, '--per-minute', '960', ...flags)
      expect(failure).toBeNull()
      return notes + result
    }
    const count = async () => (await game.db.read.selectFrom('users').select('user_id').execute()).length
    const before = await count()
    const said = await run('--dry-run')
    expect(said).toContain('2 players to invite: 2 SMS billed')
    expect(said).toContain('line 4, iva: not invited, is staff')
    expect(await count()).toBe(before)
    expect(await run()).toContain('2 sent, 0 had one already, 1 left out, 0 failed.')
    expect(readFileSync(path('sms.jsonl'), 'utf8').match(/^\{/gm)).toHaveLength(2)
    expect(await run()).toContain('0 sent, 2 had one already')
  })
})

test.each([
  'Ime;Prezime;E-mail;Broj mobitela;Nadimak',
  'ime;prezime;e-pošta;mobitel;nadimak',
  'First name,Last name,E-mail,Phone,Nickname',
])('the heading of a list may be %j', (heading) => {
  const separator = heading.includes(';') ? ';' : ','
  const row = ['Ana', 'Anić', 'ana@example.hr', 'tel:+385918887001', 'ana'].join(separator)
  expect(readPlayers(`${heading}\r\n${row}\r\n`, 'players.csv')).toEqual([
    { first_name: 'Ana', last_name: 'Anić', email: 'ana@example.hr', mobile: '+385918887001', nickname: 'ana', line: 2 },
  ])
})

test('every fault of a list of players has its line', () => {
  const read = () =>
    readPlayers(`${HEADING + ANA}X,,x,123,x\r\nY,Y,y@example.hr,0918887001,ANA\r\nZ,Z,z,091 888 7001,Ana\r\n`, 'players.csv')
  expect(read).toThrow()
  let faults = ''
  try {
    read()
  } catch (reason) {
    faults = reason instanceof FaultyEvent ? reason.faults.map(faultText).join('\n') : ''
    for (const part of [
      'line 3: last_name',
      'line 3: email',
      'line 3: mobile',
      'line 3: nickname',
      'line 4: mobile',
      'line 4: nickname',
      // All of a row at once, also what stands twice.
      'line 5: email',
      'line 5: mobile: "091 888 7001" stands in line 2 too',
      'line 5: nickname: "Ana" stands in line 2 too',
    ]) {
      expect(faults).toContain(part)
    }
  }
  expect(faults.match(/^line \d/gm)).toEqual(['3', '3', '3', '3', '4', '4', '5', '5', '5'].map((line) => `line ${line}`))
  expect(() => readPlayers('ime,prezime\r\n', 'players.csv')).toThrow(Failure)
})
