import { describe, expect, test } from 'vitest'
import { chooseTag, openTags } from '../../src/features/tag-writing/tag-writing-page'

const tag = (
  nfc_id: string,
  nfc_type: 'team' | 'vendor' = 'team',
  written_at: string | null = null,
) => ({
  nfc_id,
  nfc_type,
  written_at,
})
const TAGS = Array.from({ length: 50 }, (_, number) => tag(`tim-${number}`))

describe('the next tag to write', () => {
  test('is neither written already nor written by this phone but not reported yet', () => {
    const tags = [tag('a', 'team', '2026-05-09T10:00:00Z'), tag('b'), tag('c')]
    expect(openTags(tags, new Set(['b'])).map(({ nfc_id }) => nfc_id)).toEqual(['c'])
  })

  test('has the requested type', () => {
    expect(chooseTag([tag('a'), tag('b', 'vendor')], 'vendor', 'x')?.nfc_id).toBe('b')
    expect(chooseTag([tag('a')], 'vendor', 'x')).toBeNull()
  })

  test('stays the same while other tags are written', () => {
    const chosen = chooseTag(TAGS, 'team', 'this phone')
    for (const left of [40, 20, 1]) {
      const others = TAGS.filter((other) => other !== chosen).slice(0, left)
      expect(
        chooseTag([...others, ...(chosen === null ? [] : [chosen])], 'team', 'this phone'),
      ).toBe(chosen)
    }
  })

  test('differs from phone to phone, so that two phones do not write the same id on two tags', () => {
    const chosen = Array.from(
      { length: 40 },
      (_, phone) => chooseTag(TAGS, 'team', `phone ${phone}`)?.nfc_id,
    )
    expect(new Set(chosen).size).toBeGreaterThan(20)
  })
})
