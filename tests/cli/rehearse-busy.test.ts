import { expect, test } from 'vitest'
import { mayBeThisComputer } from '#cli/rehearse/criteria'

const calm = { late_p99_ms: 4, late_longest_ms: 30, own_share: 0.3, load: 0.5, cores: 2 }
const late = { what: 'awards', limit: '500 ms', measured: '900 ms', met: false, isTime: true } as const
const met = { what: 'signed in', limit: '30', measured: '30', met: true } as const
const lost = { what: 'differences', limit: 'none', measured: '1', met: false } as const

test('late answers are the server’s where the playing computer was calm', () => {
  expect(mayBeThisComputer([met, late], calm)).toBe(false)
})

test.each([{ late_p99_ms: 180 }, { own_share: 0.97 }])('late answers may be those of a busy computer: %o', (busy) => {
  expect(mayBeThisComputer([met, late], { ...calm, ...busy })).toBe(true)
})

test('a busy computer excuses neither a difference nor a go', () => {
  const busy = { ...calm, own_share: 0.97 }
  expect(mayBeThisComputer([lost, late], busy)).toBe(false)
  expect(mayBeThisComputer([met], busy)).toBe(false)
})
