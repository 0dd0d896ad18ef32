import { expect, test, vi } from 'vitest'
import { createEmitter, createObservable } from '#lib/observable'

test('an observable notifies its listeners of each new value, and of none after they unsubscribe', () => {
  const count = createObservable(0)
  const seen: number[] = []
  const unsubscribe = count.subscribe(() => seen.push(count.get()))
  count.set(1)
  count.set(2)
  unsubscribe()
  count.set(3)
  expect(seen).toEqual([1, 2])
  expect(count.get()).toBe(3)
})

test('an observable that is set to the value that it has notifies nobody', () => {
  const place = createObservable({ x: 1 })
  const listener = vi.fn()
  place.subscribe(listener)
  place.set(place.get())
  expect(listener).not.toHaveBeenCalled()
  place.set({ x: 1 })
  expect(listener).toHaveBeenCalledOnce()
})

test('an emitter passes its arguments to every listener, also while one unsubscribes', () => {
  const scanned = createEmitter<[tag: string]>()
  const seen: string[] = []
  const first = scanned.subscribe((tag) => {
    seen.push(`first ${tag}`)
    first()
  })
  scanned.subscribe((tag) => seen.push(`second ${tag}`))
  scanned.emit('zmaj')
  scanned.emit('vuk')
  expect(seen).toEqual(['first zmaj', 'second zmaj', 'second vuk'])
})
