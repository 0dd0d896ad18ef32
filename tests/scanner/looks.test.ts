import { expect, test } from 'vitest'
import { createConfirmation, createPassOver } from '../../src/scanner/looks'

const [wolves, lions] = [
  { is: 'team', teamId: 'vukovi' },
  { is: 'team', teamId: 'lavovi' },
] as const

function lookAfter(served: typeof wolves | null) {
  let ms = 0
  const passOver = createPassOver(served, () => ms)
  return (at: number, ...look: (typeof wolves | typeof lions)[]) => {
    ms = at
    const { rest, passedOver } = passOver(look)
    return { rest, passedOver }
  }
}

test('fault 73: the team just scanned is passed over while it stays in view, for 5 s at most; another one beside it counts', () => {
  const look = lookAfter(wolves)
  expect(look(100, wolves)).toEqual({ rest: [], passedOver: true })
  expect(look(2_000, wolves, lions)).toEqual({ rest: [lions], passedOver: true })
  for (let at = 2_400; at < 5_000; at += 400) expect(look(at, wolves).rest).toEqual([])
  expect(look(5_000, wolves)).toEqual({ rest: [wolves], passedOver: false })
})

test('the team just scanned counts again once it has left the view, but not because one look missed it', () => {
  const look = lookAfter(wolves)
  look(1_000, wolves)
  look(1_400)
  expect(look(1_450, wolves).rest).toEqual([])
  look(1_949)
  expect(look(1_949, wolves).rest).toEqual([])
  look(2_449)
  expect(look(2_450, wolves).rest).toEqual([wolves])
})

test('fault 73: where a look gives points, one team counts only if it is alone in two looks in a row', () => {
  const isConfirmed = createConfirmation()
  const answers = ([[wolves], [wolves, lions], [wolves], [wolves], [lions], [wolves], [lions], [lions]] as const).map(isConfirmed)
  // Two at once are told at once: nothing is given for them.
  expect(answers).toEqual([false, true, false, true, false, false, false, true])
})
