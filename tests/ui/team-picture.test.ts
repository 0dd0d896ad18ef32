import { expect, test } from 'vitest'
import { MEDALS } from '#rules/medals'
import { endOfName, lowestNameEnd, MEDAL_ROWS, medalsBelow } from '../../src/features/team/picture'

const NAME_SIZES = [104, 96, 88, 80, 72, 64, 56, 48, 40, 32]
/** From a name's end to the lower edge of the team's place (rank): its baseline plus descenders. */
const TO_PLACE_END = 350 + 15
/** The address is below it. */
const MEDALS_END = 1_780

const layouts = [1, 2, 3].flatMap((lines) =>
  Array.from({ length: MEDALS.length + 1 }, (_, medals) => ({ lines, medals })),
)

test.each(layouts)(
  'a picture with a name of $lines lines has room for $medals medals between place and address',
  ({ lines, medals }) => {
    const fitting = NAME_SIZES.filter((size) => endOfName(size, lines) <= lowestNameEnd(medals))
    expect(fitting[0], 'the name stays large').toBeGreaterThanOrEqual(64)
    const rows = Math.ceil(medals / MEDAL_ROWS.perRow)
    const height = rows === 0 ? 0 : MEDAL_ROWS.hexagon + (rows - 1) * MEDAL_ROWS.rowHeight
    for (const size of fitting) {
      const nameEnd = endOfName(size, lines)
      const { top, scale } = medalsBelow(nameEnd, medals)
      expect(top).toBeGreaterThan(nameEnd + TO_PLACE_END)
      expect(top + scale * height).toBeLessThanOrEqual(MEDALS_END)
      expect(scale, 'the medals stay legible').toBeGreaterThanOrEqual(0.75)
    }
  },
)
