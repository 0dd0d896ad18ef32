import { useSyncExternalStore } from 'react'
import { storeChoice, storedChoice } from '#lib/local-storage'
import { createObservable } from '#lib/observable'

const KEY = 'geek-sound'
const OFF = 'off'

const sound = createObservable(storedChoice(KEY) !== OFF)

export function useSound(): boolean {
  return useSyncExternalStore(sound.subscribe, sound.get)
}

export function chooseSound(on: boolean): void {
  sound.set(on)
  storeChoice(KEY, on ? 'on' : OFF)
}

/** One tone of a sequence: frequency in Hz, duration in seconds. */
type Tone = readonly [frequency: number, duration: number]

const FOUND: readonly Tone[] = [
  [880, 0.07],
  [1320, 0.11],
]
const REFUSED: readonly Tone[] = [[196, 0.22]]
const ARRIVED: readonly Tone[] = [
  [660, 0.08],
  [880, 0.08],
  [1320, 0.22],
]
const LOUDNESS = 0.15
/** Loudness for a series in a noisy hall. */
const LOUD = 0.6

/**
 * Signals of a series, for staff who don't look at the screen: distinct in pitch and in the number
 * of tones and vibrations.
 */
const ANSWERS = {
  given: { tones: FOUND, buzz: [60] },
  cooldown: {
    tones: [
      [520, 0.16],
      [415, 0.26],
    ],
    buzz: [90, 90, 90],
  },
  refused: {
    tones: [
      [196, 0.14],
      [165, 0.14],
      [131, 0.3],
    ],
    buzz: [220, 90, 220, 90, 220],
  },
} as const satisfies Record<
  string,
  { readonly tones: readonly Tone[]; readonly buzz: readonly number[] }
>

let audio: AudioContext | null = null

/** Unlocks audio. Call it from a tap: browsers block sound on pages without user activation. */
export function allowSound(): void {
  try {
    if (audio === null || audio.state === 'closed') audio = new AudioContext()
    // Safari: respect the phone's silent switch.
    if ('audioSession' in navigator)
      Object.assign(navigator.audioSession as object, { type: 'ambient' })
    void audio.resume().catch(() => undefined)
  } catch {
    // The device has no audio.
  }
}

/** Drop sounds later than this (ms): they would seem to answer something else. */
const IN_TIME_MS = 1_000

/** Plays tones. Resumes audio that a call, another app or the background has suspended. */
function play(tones: readonly Tone[], loudness = LOUDNESS): void {
  const context = audio
  if (context === null || !sound.get()) return
  if (context.state === 'running') {
    playNow(context, tones, loudness)
    return
  }
  const askedAt = performance.now()
  context.resume().then(
    () => {
      if (performance.now() - askedAt < IN_TIME_MS) playNow(context, tones, loudness)
    },
    // The audio context is lost: make a new one for the next signal, as a series has no next tap.
    () => {
      if (audio !== context) return
      audio = null
      allowSound()
    },
  )
}

function playNow(audio: AudioContext, tones: readonly Tone[], loudness: number): void {
  let at = audio.currentTime
  for (const [frequency, duration] of tones) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(loudness, at)
    // A fade-out; stopping abruptly would click.
    volume.gain.exponentialRampToValueAtTime(0.001, at + duration)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    at += duration
    tone.stop(at)
  }
}

export function vibrate(pattern: readonly number[]): void {
  // iOS lacks `vibrate`; without user activation Chromium rejects the call and logs to the console.
  if ('vibrate' in navigator && navigator.userActivation.hasBeenActive)
    navigator.vibrate([...pattern])
}

/**
 * Signals a find: two rising tones and a short vibration, for a person who isn't watching the
 * screen.
 */
export function signalFound(): void {
  vibrate([60])
  play(FOUND)
}

/** Signals a refusal: one low tone and two vibrations. */
export function signalRefused(): void {
  vibrate([80, 60, 80])
  play(REFUSED)
}

/** Signals the answer to a scan in a series. */
export function signalAnswer(answer: keyof typeof ANSWERS): void {
  const { tones, buzz } = ANSWERS[answer]
  vibrate(buzz)
  play(tones, LOUD)
}

/**
 * Signals arrived points: three rising tones and a vibration. No sound before the first tap on the
 * page.
 */
export function signalArrived(): void {
  vibrate([40, 60, 40, 60, 120])
  if (!navigator.userActivation.hasBeenActive || !sound.get()) return
  allowSound()
  play(ARRIVED)
}
