import { expect, test } from 'vitest'
import type { HistoryEntry } from '#contract/organiser-entities'
import { nextAdjustmentId } from '../../src/features/organiser/team'

const entryOf = (award_id: string | null): HistoryEntry => ({
  kind: 'adjustment',
  at: '2026-05-09T10:00:00.000Z',
  received_at: null,
  who: 'ana',
  person: null,
  vendor_name: null,
  label: null,
  points: 5,
  award_id,
  voided: false,
  code: null,
  reason: 'Finale',
  about: null,
})

test('rule 14: an adjustment keeps its id over attempts until the history shows that it counted', () => {
  expect(nextAdjustmentId('lost', [entryOf('other'), entryOf(null)])).toBe('lost')
  expect(nextAdjustmentId('lost', [entryOf('lost')])).toMatch(/^[\da-f-]{36}$/)
})
