import { useSyncExternalStore } from 'react'
import { createObservable } from '#lib/observable'

const KEY = 'geek-sound'
const OFF = 'off'

function isStoredOn(): boolean {
  try {
    return localStorage.getItem(KEY) !== OFF
  } catch {
    return true
  }
}

const sound = createObservable(isStoredOn())

export const isSoundOn = sound.get

export function useSound(): boolean {
  return useSyncExternalStore(sound.subscribe, sound.get)
}

export function chooseSound(on: boolean): void {
  sound.set(on)
  try {
    localStorage.setItem(KEY, on ? 'on' : OFF)
  } catch {
    // Private modes that refuse storage play sounds again at the next visit.
  }
}
