import { expect, test } from 'vitest'
import { createRepeatGuard } from '../../src/scanner/looks'

function guardAt() {
  const clock = { ms: 0 }
  const isNew = createRepeatGuard(() => clock.ms)
  return (ms: number, reading: string) => {
    clock.ms = ms
    return isNew(reading)
  }
}

test('fault 44: the same tag read twice within a second counts as one reading', () => {
  const read = guardAt()
  expect(read(0, 'tim-0001')).toBe(true)
  expect(read(999, 'tim-0001')).toBe(false)
})

test('the same tag after a second counts as a new reading', () => {
  const read = guardAt()
  read(0, 'tim-0001')
  expect(read(1_000, 'tim-0001')).toBe(true)
})

test('fault 44: a code counts as one reading as long as it stays before the camera', () => {
  const read = guardAt()
  const news = Array.from({ length: 50 }, (_, picture) => read(picture * 100, 'QR')).filter(Boolean)
  expect(news).toHaveLength(1)
})

test('another tag in between is a new reading, and the first one still counts as repeated', () => {
  const read = guardAt()
  expect(read(0, 'a')).toBe(true)
  expect(read(200, 'b')).toBe(true)
  expect(read(400, 'a')).toBe(false)
})
