import { describe, expect, test } from 'vitest'
import { createAnswers } from '../../src/offline/answers'
import type { AwardEntry } from '../../src/offline/entry'
import { createOutboxView, type OutboxView, stateOfAward } from '../../src/offline/view'
import { newEntry, recordedAward } from './entries'

const entry = newEntry({ awardId: 'a' })
const award = recordedAward(entry)
const nothing = {
  read: async () => ({ entries: [], unreadable: [], takenBack: [] }),
  mirrored: () => [],
}
const empty = createOutboxView(nothing, createAnswers()).get()
const refusal = { code: 'COOLDOWN', reason: 'Pauza.' }
const sending: Partial<OutboxView> = { sending: new Set(['a']) }
const recorded: Partial<OutboxView> = { recorded: new Map([['a', award]]) }
const withdrawn: Partial<OutboxView> = { withdrawn: new Set(['a']) }

const stateOf = (own: Partial<AwardEntry> | null, view: Partial<OutboxView> = {}) =>
  stateOfAward({ ...empty, ...view }, 'a', own === null ? undefined : { ...entry, ...own })

describe('the state of an award that is stored', () => {
  test.each([
    ['waits', {}, {}, { kind: 'waiting', awardId: 'a' }],
    ['is being sent', {}, sending, { kind: 'sending', awardId: 'a' }],
    [
      'was cancelled after it was sent',
      { cancelled: true },
      recorded,
      { kind: 'cancelling', sending: false },
    ],
    ['is being voided', { cancelled: true }, sending, { kind: 'cancelling', sending: true }],
    ['was refused', { refusal }, sending, { kind: 'refused', awardId: 'a', reason: 'Pauza.' }],
    [
      'could not be voided',
      { refusal, cancelled: true },
      {},
      { kind: 'not-undone', awardId: 'a', reason: 'Pauza.' },
    ],
    ['was recorded although storing it seemed to fail', {}, recorded, { kind: 'recorded', award }],
    [
      'fault 58: was recorded only by an earlier ledger',
      { again: true },
      recorded,
      { kind: 'waiting', awardId: 'a' },
    ],
  ] as const)('and %s', (_what, own, view, state) => {
    expect(stateOf(own, view)).toEqual(state)
  })
})

describe('the state of an award that has left the outbox', () => {
  test.each([
    ['recorded', recorded, { kind: 'recorded', award }],
    [
      'recorded although it was cancelled',
      { ...recorded, ...withdrawn },
      { kind: 'recorded', award },
    ],
    ['cancelled', withdrawn, { kind: 'withdrawn' }],
    ['dismissed', {}, null],
  ] as const)('because it was %s', (_what, view, state) => {
    expect(stateOf(null, view)).toEqual(state)
  })
})
