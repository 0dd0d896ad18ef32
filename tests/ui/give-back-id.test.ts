import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { giveBackId } from '../../src/features/organiser/team-history'

test('a voided award has one id under which it is given back, unlike its own; another entry has none', () => {
  const award = randomUUID()
  expect(giveBackId(award)).toMatch(/^[\da-f]{8}-[\da-f]{4}-8[\da-f]{3}-[\da-f]{4}-[\da-f]{12}$/)
  expect(giveBackId(award)).toBe(giveBackId(award))
  expect(giveBackId(giveBackId(award) ?? '')).toBeNull()
  expect(giveBackId('jednom')).toBeNull()
})
