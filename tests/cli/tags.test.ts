import { readdirSync, readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { beforeEach, describe, expect, test } from 'vitest'
import { makeTags, parseTagOrder, type TagOptions } from '#cli/tags/make-tags'
import type { Database } from '#server/db/database'
import { ENGINES, type Engine } from '../support/databases'
import { createFolder, type Folder } from '../support/folder'
import { useGame } from '../support/use-game'
import { applyJson, EVENT } from './event-database'

const PUBLIC_URL = new URL('https://igra.example.hr')
const BY = { userId: null, reason: null }
const NOW = Date.parse('2026-05-01T10:00:00.000Z')
const TEAM: TagOptions = { count: '3', type: 'team', out: 'x' }

/** Makes the database refuse tags beyond the given number from now on. */
async function refuseTagsBeyond(db: Database, engine: Engine, most: number): Promise<void> {
  const full = sql.raw(`(select count(*) from tags) >= ${most}`)
  const statements =
    engine === 'sqlite'
      ? [sql`create trigger no_more before insert on tags when ${full} begin select raise(abort, 'no more'); end`]
      : [
          sql`create function no_more() returns trigger language plpgsql as
            $$ begin if ${full} then raise exception 'no more'; end if; return new; end $$`,
          sql`create trigger no_more before insert on tags for each row execute function no_more()`,
        ]
  await db.write({ on: 'event' }, async (writer) => {
    for (const statement of statements) await statement.execute(writer)
  })
}

describe.each(ENGINES)('new tags on %s', (engine) => {
  const game = useGame(engine, {}, (db) => applyJson(db, EVENT))
  let path: Folder
  beforeEach(() => {
    path = createFolder()
    return path.remove
  })

  const make = (options: TagOptions) =>
    makeTags(parseTagOrder({ out: path('out'), ...options }), { db: game().db, publicUrl: PUBLIC_URL, now: NOW, by: BY })
  const rowsOf = (ids: readonly string[]) =>
    game().db.read.selectFrom('tags').where('nfc_id', 'in', ids).selectAll().orderBy('nfc_id').execute()
  const countTags = async () => (await game().db.read.selectFrom('tags').select('nfc_id').execute()).length

  test('are in the event, in the table and on the sheet', async () => {
    const { ids, csvPath, sheetPath } = await make({ count: '50', type: 'team' })
    expect(new Set(ids).size).toBe(50)
    expect(await rowsOf(ids)).toEqual(
      [...ids].sort().map((nfc_id) => ({
        nfc_id,
        nfc_type: 'team',
        team_id: null,
        vendor_id: null,
        point_type: null,
        written_at: null,
        written_by: null,
        created_at: NOW,
        created_by: null,
        proof: null,
        uid: null,
      })),
    )
    const lines = ids.map((id) => `${id},team,https://igra.example.hr/s/${id}\r\n`)
    expect(readFileSync(csvPath, 'utf8')).toBe(`nfc_id,nfc_type,url\r\n${lines.join('')}`)
    const sheet = readFileSync(sheetPath, 'utf8')
    for (const id of ids) expect(sheet).toContain(`>${id.match(/.../g)?.join(' ')}</span>`)
    expect(sheet.match(/<img /g)).toHaveLength(50)
    expect(sheet).not.toMatch(/(src|href)="(?!data:image)|url\(|<script/)
  })

  test.each([
    [{ type: 'vendor', vendor: 'nema' }, 'There is no vendor "nema"; the event knows arkade, kviz.'],
    [{ type: 'bonus', pointType: 'nema' }, 'There is no point type "nema"; the event knows pobjeda, rekord, blago.'],
    [{ type: 'bonus', pointType: 'blago', vendor: 'nema' }, 'There is no vendor "nema"; the event knows arkade, kviz.'],
  ])('with an unknown booth or point type are refused, and nothing is created: %j', async (options, sentence) => {
    const before = await countTags()
    await expect(make({ count: '1', ...options })).rejects.toThrow(sentence)
    expect(await countTags()).toBe(before)
    expect(readdirSync(path())).toEqual([])
  })

  test('2,000 at once take seconds', async () => {
    const started = performance.now()
    const { ids } = await make({ count: '2000', type: 'team' })
    expect(performance.now() - started).toBeLessThan(15_000)
    expect(new Set(ids).size).toBe(2_000)
  })

  test('that the database refuses half way leave neither tags nor files', async () => {
    const before = await countTags()
    // More than fit into one statement, so that the first ones were already inserted.
    await refuseTagsBeyond(game().db, engine, before + 600)
    await expect(make({ count: '700', type: 'team' })).rejects.toThrow('no more')
    expect(await countTags()).toBe(before)
    expect(readdirSync(path('out'))).toEqual([])
  })
})

const COUNT = 'Say with --count how many tags to make, a whole number from 1 to 10000, such as --count 200.'
const TYPE = 'Say with --type what the tags are for: team, vendor or bonus.'
const VENDOR = 'Say with --vendor which booth the tags mark, such as --vendor arkade, or all for each booth without one.'
const POINT_TYPE = 'Say with --point-type which points the tags give, such as --point-type blago.'
const OUT = 'Say with --out which folder the files go to, such as --out tags.'
const NO_BOOTH = 'A team tag belongs to no booth: leave --vendor out, or write --type vendor.'
const NO_TEAM_POINTS = 'A team tag gives no points: leave --point-type out, or write --type bonus.'
const NO_VENDOR_POINTS = 'A vendor tag gives no points: leave --point-type out, or write --type bonus.'

const UNCLEAR: readonly (readonly [options: TagOptions, sentence: string])[] = [
  [{ type: 'team', out: 'x' }, COUNT],
  ...['0', '-1', '1.5', '1e3', 'x', '', '10001', ' 5', '٣'].map((count) => [{ ...TEAM, count }, COUNT] as const),
  [{ count: '1', out: 'x' }, TYPE],
  [{ ...TEAM, type: 'tim' }, TYPE],
  [{ ...TEAM, type: 'vendor' }, VENDOR],
  [{ ...TEAM, type: 'bonus' }, POINT_TYPE],
  [{ ...TEAM, vendor: 'a' }, NO_BOOTH],
  [{ ...TEAM, vendor: 'all' }, NO_BOOTH],
  [{ ...TEAM, pointType: 'a' }, NO_TEAM_POINTS],
  [{ ...TEAM, type: 'vendor', vendor: 'a', pointType: 'a' }, NO_VENDOR_POINTS],
  [{ count: '1', type: 'team' }, OUT],
  [{ ...TEAM, out: '' }, OUT],
]

test.each(UNCLEAR)('invalid options for tags get a message that says what to write: %j', (options, sentence) => {
  expect(() => parseTagOrder(options)).toThrow(sentence)
})
