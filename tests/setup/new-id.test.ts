import { expect, test } from 'vitest'
import { idOfNew, newId } from '../../src/features/setup/use-entry-form'

test.each([
  ['Kviz kutak', 'kviz-kutak'],
  ['Arkade', 'arkade-2'],
  ['Nova', 'nova-2'],
  ['Tablica', 'tablica-2'],
  ['???', 'stand'],
])(
  'a booth called %s gets the id %s, which neither a booth nor an address of the setup uses',
  (name, id) => {
    expect(newId(name, ['arkade'], 'stand')).toBe(id)
  },
)

test('faults 80 and 81: an entry keeps its id after a lost answer, unless a colleague’s entry has it', () => {
  const sent = {
    vendor_id: 'arkade',
    name: ' Arkade ',
    location: 'Hala A – jug',
    point_types: ['kviz'],
  }
  const made = { ...sent, name: 'Arkade', description: '', staff: [] }
  const idWith = (existing: readonly (typeof sent)[], ...unanswered: (typeof sent)[]) =>
    idOfNew('vendor_id', 'Arkade', existing, unanswered, 'stand')
  expect(idWith([made])).toBe('arkade-2')
  expect(idWith([made], sent)).toBe('arkade')
  expect(idWith([], { ...sent, vendor_id: 'arkada' })).toBe('arkada')
  expect(idWith([made], sent, { ...sent, location: 'Hala B' })).toBe('arkade')
  expect(idWith([{ ...made, location: 'Hala B' }], sent)).toBe('arkade-2')
})
