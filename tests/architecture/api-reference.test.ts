import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { Call } from '#contract/call'
import { CALL_NAMES, definitionOf } from '#contract/calls'
import { REFUSED_FOR_GOOD, RULE_CODES, TRANSPORT_STATUS } from '#contract/codes'

const reference = readFileSync('docs/api.md', 'utf8')

/** The cells of each row of the table under a heading. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = reference.split(`\n## ${heading}\n`)
  return (section.split('\n## ')[0] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .map(([, ...cells]) => cells)
}

const codeIn = (cell = '') => /^`([\w ]+)`/.exec(cell)?.[1]
const queryOf = (cell = '') => ({
  action: /action=(\w+)/.exec(cell)?.[1],
  option: /option=(\w+)/.exec(cell)?.[1],
})

/** The fields that a cell names, with `?` if optional, without the explanations. */
function fieldsIn(cell = ''): string[] {
  const text = cell.replace(/`action=[^`]*`|\{[^}]*\}|\([^)]*\)|\[[^\]]*\]|=`\w+`|[:;].*/g, '')
  return [...text.matchAll(/`(\w+)`(\??)/g)]
    .map(([, field = '', optional = '']) => field + optional)
    .toSorted()
}

function fieldsOf({ entries }: Call['input']): string[] {
  return Object.keys(entries)
    .map((field) => (entries[field]?.type === 'optional' ? `${field}?` : field))
    .toSorted()
}

const callRows = rowsUnder('Calls').filter((cells) =>
  cells.some((cell) => cell.includes('action=')),
)
const codeRows = rowsUnder('Codes').filter(([cell]) => codeIn(cell) !== undefined)

test('every call in contract/calls belongs to the contract', () => {
  const texts = readdirSync('contract/calls').map((file) =>
    readFileSync(`contract/calls/${file}`, 'utf8'),
  )
  const exported = texts.flatMap((text) =>
    [...text.matchAll(/^export const (\w+)/gm)].map(([, name = '']) => name),
  )
  expect(exported.toSorted()).toEqual(CALL_NAMES.toSorted())
})

test('the API reference lists every call of the contract exactly once', () => {
  expect(callRows.map(([name]) => codeIn(name) ?? '').toSorted()).toEqual(CALL_NAMES.toSorted())
})

test.each(CALL_NAMES)(
  'the API reference gives the address, the fields and the callers of %s',
  (name) => {
    const { action, option, who, input, output } = definitionOf(name)
    const [, query, body, ...rest] = callRows.find(([cell]) => codeIn(cell) === name) ?? []
    expect(queryOf(query)).toEqual({ action, option })
    expect([...fieldsIn(query), ...fieldsIn(body)].toSorted()).toEqual(fieldsOf(input))
    // The organiser's calls have a table of their own, which does not list their objects' fields.
    if (who === 'organiser') return
    const [callers, carries] = rest
    expect(callers?.split(':')[0]).toBe(who)
    expect(fieldsIn(carries).map((field) => field.replace('?', ''))).toEqual(
      Object.keys(output.entries).toSorted(),
    )
  },
)

test('the API reference gives every code, its HTTP status, and whether it refuses for good', () => {
  // The codes of rules come first; their second column says if they end an award. The other codes
  // have their HTTP status there.
  const documented = codeRows.map(([code, second = '']) => {
    return /^\d+$/.test(second)
      ? { code: codeIn(code), status: Number(second), ends: false }
      : { code: codeIn(code), status: 200, ends: second === 'yes' }
  })
  const refusing: readonly string[] = REFUSED_FOR_GOOD
  const inContract = [
    ...RULE_CODES.map((code) => ({ code, status: 200, ends: refusing.includes(code) })),
    ...Object.entries(TRANSPORT_STATUS).map(([code, status]) => ({ code, status, ends: false })),
  ]
  expect(documented).toEqual(inContract)
})
