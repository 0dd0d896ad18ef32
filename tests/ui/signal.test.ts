import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { allowSound, chooseSound, signalFound } from '../../src/ui/signal'

const audios: FakeAudio[] = []

/** An audio context that a test suspends, as a call or another app does. */
class FakeAudio {
  state: 'running' | 'suspended' | 'closed' = 'running'
  /** How many tones were started. */
  started = 0
  readonly currentTime = 0
  readonly destination = {}
  /** True if the system never gives the audio back. */
  isLost = false

  constructor() {
    audios.push(this)
  }

  async resume(): Promise<void> {
    if (this.isLost) throw new Error('lost')
    this.state = 'running'
  }

  createOscillator() {
    const node = { frequency: { value: 0 }, stop: () => undefined }
    return Object.assign(node, { connect: (to: unknown) => to, start: () => (this.started += 1) })
  }

  createGain() {
    const gain = { setValueAtTime: () => 0, exponentialRampToValueAtTime: () => 0 }
    return { gain, connect: (to: unknown) => to }
  }
}

beforeEach(() => {
  vi.stubGlobal('AudioContext', FakeAudio)
  chooseSound(true)
  allowSound()
})
afterEach(() => {
  vi.unstubAllGlobals()
})

const newest = () => {
  const audio = audios.at(-1)
  if (audio === undefined) throw new Error('the app made no audio')
  return audio
}

test('sound that a phone call interrupted resumes with the next signal', async () => {
  const audio = newest()
  signalFound()
  expect(audio.started).toBe(2)
  audio.state = 'suspended'
  signalFound()
  await vi.waitFor(() => expect(audio.started).toBe(4))
  expect(audio.state).toBe('running')
})

test('audio that the system has taken away for good is replaced for the next signal, without a tap', async () => {
  const lost = newest()
  Object.assign(lost, { state: 'suspended', isLost: true, started: 0 })
  signalFound()
  await vi.waitFor(() => expect(newest()).not.toBe(lost))
  signalFound()
  expect([lost.started, newest().started]).toEqual([0, 2])
})
