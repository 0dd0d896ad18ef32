import { expect, test } from 'vitest'
import type { Change } from '#server/db/changes'
import { GatheredChanges, parseNotification } from '#server/db/gathered-changes'

/** PostgreSQL's limit of a notification. */
const LONGEST = 8_000
const LONGEST_ID = 'x'.repeat(120)

function gather(changes: readonly Change[]): Change[][] {
  const gathered = new GatheredChanges()
  for (const change of changes) gathered.add(change)
  return gathered.take()
}

/** What the other server reads. */
function heard(lists: readonly Change[][]): Change[] {
  return lists.flatMap((changes) => parseNotification(JSON.stringify({ from: 'a', changes })).changes)
}

test('hundreds of awards at once fit notifications, and name every team and booth once', () => {
  const ids = Array.from({ length: 300 }, (_, index) => `${LONGEST_ID}${index}`)
  const changes = [...ids, ...ids].map(
    (id): Change => ({ on: 'ledger', teamIds: [id], concerns: [{ of: ['team', 'ranking'], teams: [id], vendors: [id] }] }),
  )
  const lists = gather(changes)
  for (const list of lists) expect(JSON.stringify({ from: 'a'.repeat(36), changes: list }).length).toBeLessThan(LONGEST)
  const told = heard(lists)
  expect(told.flatMap((change) => (change.on === 'ledger' ? change.teamIds : []))).toEqual(ids)
  const concerns = told.flatMap((change) => (change.on === 'anything' ? [] : (change.concerns ?? [])))
  expect(concerns.flatMap(({ teams = [] }) => teams)).toEqual(ids)
  expect(concerns.flatMap(({ vendors = [] }) => vendors)).toEqual(ids)
})

test('a change that tells nothing stays one that may concern everybody, whatever else is gathered', () => {
  const told = heard(gather([{ on: 'roster', concerns: [{ of: ['user'], users: ['ana'] }] }, { on: 'roster' }]))
  expect(told).toContainEqual({ on: 'roster' })
  expect(told).toContainEqual({ on: 'ledger', teamIds: [], concerns: [{ of: ['user'], users: ['ana'] }] })
})

test('a change that concerns nobody still invalidates what is cached', () => {
  expect(heard(gather([{ on: 'accounts', concerns: [{ of: [] }] }]))).toEqual([{ on: 'accounts', concerns: [] }])
})

test('what another version of the server says is about anything', () => {
  expect(parseNotification('{"from":"b","on":["roster"],"teams":[]}').changes).toEqual([{ on: 'anything' }])
})
