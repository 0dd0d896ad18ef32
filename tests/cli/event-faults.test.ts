import { describe, expect, test } from 'vitest'
import { readEventOrTags } from '#cli/apply/tags-csv'
import { faultTexts } from '#server/event-file/fault'
import { FaultyEvent } from '#server/event-file/faulty-event'
import { IVA, MARKO, NOTHING } from './event-database'

/** What `apply` prints of a file with faults. */
function printed(text: string, path = 'event.json'): string[] {
  try {
    readEventOrTags(text, path, NOTHING)
    return []
  } catch (reason) {
    if (reason instanceof FaultyEvent) return faultTexts(reason.faults)
    throw reason
  }
}
const ofJson = (json: unknown) => printed(JSON.stringify(json, null, 2))
const booth = (vendor_id: string, ...staff: unknown[]) => ({ vendor_id, name: 'Arkade', staff })

describe('faults of an event file', () => {
  test('stand in the order of the file, each with line and column as an editor counts them', () => {
    const text = `{
  "tags": [ { "nfc_id": "tim-1", "nfc_type": "teem" },
\t{ "nfc_id": "tim-1", "nfc_type": "team" } ],
  "vendors": [
    { "name": "Čudnovati",\r
      "location": 7, "vendor_id": "arkade" } ],
  "point_types": [ "pobjeda", { "point_type": "rekord", "label": "Rekord", "points": 5 } ]
}`
    expect(printed(text)).toEqual([
      'line 2, column 34: tags[0].nfc_type: "teem" must be one of "team", "vendor", "bonus"',
      'line 3, column 4: tags[1].nfc_id: "tim-1" is already at tags[0].nfc_id (line 2, column 15)',
      'line 6, column 7: vendors[0].location: 7 must be a text of 0 to 120 characters in one line',
      'line 7, column 20: point_types[0]: "pobjeda" must be an object in { }',
      'line 7, column 31: point_types[1].cooldown_seconds: is missing',
    ])
    expect(printed('[]')).toEqual(['line 1, column 1: the file: a list must be an object in { }'])
  })

  test('that say the same many times are one entry, with each of their places', () => {
    const staff = Array.from({ length: 40 }, (_, n) => ({
      ...IVA,
      nickname: `iva${n}`,
      email: `iva${n}@example.hr`,
      mobile: `${n}`,
    }))
    const [group = '', ...others] = ofJson({ vendors: [booth('arkade', ...staff)] })
    expect(others).toEqual([])
    expect(group.split('\n')[0]).toBe('40 times mobile: is no mobile number')
    expect(group.match(/line \d+, column 11 "\d+"/g)).toHaveLength(40)
    expect(group).toContain('line 11, column 11 "0"; ')
    // Three are still a line each.
    expect(ofJson({ vendors: [booth('arkade', ...staff.slice(0, 3))] })).toHaveLength(3)
  })

  test('a misspelt key is one fault, not also a missing one', () => {
    const { mobile, ...rest } = IVA
    expect(ofJson({ vendors: [booth('arkade', { ...rest, mobil: mobile })] })).toEqual([
      'line 12, column 11: vendors[0].staff[0].mobil: is no known key here; "mobile" is missing',
    ])
    expect(ofJson({ vendors: [booth('arkade', { ...rest, telephone: mobile })] })).toHaveLength(2)
  })

  test('nothing is said of a reference where the list that it refers to cannot be read', () => {
    const tags = [{ nfc_id: 'arkade-01', nfc_type: 'vendor', vendor_id: 'arkade' }]
    expect(ofJson({ vendors: { arkade: {} }, tags })).toEqual(['line 2, column 3: vendors: an object must be a list in [ ]'])
    expect(ofJson({ vendors: [{ vendr_id: 'arkade', name: 'Arkade' }], tags })).toEqual([
      'line 4, column 7: vendors[0].vendr_id: is no known key here; "vendor_id" is missing',
    ])
    expect(ofJson({ vendors: [booth('kviz')], tags })).toHaveLength(1)
  })

  test('a value that is wrong in itself is not also called repeated or unknown', () => {
    expect(ofJson({ vendors: [booth('arkade', { ...IVA, email: '' }, { ...MARKO, email: '' })] })).toHaveLength(2)
    expect(ofJson({ tags: [{ nfc_id: 'tim-1', nfc_type: 'team', vendor_id: 'nema' }] })).toEqual([
      'line 6, column 7: tags[0].vendor_id: belongs to no team tag',
    ])
  })

  test('a person or a booth that is in the file twice is one fault', () => {
    expect(ofJson({ vendors: [booth('arkade', IVA, IVA)] })).toHaveLength(1)
    expect(ofJson({ vendors: [booth('arkade', IVA, MARKO), booth('arkade', IVA, MARKO)] })).toHaveLength(1)
    // Two different people have something of hers.
    const mixed = { ...MARKO, email: IVA.email, mobile: '+385911234569', nickname: 'Marko' }
    expect(ofJson({ vendors: [booth('arkade', IVA, MARKO, mixed)] })).toHaveLength(2)
  })

  test('of a table have its line', () => {
    expect(printed('nfc_id,nfc_type\ntim-1,team\n\ntim-1,team\n', 'tags.csv')).toEqual([
      'line 4: nfc_id: "tim-1" is already at nfc_id (line 2)',
    ])
  })
})
