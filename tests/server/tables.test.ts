import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Reader } from '#server/db/database'
import type { Engine } from '../support/databases'
import { onEachEngine } from '../support/use-game'

const SOURCE = readFileSync('server/db/tables.ts', 'utf8').replaceAll(/\/\*\*.*?\*\//gs, '')

/** The body of a type of tables.ts, which is written out, named, joined, or that of another table. */
function bodyOf(type: string): string {
  if (type.startsWith('{')) return type
  const like = /^Tables\['(\w+)'\]$/.exec(type)?.[1]
  if (like !== undefined) return bodyOf(tableTypes().get(like) ?? '')
  const bodies = type.split(' & ').map((name) => new RegExp(`interface ${name} (\\{.*?^\\})`, 'ms').exec(SOURCE)?.[1])
  return bodies.join('\n')
}

/** The type of each table, as `Tables` writes it. */
function tableTypes(): ReadonlyMap<string, string> {
  const members = bodyOf('Tables').matchAll(/^ {2}(\w+): (\{[^}]*\}|.*)$/gm)
  return new Map([...members].map(([, table = '', type = '']) => [table, type]))
}

/** The columns of a table's type: number or text (ids, words of a list), with `?` if it may be null. */
function columnsOf(type: string): Record<string, string> {
  const columns = bodyOf(type).matchAll(/(\w+): ([^;}\n]+)/g)
  return Object.fromEntries(
    [...columns].map(([, column, of = '']) => {
      return [column, `${of.startsWith('number') ? 'number' : 'text'}${of.includes('| null') ? '?' : ''}`]
    }),
  )
}

/** Primary keys, as `table.column`. SQLite reports them as nullable (https://www.sqlite.org/quirks.html). */
async function sqliteKeys(db: Reader): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select m.name || '.' || c.name as key from sqlite_master m join pragma_table_info(m.name) c where c.pk > 0
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

async function readTables(engine: Engine, db: Reader): Promise<unknown> {
  const keys = engine === 'sqlite' ? await sqliteKeys(db) : new Set()
  // PostgreSQL alone has the log of changes, whose type is not in the common ones.
  const tables = (await db.introspection.getTables()).filter(({ name }) => name !== 'changes_made')
  const kindOf = (dataType: string) => (/int/i.test(dataType) ? 'number' : 'text')
  return Object.fromEntries(
    tables.map(({ name, columns }) => [
      name,
      Object.fromEntries(
        columns.map((column) => {
          const mark = column.isNullable && !keys.has(`${name}.${column.name}`) ? '?' : ''
          return [column.name, `${kindOf(column.dataType)}${mark}`]
        }),
      ),
    ]),
  )
}

onEachEngine('the tables', (game, engine) => {
  test('have exactly the columns of the type `Tables`', async () => {
    const typed = [...tableTypes()].map(([table, type]) => [table, columnsOf(type)])
    expect(await readTables(engine, game().db.read)).toEqual(Object.fromEntries(typed))
  })
})
