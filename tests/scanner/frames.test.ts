import { expect, test } from 'vitest'
import { createConfirmation, createPassOver, createRepeatGuard } from '../../src/scanner/frames'

const [wolves, lions] = [
  { is: 'team', teamId: 'vukovi' },
  { is: 'team', teamId: 'lavovi' },
] as const

function framesAfter(served: typeof wolves | null) {
  let ms = 0
  const passOver = createPassOver(served, () => ms)
  return (at: number, ...frame: (typeof wolves | typeof lions)[]) => {
    ms = at
    const { rest, passedOver } = passOver(frame)
    return { rest, passedOver }
  }
}

test('fault 73: the team just scanned is passed over while it stays in view, for 5 s at most; another one beside it counts', () => {
  const read = framesAfter(wolves)
  expect(read(100, wolves)).toEqual({ rest: [], passedOver: true })
  expect(read(2_000, wolves, lions)).toEqual({ rest: [lions], passedOver: true })
  for (let at = 2_400; at < 5_000; at += 400) expect(read(at, wolves).rest).toEqual([])
  expect(read(5_000, wolves)).toEqual({ rest: [wolves], passedOver: false })
})

test('the team just scanned counts again once it has left the view, but not because one frame missed it', () => {
  const read = framesAfter(wolves)
  read(1_000, wolves)
  read(1_400)
  expect(read(1_450, wolves).rest).toEqual([])
  read(1_949)
  expect(read(1_949, wolves).rest).toEqual([])
  read(2_449)
  expect(read(2_450, wolves).rest).toEqual([wolves])
})

test('fault 73: where a frame gives points, one team counts only if it is alone in two frames in a row', () => {
  const isConfirmed = createConfirmation()
  const answers = ([[wolves], [wolves, lions], [wolves], [wolves], [lions], [wolves], [lions], [lions]] as const).map(isConfirmed)
  // Two at once are reported at once: nothing is awarded for them.
  expect(answers).toEqual([false, true, false, true, false, false, false, true])
})

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
