import { describe, expect, test } from 'vitest'
import { createOutboxCopies } from '../../src/offline/journal'
import { newEntry } from './entries'
import { createFakeStorage } from './fake-storage'

describe('fault 48: the copies of waiting awards in local storage', () => {
  test('are told apart from everything else that is there, and from notes of cancellations', () => {
    const local = new Map([['theme', 'dark']])
    const copies = createOutboxCopies(createFakeStorage(local))
    const [entry, other] = [newEntry(), newEntry()]
    copies.put(entry)
    copies.put(other)
    copies.noteCancel(other.awardId)
    copies.setGeneration('first')
    expect([copies.ids(), copies.entries()]).toEqual([
      [entry.awardId, other.awardId],
      [entry, other],
    ])
    expect([copies.notedCancels(), copies.generation()]).toEqual([[other.awardId], 'first'])
    copies.remove(entry.awardId)
    copies.endCancel(other.awardId)
    expect([copies.ids(), copies.notedCancels(), local.get('theme')]).toEqual([[other.awardId], [], 'dark'])
  })

  test('of the awards that were taken back the last fifty are noted, each until it is given again', () => {
    const { takenBack } = createOutboxCopies(createFakeStorage())
    const ids = Array.from({ length: 51 }, (_, index) => `award ${index}`)
    for (const id of ids) takenBack.note(id)
    takenBack.end('award 5')
    expect(ids.filter((id) => !takenBack.has(id))).toEqual(['award 0', 'award 5'])
  })

  test.each([
    ['is not JSON', 'cut o'],
    ['is of another version of the app', '{"version":2}'],
  ])('one that %s is no award, and hides no other', (_what, text) => {
    const local = new Map([['geek-outbox-copy:broken', text]])
    const copies = createOutboxCopies(createFakeStorage(local))
    const entry = newEntry()
    copies.put(entry)
    expect(copies.entries()).toEqual([entry])
  })

  test.each([
    ['is not there', null],
    [
      'refuses everything',
      new Proxy(createFakeStorage(), {
        get: () => {
          throw new DOMException('refused', 'SecurityError')
        },
      }),
    ],
  ])('where local storage %s there are none, and nothing fails', (_what, storage) => {
    const copies = createOutboxCopies(storage)
    const { awardId } = newEntry()
    copies.put(newEntry({ awardId }))
    copies.noteCancel(awardId)
    copies.setGeneration('first')
    copies.remove(awardId)
    copies.endCancel(awardId)
    expect([copies.ids(), copies.entries(), copies.notedCancels(), copies.generation()]).toEqual([[], [], [], null])
  })
})
