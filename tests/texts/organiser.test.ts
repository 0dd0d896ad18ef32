import { expect, test } from 'vitest'
import { AUDITED } from '#contract/organiser-entities'
import { organiserTexts } from '#texts/organiser'

test('every action of an organiser that a team’s history may contain has a Croatian name', () => {
  expect(AUDITED.filter((action) => organiserTexts.kinds[action] === undefined)).toEqual([])
})
