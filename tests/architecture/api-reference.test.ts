import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { definitionOf } from '#contract/calls'
import { REFUSED_FOR_GOOD, RULE_CODES, TRANSPORT_STATUS } from '#contract/codes'
import { CALL_NAMES, findCall } from '#contract/every-call'

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
const queryOf = (cell = '') => ({ action: /action=(\w+)/.exec(cell)?.[1], option: /option=(\w+)/.exec(cell)?.[1] })
const isPlanned = ([name]: string[]) => name === '*planned*'

const callRows = rowsUnder('Calls').filter((cells) => cells.some((cell) => cell.includes('action=')))
const codeRows = rowsUnder('Codes').filter(([cell]) => codeIn(cell) !== undefined)

test('the API reference has every call of the contract with its address', () => {
  const documented = callRows.filter((row) => !isPlanned(row)).map(([name, query]) => ({ name: codeIn(name), ...queryOf(query) }))
  const inContract = CALL_NAMES.map((name) => ({ name, action: definitionOf(name).action, option: definitionOf(name).option }))
  const byName = (a: { name: string | undefined }, b: { name: string | undefined }) => (a.name ?? '').localeCompare(b.name ?? '')
  expect(documented.sort(byName)).toEqual(inContract.sort(byName))
})

test('the API reference calls no call planned that the contract has', () => {
  const present = callRows.filter(isPlanned).filter(([, query]) => {
    const { action, option } = queryOf(query)
    return findCall(action, option, {}) !== null
  })
  expect(present).toEqual([])
})

test('the API reference has every code, its HTTP status, and whether it refuses for good', () => {
  const documented = codeRows
    .filter(([, status]) => status !== 'planned')
    .map(([code, status, ends]) => ({ code: codeIn(code), status: Number(status), ends: ends === 'yes' }))
  const refusing: readonly string[] = REFUSED_FOR_GOOD
  const inContract = [
    ...RULE_CODES.map((code) => ({ code, status: 200, ends: refusing.includes(code) })),
    ...Object.entries(TRANSPORT_STATUS).map(([code, status]) => ({ code, status, ends: false })),
  ]
  expect(documented).toEqual(inContract)
})
