import { type Decoder, openDecoder } from './decoder'
import { createGrabber } from './picture'

export type CameraState =
  | { readonly is: 'unsupported' }
  /** Not started, because the browser would show a permission prompt and the person may prefer another way to scan. */
  | { readonly is: 'unasked' }
  | { readonly is: 'starting' }
  | { readonly is: 'refused' }
  | { readonly is: 'missing' }
  /** Used by another program, or disconnected. */
  | { readonly is: 'busy' }
  /** The camera works, but no decoder could be loaded. */
  | { readonly is: 'no-decoder' }
  | { readonly is: 'ready'; readonly torch: 'none' | 'off' | 'on' }

export type CameraReader = ReturnType<typeof openCameraReader>

/** At most ten frames a second: a higher rate isn't noticeable and heats the phone. */
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

/** `torch` is reported in the capabilities, but TypeScript's types don't list it. */
function hasTorch(track: MediaStreamTrack): boolean {
  const capabilities: object = track.getCapabilities?.() ?? {}
  return 'torch' in capabilities && capabilities.torch === true
}

/** True when the camera can be opened without a prompt; false where the browser can't tell. */
export async function cameraIsAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state === 'granted'
  } catch {
    return false
  }
}

/**
 * Shows the rear camera in `video` and reads QR codes from it between `start()` and `close()`. Releases the camera while
 * the page is hidden.
 */
export function openCameraReader(
  video: HTMLVideoElement,
  onState: (state: CameraState) => void,
  onRead: (texts: readonly string[]) => void,
) {
  const grab = createGrabber()
  let wanted = false
  /** From the camera request until its release: prevents a second stream, and late results of an earlier run are discarded. */
  let run: symbol | null = null
  let stream: MediaStream | null = null
  let decoder: Promise<Decoder> | null = null

  /** Decodes one frame, then waits for the rest of the frame interval. */
  async function readPicture(reader: Decoder, own: symbol): Promise<void> {
    const began = performance.now()
    const picture = grab(video)
    const texts = picture === null ? [] : await reader.decode(picture)
    if (own === run && texts.length > 0) onRead(texts)
    await new Promise((next) => setTimeout(next, Math.max(0, BETWEEN_PICTURES_MS - (performance.now() - began))))
  }

  async function lookForCodes(own: symbol): Promise<void> {
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
    run = null
    for (const track of stream?.getTracks() ?? []) track.stop()
    stream = null
    video.srcObject = null
  }

  async function begin(): Promise<void> {
    const own = Symbol('run')
    run = own
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
    else if (wanted && run === null) void begin()
  }
  document.addEventListener('visibilitychange', seenOrHidden)

  return {
    start() {
      // `mediaDevices` is undefined on insecure origins.
      if (!('mediaDevices' in navigator)) return onState({ is: 'unsupported' })
      wanted = true
      if (run === null && document.visibilityState === 'visible') void begin()
    },
    setTorch(on: boolean): void {
      const [track] = stream?.getVideoTracks() ?? []
      if (track === undefined) return
      const own = run
      const show = (torch: 'none' | 'off' | 'on') => {
        if (own === run) onState({ is: 'ready', torch })
      }
      const light: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: on }
      track.applyConstraints({ advanced: [light] }).then(
        () => show(on ? 'on' : 'off'),
        () => show('none'),
      )
    },
    close(): void {
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
