import { type Decoder, openDecoder } from './decoder'
import { createGrabber } from './picture'

export type CameraState =
  | { readonly is: 'unsupported' }
  /** It would ask the person for the camera, who has another way here and may not want that. */
  | { readonly is: 'unasked' }
  | { readonly is: 'starting' }
  | { readonly is: 'refused' }
  | { readonly is: 'missing' }
  /** Another program has it, or it was taken away. */
  | { readonly is: 'busy' }
  /** There is a picture, and nothing that could read it. */
  | { readonly is: 'no-decoder' }
  | { readonly is: 'ready'; readonly torch: 'none' | 'off' | 'on' }

export interface CameraReader {
  start(): void
  setTorch(on: boolean): void
  close(): void
}

/** At most ten pictures a second: quicker is not felt, and warms the phone. */
const BETWEEN_PICTURES_MS = 100

const WANTED: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: { ideal: 'environment' }, width: { ideal: 1280 }, height: { ideal: 720 } },
}

function stateAfter(error: unknown): CameraState {
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotAllowedError':
    case 'SecurityError':
      return { is: 'refused' }
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { is: 'missing' }
    default:
      return { is: 'busy' }
  }
}

/** Browsers that know it tell so among the capabilities, which TypeScript does not list it in. */
function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: object = track.getCapabilities?.() ?? {}
  return 'torch' in capabilities && capabilities.torch === true
}

/** Whether the camera may be used without asking; false where the browser does not say. */
export async function cameraIsAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted'
  } catch {
    return false
  }
}

/**
 * Shows the camera at the back of the phone in `video` and reads QR codes from it, from `start()` to `close()`; lets go of the
 * camera while the page is hidden.
 */
export function openCameraReader(
  video: HTMLVideoElement,
  onState: (state: CameraState) => void,
  onRead: (texts: readonly string[]) => void,
): CameraReader {
  const grab = createGrabber()
  let wanted = false
  /** From the first question for the camera until it is let go of: asked twice, two would be open. */
  let running = false
  let stream: MediaStream | null = null
  let decoder: Promise<Decoder> | null = null
  /** Every start has a number; what an earlier one still does is late. */
  let run = 0

  /** One picture, and the rest of its time. */
  async function readPicture(reader: Decoder, own: number): Promise<void> {
    const began = performance.now()
    const picture = grab(video)
    const texts = picture === null ? [] : await reader.decode(picture)
    if (own === run && texts.length > 0) onRead(texts)
    await new Promise((next) => setTimeout(next, Math.max(0, BETWEEN_PICTURES_MS - (performance.now() - began))))
  }

  async function lookForCodes(own: number): Promise<void> {
    decoder ??= openDecoder()
    try {
      const reader = await decoder
      while (own === run) await readPicture(reader, own)
    } catch {
      decoder = null
      if (own !== run) return
      stop()
      onState({ is: 'no-decoder' })
    }
  }

  function stop(): void {
    run++
    running = false
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
    video.srcObject = null
  }

  async function begin(): Promise<void> {
    const own = ++run
    running = true
    onState({ is: 'starting' })
    try {
      const opened = await navigator.mediaDevices.getUserMedia(WANTED)
      if (own !== run) {
        for (const track of opened.getTracks()) track.stop()
        return
      }
      stream = opened
      const [track] = opened.getVideoTracks()
      track?.addEventListener('ended', () => {
        if (own !== run) return
        stop()
        onState({ is: 'busy' })
      })
      video.srcObject = opened
      await video.play()
      if (own !== run) return
      onState({ is: 'ready', torch: track !== undefined && hasTorch(track) ? 'off' : 'none' })
      void lookForCodes(own)
    } catch (error) {
      if (own !== run) return
      stop()
      onState(stateAfter(error))
    }
  }

  function seenOrHidden(): void {
    if (document.visibilityState !== 'visible') stop()
    else if (wanted && !running) void begin()
  }
  document.addEventListener('visibilitychange', seenOrHidden)

  return {
    start() {
      // Not there on addresses without https.
      if (!('mediaDevices' in navigator)) return onState({ is: 'unsupported' })
      wanted = true
      if (!running && document.visibilityState === 'visible') void begin()
    },
    setTorch(on) {
      const [track] = stream?.getVideoTracks() ?? []
      if (track === undefined) return
      const own = run
      const light: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: on }
      track.applyConstraints({ advanced: [light] }).then(
        () => {
          if (own === run) onState({ is: 'ready', torch: on ? 'on' : 'off' })
        },
        () => {
          if (own === run) onState({ is: 'ready', torch: 'none' })
        },
      )
    },
    close() {
      wanted = false
      document.removeEventListener('visibilitychange', seenOrHidden)
      stop()
      decoder?.then(
        (opened) => opened.close(),
        () => undefined,
      )
    },
  }
}
