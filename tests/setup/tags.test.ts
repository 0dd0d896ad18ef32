import { expect, test } from 'vitest'
import { drawTags } from '../../src/features/setup/tags-part'

test('tags keep their ids over attempts with the same content, so that a lost answer doubles none', () => {
  const values = {
    nfc_type: 'vendor',
    count: '2',
    vendor_id: 'arkade',
    point_type: '',
    proof: '',
    note: '',
  } as const
  const first = drawTags(values, null)
  expect(first.tags).toHaveLength(2)
  expect(drawTags({ ...values }, first).tags).toEqual(first.tags)
  const ids = new Set(first.tags.map(({ nfc_id }) => nfc_id))
  const others = [drawTags({ ...values, vendor_id: 'kviz' }, first), drawTags(values, null)]
  expect(others.flatMap(({ tags }) => tags).filter(({ nfc_id }) => ids.has(nfc_id))).toEqual([])
})
