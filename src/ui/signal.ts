/** Hz and seconds of one tone, one after the other. */
type Tone = readonly [frequency: number, duration: number]

const FOUND: readonly Tone[] = [
  [880, 0.07],
  [1320, 0.11],
]
const REFUSED: readonly Tone[] = [[196, 0.22]]
const LOUDNESS = 0.15

let audio: AudioContext | null = null

/** Allows sound later on; to be called from a tap, because browsers keep pages silent that nobody has touched. */
export function allowSound(): void {
  try {
    audio ??= new AudioContext()
    void audio.resume().catch(() => undefined)
  } catch {
    // A device without sound.
  }
}

function play(tones: readonly Tone[]): void {
  if (audio?.state !== 'running') return
  let at = audio.currentTime
  for (const [frequency, duration] of tones) {
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = frequency
    volume.gain.setValueAtTime(LOUDNESS, at)
    // Cut off at once it would click.
    volume.gain.exponentialRampToValueAtTime(0.001, at + duration)
    tone.connect(volume).connect(audio.destination)
    tone.start(at)
    at += duration
    tone.stop(at)
  }
}

function vibrate(pattern: number[]): void {
  // Not there on an iPhone; a page that nobody has touched may not, and is told so in the console.
  if ('vibrate' in navigator && navigator.userActivation.hasBeenActive) navigator.vibrate(pattern)
}

/** Something was found: two rising tones and one short buzz, for a person who looks elsewhere. */
export function signalFound(): void {
  vibrate([60])
  play(FOUND)
}

/** Something was read and refused: one low tone and two buzzes. */
export function signalRefused(): void {
  vibrate([80, 60, 80])
  play(REFUSED)
}

/** Something good has come by itself: felt, and silent. */
export function signalArrived(): void {
  vibrate([40, 60, 40, 60, 120])
}
