import { expect, test } from 'vitest'
import { drawTags, tagsTable } from '../../src/features/setup/tags-part'

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

test('the saved table of tags has times in the event’s zone, as every export', () => {
  const note = {
    nfc_id: 'arkade-01',
    created_at: '2026-05-09T10:00:00.000Z',
    created_by: 'ana',
    written_at: null,
    written_by: null,
    team_name: null,
    shares_keys: false,
  }
  const tag = { nfc_id: 'arkade-01', nfc_type: 'vendor', vendor_id: 'arkade' } as const
  const described = {
    tag,
    note,
    booth: 'Arkadna zona',
    label: null,
    url: 'https://igra.example.hr',
  }
  const [, row] = tagsTable([described], 'Europe/Zagreb')
  expect(row?.slice(6, 9)).toEqual(['2026-05-09T12:00:00.000+02:00', 'ana', null])
})
