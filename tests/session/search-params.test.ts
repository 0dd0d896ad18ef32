import { expect, test } from 'vitest'
import { translateSearch } from '../../src/session/search-params'

test.each([
  [
    { dio: 'trazi', tim: 'vukovi' },
    { part: 'search', teamId: 'vukovi' },
  ],
  [
    { dio: 'kraj', ispis: 'poredak' },
    { part: 'end', print: 'ranking' },
  ],
  [
    { dio: 'standovi', stand: 'nova' },
    { part: 'booths', boothId: 'nova' },
  ],
  [{ nacin: 'osnuj' }, { way: 'found' }],
])('%j in an address is %j in the code', (address, search) => {
  expect([translateSearch(address), translateSearch(search)]).toEqual([search, address])
})

test('an id is never translated, even if it equals a translated word', () => {
  const address = { dio: 'trazi', tim: 'poredak', stand: 'kraj', vrsta: 'ispis' }
  expect(translateSearch(address)).toEqual({
    part: 'search',
    teamId: 'poredak',
    boothId: 'kraj',
    pointType: 'ispis',
  })
})

test.each<Record<string, unknown>>([
  { dio: 'overview', ispis: 7, nacin: ['osnuj'] },
  { part: 'pregled', utm_source: 'letak', constructor: 'x' },
  { team: 'vukovi', booth: 'arkade', redirect: '/organizator?dio=kraj' },
])('%j, which no screen produces, is unchanged after both translations', (address) => {
  const search = translateSearch(address)
  expect(search.part).not.toBe('overview')
  expect(translateSearch(search)).toEqual(address)
})
