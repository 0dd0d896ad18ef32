import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { runCommand } from '../support/command'
import { createTestDatabase, ENGINES, type TestDatabase } from '../support/databases'
import { ownFolder } from '../support/folder'
import { HEX_KEYS } from '../support/ntag424'
import { EVENT } from './event-database'

describe.each(ENGINES)('printed tags on %s', (engine) => {
  let first: TestDatabase
  let second: TestDatabase
  const path = ownFolder()
  beforeAll(async () => {
    first = await createTestDatabase(engine)
    second = await createTestDatabase(engine)
    vi.stubEnv('PUBLIC_URL', 'https://igra.example.hr')
    writeFileSync(path('event.json'), JSON.stringify(EVENT))
    for (const database of [first, second]) await apply(database, 'event.json')
  })
  afterAll(async () => {
    await first.drop()
    await second.drop()
  })

  const read = (name: string) => readFileSync(path(name), 'utf8')
  /** What a command printed, or why it failed. */
  async function run({ location }: TestDatabase, ...args: string[]): Promise<string> {
    const { result, notes, failure } = await runCommand(location, ...args)
    return result + notes + (failure ?? '')
  }
  const apply = (database: TestDatabase, file: string) => run(database, 'apply', path(file))
  const posters = (...more: string[]) => run(second, 'posters', '--out', path('posters'), ...more)
  const print = (database: TestDatabase, from: string, out = '', ...more: string[]) =>
    run(database, 'tags', '--from', path(from), '--out', path(out), ...more)
  const make = (type: string, ...more: string[]) => run(first, 'tags', '--count', '2', '--out', path(), '--type', type, ...more)

  test('outlive the database: apply makes those of a CSV in another one, with booth and points', async () => {
    await make('team')
    await make('bonus', '--vendor', 'kviz', '--point-type', 'blago')
    const csv = read('tags-bonus-kviz-blago.csv')
    expect(csv).toMatch(/^nfc_id,nfc_type,url,vendor_id,point_type\r\n\w{18},bonus,https:\S+,kviz,blago\r\n/)
    expect(read('tags-bonus-kviz-blago.html')).toContain('<span class="kind">Bonus: Skriveno blago</span>')
    // Where they were made they are what the CSV says.
    expect(await apply(first, 'tags-bonus-kviz-blago.csv')).toBe('= nothing changed\n')
    const applied = await apply(second, 'tags-bonus-kviz-blago.csv')
    expect(applied.match(/^\+ tags\./gm)).toHaveLength(2)
    // As a Croatian spreadsheet saves it.
    writeFileSync(path('saved.csv'), `\uFEFF${csv.replaceAll(',', ';')}`)
    expect(await apply(second, 'saved.csv')).toBe('= nothing changed\n')
  })

  test('that prove each touch come with what to write on them, and without a printed code', async () => {
    const said = await make('bonus', '--point-type', 'blago', '--proof', 'ntag424')
    expect(said).toMatch(/^\+ 2 bonus tags\n\S+tags-bonus-blago\.csv\nNext: add their keys to the file that TAG_KEYS names/)
    const csv = read('tags-bonus-blago.csv')
    const [heading, first = ''] = csv.split('\r\n')
    expect(heading).toBe('nfc_id,nfc_type,url,point_type,proof,template,picc_offset,cmac_offset')
    const [id, , url, , proof, template = '', picc, cmac] = first.split(',')
    expect([proof, template]).toEqual(['ntag424', `${url}?picc=${'0'.repeat(32)}&cmac=${'0'.repeat(16)}`])
    // As TagWriter puts it into the chip's file: two bytes of length, a record's header, the scheme as one byte, the rest.
    const inFile = `LLDTPUs${template.slice('https://'.length)}`
    expect([inFile.indexOf('picc=') + 5, inFile.indexOf('cmac=') + 5]).toEqual([Number(picc), Number(cmac)])

    expect(await apply(second, 'tags-bonus-blago.csv')).toContain('has no keys in the file that TAG_KEYS names')
    writeFileSync(path('keys.json'), JSON.stringify({ '*': HEX_KEYS }), { mode: 0o600 })
    vi.stubEnv('TAG_KEYS', path('keys.json'))
    const applied = await apply(second, 'tags-bonus-blago.csv')
    expect(applied).toMatch(/^\+ tags\.\w+\n\+ tags\./)
    expect(applied).toMatch(/Warning: the tags \w+, \w+ share their keys, .* give each its "uid"\./)
    vi.stubEnv('TAG_KEYS', undefined)
    expect(await print(second, 'tags-bonus-blago.csv')).toBe(`${path('tags-bonus-blago-ntag424.csv')}: 2 tags\n`)
    expect(read('tags-bonus-blago-ntag424.csv')).toContain(`${id},${template},${picc},${cmac}\r\n`)
  })

  test('with faults in their CSV are not applied, and each fault has its line', async () => {
    const lines = 'nfc_id,nfc_type,url\nok-1,team,x\n\nbad id,team,x\nbon-1,bonus,x\n'
    writeFileSync(path('faulty.csv'), lines)
    const said = await apply(first, 'faulty.csv')
    expect(said).toContain('line 4: nfc_id: "bad id"')
    expect(said).toContain('line 5: point_type: is missing')
    writeFileSync(path('other.csv'), 'a,b\n1,2\n')
    expect(await apply(first, 'other.csv')).toContain('line 1: the heading lacks nfc_id')
  })

  test('get a sheet again from a CSV or an event file, in its order', async () => {
    await make('vendor', '--vendor', 'arkade')
    expect(await print(first, 'tags-vendor-arkade.csv', 'again')).toBe(`${path('again/tags-vendor-arkade-sheet.html')}: 2 tags\n`)
    const drawn = (html: string) => html.match(/<li [\s\S]*?<\/li>/g)
    expect(drawn(read('again/tags-vendor-arkade-sheet.html'))).toEqual(drawn(read('tags-vendor-arkade.html')))
    await print(first, 'event.json', 'again')
    const kinds = [...read('again/event-sheet.html').matchAll(/class="kind">([^<]+)/g)].map(([, kind]) => kind)
    expect(kinds).toEqual(['Timska oznaka', 'Štand: Arkadna zona', 'Bonus: Skriveno blago'])
  })

  test('are not printed if the event does not know them', async () => {
    writeFileSync(path('foreign.csv'), 'nfc_id,nfc_type\nnobody-knows,team\n')
    expect(await print(first, 'foreign.csv')).toContain('does not know 1 tag of')
    expect(await print(first, 'foreign.csv', '', '--count', '3')).toContain('leave --count')
  })

  test('hang on posters, a page for each booth that has one', async () => {
    const printed = await posters()
    expect(printed).toContain(`${path('posters/posters.html')}: 1 poster\n`)
    expect(printed).toContain('no poster for booths without a tag (kviz)')
    const html = read('posters/posters.html')
    expect(html.match(/<section class="page">/g)).toHaveLength(1)
    expect(html).toMatch(/>Arkadna zona<\/h2><p class="location"[^>]*>Hala A<\/p>/)
    expect(html).toContain(
      '<li><span>Rekord dana</span><b>40\u00a0bodova</b></li><li><span>Pobjeda</span><b>20\u00a0bodova</b></li>',
    )
    expect(html.match(/<img /g)).toHaveLength(1)
    expect(html).not.toMatch(/(src|href)="(?!data:image)|url\(|<script/)
  })

  test('of booths are made for each that has none, and a second run replaces what the first wrote', async () => {
    const out = path('booths')
    const all = () => run(first, 'tags', '--type', 'vendor', '--vendor', 'all', '--out', out, '--reason', 'Naljepnice')
    expect(await all()).toContain(`+ 1 vendor tag\n${out}/tags-vendor.csv\n${out}/tags-vendor.html\n`)
    const csv = read('booths/tags-vendor.csv')
    expect(csv).toMatch(/^nfc_id,nfc_type,url,vendor_id\r\narkade-01,vendor,https:\S+,arkade\r\n/)
    expect(csv).toMatch(/\r\n\w{18},vendor,https:\S+,kviz\r\n$/)
    const sheet = read('booths/tags-vendor.html')
    expect([...sheet.matchAll(/class="kind">([^<]+)/g)].map(([, kind]) => kind)).toContain('Štand: Kvizionica')
    // A booth more: the files list the others too.
    writeFileSync(path('more.json'), JSON.stringify({ vendors: [{ vendor_id: 'karaoke', name: 'Karaoke' }] }))
    await apply(first, 'more.json')
    expect(await all()).toContain('+ 1 vendor tag\n')
    expect(read('booths/tags-vendor.csv').startsWith(csv)).toBe(true)
    expect(read('booths/tags-vendor.csv')).toMatch(/,karaoke\r\n$/)
    expect(await all()).toContain('+ 0 vendor tags\n')
    expect(readdirSync(out).sort()).toEqual(['tags-vendor.csv', 'tags-vendor.html'])
    expect(await apply(first, 'booths/tags-vendor.csv')).toBe('= nothing changed\n')
  })

  test('of booths can be made for their posters first, which replace those of an earlier run', async () => {
    expect(await posters()).toContain('--make-tags makes them.')
    const printed = await posters('--make-tags')
    expect(printed).toContain('+ 1 vendor tag\n')
    expect(printed).toContain(`${path('posters/posters.html')}: 2 posters\n`)
    expect(printed).not.toContain('Warning: no poster')
    expect(read('posters/posters.html').match(/<section class="page">/g)).toHaveLength(2)
    expect(await posters('--make-tags')).toContain('+ 0 vendor tags\n')
    expect(readdirSync(path('posters')).sort()).toEqual(['posters.html', 'tags-vendor.csv', 'tags-vendor.html'])
  })
})
