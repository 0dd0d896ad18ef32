import { expect, test } from 'vitest'
import { newId } from '../../src/features/setup/use-entry-form'

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
