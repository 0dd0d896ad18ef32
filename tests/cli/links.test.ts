import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../support/command'
import { ENGINES } from '../support/databases'
import { ownFolder } from '../support/folder'
import { useGame } from '../support/use-game'
import { readXlsx } from '../support/xlsx'
import { ANA, applyJson, EVENT } from './event-database'

describe.each(ENGINES)('links for many on %s', (engine) => {
  const game = useGame(engine, {}, (db) => applyJson(db, { ...EVENT, organisers: [ANA] }))
  const path = ownFolder()
  beforeAll(() => void vi.stubEnv('PUBLIC_URL', 'https://igra.example.hr'))

  const links = (name: string, ...flags: string[]) => runCommand(game().location, 'links', '--out', path(name), ...flags)
  const make = async (name: string, ...flags: string[]) => {
    expect((await links(name, ...flags)).failure).toBeNull()
    return readFileSync(path(name), 'utf8')
  }
  const refused = async (name: string, ...flags: string[]) => (await links(name, ...flags)).failure
  const countLinks = async () => (await game().db.read.selectFrom('organiser_links').select('user_id').execute()).length

  test('stand in a list, sign their people in once, and are in the audit trail', async () => {
    const list = await make('links.csv', '--staff')
    expect(statSync(path('links.csv')).mode & 0o777).toBe(0o600)
    expect(list.split('\r\n')[0]).toBe('\uFEFFvendor_id;vendor_name;first_name;last_name;nickname;mobile;link')
    const [, id = '', mtp = ''] =
      /arkade;Arkadna zona;Iva;Horvat;iva;tel:\+385911234567;\S+\/l\/(\w+)\/(\w+)\r\n/.exec(list) ?? []
    expect((await game().client().ok('signIn', { id, mtp })).user).toMatchObject({ nickname: 'iva' })
    expect(await game().client().outcome('signIn', { id, mtp })).toBe('INVALID_CODE')
    const entries = await game().db.read.selectFrom('audit').where('what', '=', 'sign_in_link').select('person_id').execute()
    expect(entries).toHaveLength(2)
    expect(entries.map(({ person_id }) => person_id)).toContain(id)
  })

  test('stand in a workbook, whose numbers keep their +', async () => {
    await make('links.xlsx', '--staff', '--vendor', 'arkade')
    expect(statSync(path('links.xlsx')).mode & 0o777).toBe(0o600)
    const [heading, iva] = readXlsx(readFileSync(path('links.xlsx')))
    expect(heading?.at(-1)).toBe('link')
    expect(iva?.slice(0, 6)).toEqual(['arkade', 'Arkadna zona', 'Iva', 'Horvat', 'iva', '+385911234567'])
  })

  test('stand on cards with a QR code, the name and the booth', async () => {
    const cards = await make('cards.html', '--staff', '--vendor', 'arkade')
    expect(statSync(path('cards.html')).mode & 0o777).toBe(0o600)
    expect(cards.match(/<img /g)).toHaveLength(2)
    for (const name of ['Iva Horvat', 'Marko Babić']) {
      expect(cards).toContain(`<span class="kind">Arkadna zona</span><span class="name">${name}</span>`)
    }
    expect(cards).not.toMatch(/(src|href)="(?!data:image)|url\(|<script/)
  })

  test('are made for organisers, who sign in with them', async () => {
    await make('organisers.xlsx', '--organisers')
    const [heading = [], ana = []] = readXlsx(readFileSync(path('organisers.xlsx')))
    const row = Object.fromEntries(heading.map((column, index) => [column, ana[index] ?? null]))
    expect(row).toMatchObject({ vendor_id: null, vendor_name: null, nickname: 'ana', mobile: ANA.mobile })
    const [, id = '', mtp = ''] = /\/l\/(\w+)\/(\w+)$/.exec(String(row.link)) ?? []
    const cards = await make('organisers.html', '--organisers', '--not-signed-in')
    expect(cards).toContain('<span class="kind">Organizator</span><span class="name">Ana Babić</span>')
    expect((await game().client().ok('signIn', { id, mtp })).user).toMatchObject({ organiser: true })
    expect(await refused('x.csv', '--organisers', '--not-signed-in')).toBe(
      'All of them have signed in already, so no link was made.',
    )
  })

  test('are made for those alone who have never signed in', async () => {
    const list = await make('new.csv', '--staff', '--not-signed-in')
    expect([list.includes(';marko;'), list.includes(';iva;')]).toEqual([true, false])
  })

  test('are not made where nobody can get them', async () => {
    const before = await countLinks()
    expect(await refused('x.csv', '--staff', '--vendor', 'kviz')).toBe('The booth "kviz" has no staff who may sign in.')
    expect(await refused('x.csv', '--staff', '--vendor', 'nema')).toBe('There is no booth "nema"; the event knows arkade, kviz.')
    expect(await refused('x.pdf', '--staff')).toContain('.csv for a list')
    expect(await refused('x.csv')).toContain('--staff')
    expect(await refused('x.csv', '--staff', '--organisers')).toContain('either --staff')
    expect(await refused('x.csv', '--organisers', '--vendor', 'kviz')).toContain('belongs to no booth')
    expect(await refused('no/folder/x.csv', '--staff')).toContain('cannot be written')
    expect(await countLinks()).toBe(before)
    expect(existsSync(path('x.csv'))).toBe(false)
    expect(readdirSync(path()).filter((name) => name.endsWith('.part'))).toEqual([])
  })

  test('replace no file that nobody agreed to replace', async () => {
    writeFileSync(path('old.csv'), 'old')
    const before = await countLinks()
    expect(await refused('old.csv', '--staff')).toBe('Nothing was changed.')
    expect(readFileSync(path('old.csv'), 'utf8')).toBe('old')
    expect(await countLinks()).toBe(before)
    expect(await make('old.csv', '--staff', '--yes')).toContain('/l/')
  })
})
