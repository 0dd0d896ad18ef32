import { expect, test } from 'vitest'
import { teamsNamedLike } from '#lib/names'

const teams = ['Đumbirovi Šetači', 'Plavi Vukovi', 'Crni Vukovi'].map((team_name) => ({
  team_name,
}))
const found = (typed: string) => teamsNamedLike(teams, typed).map(({ team_name }) => team_name)

test('rule 3: part of a name finds the team, regardless of case, diacritics and spaces', () => {
  expect(found('dumbirovi  set')).toEqual(['Đumbirovi Šetači'])
  expect(found('VUK')).toEqual(['Plavi Vukovi', 'Crni Vukovi'])
  expect(found('zeleni')).toEqual([])
})

test('an empty or blank query finds all teams in their order', () => {
  expect(found('')).toEqual(['Đumbirovi Šetači', 'Plavi Vukovi', 'Crni Vukovi'])
  expect(found('  ')).toHaveLength(3)
})

test('a renamed team is found by its new name', () => {
  expect(teamsNamedLike([{ team_name: 'Vukovi' }], 'lisice')).toEqual([])
  expect(teamsNamedLike([{ team_name: 'Lisice' }], 'lisice')).toHaveLength(1)
})

test('rule 19: a name is found with punctuation that looks alike, and with a dictated full stop', () => {
  const named = ["Luka's Angels", 'Rock „n” Roll'].map((team_name) => ({ team_name }))
  const search = (typed: string) => teamsNamedLike(named, typed).map(({ team_name }) => team_name)
  for (const typed of ['Luka’s', 'luka`s', 'Angels.', 'angels, '])
    expect(search(typed)).toEqual(["Luka's Angels"])
  for (const typed of ['"n"', '“n” roll.', "''n''"])
    expect(search(typed)).toEqual(['Rock „n” Roll'])
})

test('fault 83: a text that no name can contain, by its length or its stacked marks, finds nothing', () => {
  expect(found('vuk'.repeat(1_000))).toEqual([])
  expect(found(`V${'\u0301'.repeat(9)}uk`)).toEqual([])
})
