import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open'
import { writeSetting } from '#server/db/queries/settings'
import { readEnv } from '#server/env'
import { readDatabaseFindings, readSettingFindings, setupText } from '#server/setup-report'
import { connect } from '../support/connect'
import { createTestDatabase, ENGINES, urlOf } from '../support/databases'
import { engineUnderTest } from '../support/engine-under-test'
import { ownFolder } from '../support/folder'
import { ownServerFolder, runToTheEnd } from '../support/server-process'
import { onOneEngine, useGame } from '../support/use-game'

const OWN = {
  PUBLIC_URL: 'https://igra.example.hr',
  COMPANY_NAME: 'Udruga Zmaj',
  PRIVACY_CONTACT: 'privatnost@zmaj.example',
}
const INFOBIP = 'infobip://tajni-kljuc@xyz.api.infobip.com?sender=Zmaj'
const linesOf = (variables: Record<string, string>, kind: string) =>
  readSettingFindings(variables).flatMap((finding) => (finding.kind === kind ? [finding.text] : []))

describe('the report on the settings', () => {
  test('names each setting that is set, but prints no key and no password', () => {
    const given = {
      ...OWN,
      SMS_URL: INFOBIP,
      DATABASE_URL: 'postgres://igra:lozinka@db/igra',
      METRICS_TOKEN: 'tajna-od-20-znakova',
    }
    const text = setupText(readSettingFindings(given))
    expect(text).toMatch(/^ {2}Set {8}PUBLIC_URL: https:\/\/igra\.example\.hr$/m)
    expect(text).toContain('COMPANY_NAME: Udruga Zmaj')
    expect(text).not.toMatch(/tajni-kljuc|lozinka|tajna-od/)
    expect(text).not.toMatch(/Missing|Problem/)
  })

  test('names the four settings that each event must set', () => {
    expect(linesOf({}, 'missing').map((text) => text.split(':')[0])).toEqual(
      expect.arrayContaining(['PUBLIC_URL', 'SMS_URL', 'COMPANY_NAME', 'PRIVACY_CONTACT']),
    )
  })

  test('lists all problems in one run', () => {
    expect(
      linesOf({ ...OWN, SMS_URL: INFOBIP, PORT: 'osamdeset', SMS_BUDGET: '0' }, 'problem'),
    ).toEqual([
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^SMS_BUDGET must be/),
    ])
    expect(
      linesOf({ ...OWN, SMS_URL: INFOBIP, PORT: 'osamdeset', DATABASE_URL: 'igra' }, 'problem'),
    ).toEqual([
      expect.stringMatching(/^PORT must be/),
      expect.stringMatching(/^DATABASE_URL must start/),
    ])
    expect(linesOf({ ...OWN, SMS_URL: INFOBIP, COMPANY_NAME: 'GeekClub' }, 'problem')).toEqual([
      expect.stringMatching(/^COMPANY_NAME/),
    ])
    expect(linesOf({ ...OWN, PUBLIC_URL: 'http://igra.example.hr' }, 'problem')).toEqual([
      expect.stringMatching(/not https/),
    ])
    expect(linesOf({ ...OWN, SMS_URL: 'file:/tmp/sms.jsonl' }, 'problem')).toEqual([
      expect.stringMatching(/nobody receives an SMS/),
    ])
  })
})

onOneEngine('the report on the database', (game) => {
  test('says that no organiser can sign in and that no backup was made', async () => {
    const env = readEnv({ ...OWN, SMS_URL: INFOBIP })
    const found = await readDatabaseFindings(game.db, env, Date.now())
    expect(found.map(({ text }) => text)).toEqual([
      expect.stringMatching(
        /^An organiser: the first one signs up at https:\/\/igra\.example\.hr\/organizator\/prvi#/,
      ),
      'A backup: none was made yet',
    ])
  })
})

describe('the report on a database with state of the server alone', () => {
  const game = useGame(engineUnderTest(), {}, (db) =>
    db.write({ kind: 'event' }, (tx) => writeSetting(tx, 'sms_trouble', 'no credit')),
  )

  test('says that there is no event', async () => {
    const found = await readDatabaseFindings(game.db, readEnv({ ...OWN, SMS_URL: INFOBIP }), 0)
    expect(found[0]?.text).toMatch(/^An event: /)
  })
})

describe('--check', () => {
  const folder = ownServerFolder()
  const path = ownFolder()

  test('prints the list, starts nothing and creates nothing', async () => {
    const { code, output } = await runToTheEnd(folder, {}, ['--check'])
    expect([code, output]).toEqual([
      0,
      expect.stringMatching(
        /^ {2}Set {8}.*^ {2}Missing {4}The database .*: the start creates it$/ms,
      ),
    ])
    expect(existsSync(folder.database)).toBe(false)
  })

  test.each(ENGINES)('neither creates nor migrates tables on %s', async (engine) => {
    const { location, drop } = await createTestDatabase(engine, { empty: true })
    const db = connect(location)
    const tables = async () =>
      (await db.introspection.getTables({ withInternalKyselyTables: true })).map(({ name }) => name)
    await db.schema
      .createTable('kysely_migration')
      .addColumn('name', 'text')
      .addColumn('timestamp', 'text')
      .execute()
    const { code, output } = await runToTheEnd(folder, { DATABASE_URL: urlOf(location) }, [
      '--check',
    ])
    expect([code, output, await tables()]).toEqual([
      0,
      expect.stringMatching(/^.*The tables of this version in .*: the start creates them/m),
      ['kysely_migration'],
    ])
    await db.destroy()
    await drop()
  })

  const refused = async (variables: Record<string, string>) => {
    const { code, output } = await runToTheEnd(folder, variables, ['--check'])
    expect([code, output]).toEqual([1, expect.stringContaining('PUBLIC_URL: https://')])
    return output
  }

  test('ends with an error if a start would fail, whatever the reason', async () => {
    expect(await refused({ PORT: 'osamdeset' })).toMatch(/^ {2}Problem {4}PORT must be/m)
    expect(await refused({ SMS_URL: 'http+template:/no/such.json' })).toMatch(
      /^SMS_URL names a template that cannot be read: \/no\/such\.json\.$/m,
    )
    writeFileSync(path('file'), '')
    expect(await refused({ SMS_URL: `file:${path('file/sms.jsonl')}` })).toMatch(
      /^\S+sms\.jsonl cannot be written: a part of the path is a file\.$/m,
    )
    const file = path('torn.db')
    await (await openDatabase({ engine: 'sqlite', file })).close()
    const torn = readFileSync(file)
    for (let page = 5; page < 40; page++) torn.fill(0xff, page * 4096, page * 4096 + 512)
    writeFileSync(file, torn)
    expect(await refused({ DATABASE_URL: `sqlite:${file}` })).toMatch(/^\S+torn\.db is damaged /m)
  })
})
