import { expect, test } from 'vitest'
import {
  createConfirmation,
  createPreviousTargetFilter,
  createRepeatGuard,
} from '../../src/scanner/frames'

const [wolves, lions] = [
  { kind: 'team', teamId: 'vukovi' },
  { kind: 'team', teamId: 'lavovi' },
] as const

function framesAfter(served: typeof wolves | null) {
  let ms = 0
  const filter = createPreviousTargetFilter(served, () => ms)
  return (at: number, ...frame: (typeof wolves | typeof lions)[]) => {
    ms = at
    const { rest, hasIgnored } = filter(frame)
    return { rest, hasIgnored }
  }
}

test('fault 73: the team just scanned is ignored while in view, for at most 5 s; another team counts', () => {
  const read = framesAfter(wolves)
  expect(read(100, wolves)).toEqual({ rest: [], hasIgnored: true })
  expect(read(2_000, wolves, lions)).toEqual({ rest: [lions], hasIgnored: true })
  for (let at = 2_400; at < 5_000; at += 400) expect(read(at, wolves).rest).toEqual([])
  expect(read(5_000, wolves)).toEqual({ rest: [wolves], hasIgnored: false })
})

test('the team just scanned counts again after leaving the view, but not after a single frame without it', () => {
  const read = framesAfter(wolves)
  read(1_000, wolves)
  read(1_400)
  expect(read(1_450, wolves).rest).toEqual([])
  read(1_949)
  expect(read(1_949, wolves).rest).toEqual([])
  read(2_449)
  expect(read(2_450, wolves).rest).toEqual([wolves])
})

test('fault 73: a team counts for points only if it is alone in two frames in a row', () => {
  const isConfirmed = createConfirmation()
  const answers = (
    [[wolves], [wolves, lions], [wolves], [wolves], [lions], [wolves], [lions], [lions]] as const
  ).map(isConfirmed)
  // Two codes are reported at once, but nothing is awarded for them.
  expect(answers).toEqual([false, true, false, true, false, false, false, true])
})

test('a code of this game that is no team is confirmed in two frames too, so that a series can refuse it', () => {
  const isConfirmed = createConfirmation()
  const voucher = { kind: 'voucher', voucher: 'a.b' } as const
  const link = { kind: 'sign-in-link', userId: 'ana', token: 'c.d' } as const
  const invitation = { kind: 'invitation', teamId: 'vukovi', token: 'e.f' } as const
  const answers = [voucher, voucher, link, link, invitation, invitation, wolves].map((target) =>
    isConfirmed([target]),
  )
  expect(answers).toEqual([false, true, false, true, false, true, false])
})

function guardAt() {
  const clock = { ms: 0 }
  const isNew = createRepeatGuard(() => clock.ms)
  return (ms: number, reading: string) => {
    clock.ms = ms
    return isNew(reading)
  }
}

test('fault 44: a repeated reading counts again only after a second without it, whatever is read in between', () => {
  const tag = guardAt()
  expect([tag(0, 'a'), tag(999, 'a'), tag(1_998, 'a'), tag(2_998, 'a')]).toEqual([
    true,
    false,
    false,
    true,
  ])
  const two = guardAt()
  expect([two(0, 'a'), two(200, 'b'), two(400, 'a')]).toEqual([true, true, false])
  const camera = guardAt()
  expect(
    Array.from({ length: 50 }, (_, picture) => camera(picture * 100, 'QR')).filter(Boolean),
  ).toHaveLength(1)
})
