import { expect, test } from 'vitest'
import { movedRows, type RowPlaces } from '../../src/ui/lists'

/** Rows of 50 px, one below the other. */
function list(...order: string[]): RowPlaces {
  return { order, tops: new Map(order.map((key, place) => [key, place * 50])) }
}

test('a team that climbs moves up from below, and the teams that it passes move down', () => {
  expect(movedRows(list('a', 'b', 'c'), list('c', 'a', 'b'))).toEqual([
    { key: 'c', from: 100 },
    { key: 'a', from: -50 },
    { key: 'b', from: -50 },
  ])
})

test('a first list, an unchanged list and a new team move nothing', () => {
  expect(movedRows(list(), list('a', 'b'))).toEqual([])
  expect(movedRows(list('a', 'b'), list('a', 'b'))).toEqual([])
  expect(movedRows(list('a', 'b'), list('a', 'x'))).toEqual([])
})

test('rows shifted by a rotated phone or a longer name do not count as moved', () => {
  const turned = { order: ['a', 'b', 'c'], tops: new Map(Object.entries({ a: 0, b: 80, c: 130 })) }
  expect(movedRows(list('a', 'b', 'c'), turned)).toEqual([])
})

test('when one row disappears and another appears, the rows between still move', () => {
  expect(movedRows(list('a', 'b', 'c'), list('new', 'b', 'a'))).toEqual([{ key: 'a', from: -100 }])
})
