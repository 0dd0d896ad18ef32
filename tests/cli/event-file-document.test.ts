import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseEvent } from '#server/event-file/parse'
import { EVENT_FIELDS } from '#server/event-file/schema'
import { faultsOf, NOTHING } from './event-database'

const document = readFileSync('docs/event-file.md', 'utf8')

type Entry = Record<string, unknown>

interface Example extends Record<string, unknown> {
  settings: Entry
  point_types: Entry[]
  vendors: (Entry & { staff: Entry[] })[]
  organisers: Entry[]
}

const examples = [...document.matchAll(/```json\n([\s\S]*?)```/g)].map(([, text = '']) => text)
const example = () => JSON.parse(examples[0] ?? '') as Example

/** Rows of the table of parts; an empty first cell means that of the row above. */
function readRows(): { part: string; field: string; optional: string }[] {
  const [, section = ''] = document.split('\n## Parts\n')
  let part = ''
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('|') && !line.startsWith('|--') && !line.startsWith('| part'))
    .map((line) => line.split('|').map((cell) => cell.trim().replaceAll('`', '')))
    .map(([, first = '', field = '', optional = '']) => {
      part = first === '' ? part : first
      return { part, field, optional }
    })
}

function entriesOf(file: Example, part: string): Entry[] {
  switch (part) {
    case 'point_types':
    case 'vendors':
    case 'organisers':
      return file[part]
    case 'staff':
      return file.vendors.flatMap(({ staff }) => staff)
    default:
      throw new Error(`the example has no ${part}`)
  }
}

/** Faults of the example after `field` was taken out of one entry of the part. */
async function faultsWithout(part: string, field: string) {
  const file = example()
  const [entry] = entriesOf(file, part)
  if (entry === undefined || !(field in entry)) throw new Error(`the example has no ${part} with ${field}`)
  delete entry[field]
  return await faultsOf(() => parseEvent(file, NOTHING))
}

describe('docs/event-file.md', () => {
  test('its examples can be applied', () => {
    expect(examples.length).toBeGreaterThan(0)
    for (const text of examples) expect(() => parseEvent(JSON.parse(text), NOTHING)).not.toThrow()
  })

  test('names every field of every part, and no other', () => {
    const named = readRows().filter(({ part }) => part !== 'settings' && part !== 'organisers')
    const known = Object.entries(EVENT_FIELDS).flatMap(([part, fields]) => fields.map((field) => `${part} ${field}`))
    expect(named.map(({ part, field }) => `${part} ${field}`)).toEqual(known)
  })

  // No file that people write has ids of accounts.
  const rows = readRows().filter(({ part, field }) => !['settings', 'organisers', 'tags'].includes(part) && field !== 'user_id')
  test.each(rows)('$part.$field, may be left out: $optional', async ({ part, field, optional }) => {
    const faults = await faultsWithout(part, field)
    expect(faults[0] ?? '').toMatch(optional.startsWith('yes') ? /^$/ : new RegExp(`\\.${field}: is missing$`))
  })
})
