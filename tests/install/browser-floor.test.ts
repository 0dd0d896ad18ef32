import { expect, test } from 'vitest'
import { missingAtFloor } from '../../scripts/browser-floor'

test('fault 84: calls that the oldest supported browsers lack are found in a script', () => {
  expect(
    missingAtFloor('const a = URL.canParse(x), b = AbortSignal.any([s]); Promise.withResolvers()'),
  ).toEqual(['URL.canParse', 'AbortSignal.any', 'Promise.withResolvers'])
  expect(
    missingAtFloor(
      'Object.groupBy(rows, f); Array.fromAsync(y); Response.json(z); set.isSubsetOf(other)',
    ),
  ).toEqual(['Object.groupBy', 'Array.fromAsync', 'Response.json', '.isSubsetOf()'])
  expect(
    missingAtFloor('class A { m() { if (b) return node.checkVisibility() } } new CloseWatcher()'),
  ).toEqual(['.checkVisibility()', 'CloseWatcher'])
})

test('fault 84: a script with only calls that the oldest supported browsers have passes', () => {
  const source =
    'rows.toSorted().at(-1)?.findLast(f); structuredClone(x); new AbortController(); fetch(y)'
  expect(missingAtFloor(source)).toEqual([])
})
