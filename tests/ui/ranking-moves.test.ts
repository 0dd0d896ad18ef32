import { expect, test } from 'vitest'
import { movedRows, type RowPlaces } from '../../src/features/team/ranking-moves'

/** Rows of 50 px, one below the other. */
function list(...order: string[]): RowPlaces {
  return { order, tops: new Map(order.map((key, place) => [key, place * 50])) }
}

test('a team that climbs comes from below, and those that it passes from above', () => {
  expect(movedRows(list('a', 'b', 'c'), list('c', 'a', 'b'))).toEqual([
    { key: 'c', from: 100 },
    { key: 'a', from: -50 },
    { key: 'b', from: -50 },
  ])
})

test('a first list, an unchanged one and a team that is new in it move nothing', () => {
  expect(movedRows(list(), list('a', 'b'))).toEqual([])
  expect(movedRows(list('a', 'b'), list('a', 'b'))).toEqual([])
  expect(movedRows(list('a', 'b'), list('a', 'x'))).toEqual([])
})

test('rows that a turned phone or a longer name shifts have not moved', () => {
  const turned = { order: ['a', 'b', 'c'], tops: new Map(Object.entries({ a: 0, b: 80, c: 130 })) }
  expect(movedRows(list('a', 'b', 'c'), turned)).toEqual([])
})

test('where a row goes and another comes, those between keep their way', () => {
  expect(movedRows(list('a', 'b', 'c'), list('new', 'b', 'a'))).toEqual([{ key: 'a', from: -100 }])
})
