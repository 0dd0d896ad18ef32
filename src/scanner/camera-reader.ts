import { storeChoice, storedChoice } from '#lib/local-storage'
import type { DetectedCode } from './codes'
import { type Decoder, NoReaderError, openDecoder } from './decoder'
import { createGrabber, type Grab } from './picture'

export type CameraState =
  | { readonly kind: 'unsupported' }
  /**
   * Not started: the browser would show a permission prompt, and the person may prefer another way
   * to scan.
   */
  | { readonly kind: 'prompt' }
  | { readonly kind: 'starting' }
  | { readonly kind: 'refused' }
  | { readonly kind: 'missing' }
  /** Used by another program, or disconnected. */
  | { readonly kind: 'busy' }
  /** The camera works, but the browser denies access to its pixels. */
  | { readonly kind: 'no-pixels' }
  /** The camera works, but no decoder could be loaded; loading is retried. */
  | { readonly kind: 'no-decoder' }
  /** Nothing in this browser can read codes. No retries. */
  | { readonly kind: 'no-reader' }
  | { readonly kind: 'ready'; readonly torch: Torch; readonly hasOtherCamera: boolean }

type Torch = 'none' | 'off' | 'on'

export type CameraReader = ReturnType<typeof openCameraReader>

/** At most ten frames a second: a higher rate isn't noticeable and heats the phone. */
const FRAME_MS = 100
/**
 * The frame interval (ms) in a series, which lasts for hours, while nothing new is in view. Still
 * reads a card within half a second.
 */
export const SERIES_FRAME_MS = 300
/**
 * Delay before reopening the camera or reloading the decoder (ms); shorter when the browser reports
 * a camera or a network.
 */
const RETRY_MS = 3_000

const SIZE = { width: { ideal: 1280 }, height: { ideal: 720 } }
const KEY = 'geek-camera'

/** Opens the camera chosen on this device, else the rear one that the browser prefers. */
async function openStream(): Promise<MediaStream> {
  const chosen = storedChoice(KEY)
  const open = (which: MediaTrackConstraints) =>
    navigator.mediaDevices.getUserMedia({ audio: false, video: { ...SIZE, ...which } })
  const rear = { facingMode: { ideal: 'environment' } }
  if (chosen === null) return open(rear)
  try {
    return await open({ deviceId: { exact: chosen } })
  } catch (error) {
    if (isRefusal(error)) throw error
    // The chosen camera is gone or in use.
    return open(rear)
  }
}

/** Matches browsers' labels of front cameras. */
const FRONT = /front|user|selfie|facetime|prednj/i

/** Ids of rear cameras, including those of unknown position. */
async function rearCameras(): Promise<readonly string[]> {
  const devices = await navigator.mediaDevices.enumerateDevices()
  const cameras = devices.filter(({ kind, deviceId }) => kind === 'videoinput' && deviceId !== '')
  const facing = (device: MediaDeviceInfo): readonly string[] => {
    // Only `InputDeviceInfo` has capabilities, and not in every browser.
    const capabilities =
      'getCapabilities' in device && device instanceof InputDeviceInfo
        ? device.getCapabilities()
        : {}
    return capabilities.facingMode ?? []
  }
  return cameras
    .filter((one) => !facing(one).includes('user') && !FRONT.test(one.label))
    .map(({ deviceId }) => deviceId)
}

function isRefusal(error: unknown): boolean {
  return error instanceof DOMException && /^(NotAllowed|Security)Error$/.test(error.name)
}

function stateAfter(error: unknown): CameraState {
  if (isRefusal(error)) return { kind: 'refused' }
  switch (error instanceof DOMException ? error.name : '') {
    case 'NotFoundError':
    case 'OverconstrainedError':
      return { kind: 'missing' }
    default:
      return { kind: 'busy' }
  }
}

/** `torch` is reported in the capabilities, but TypeScript's types don't list it. */
function torchOf(track: MediaStreamTrack | undefined): Torch {
  const capabilities: object = track?.getCapabilities?.() ?? {}
  return 'torch' in capabilities && capabilities.torch === true ? 'off' : 'none'
}

function release(stream: MediaStream): void {
  for (const track of stream.getTracks()) track.stop()
}

async function cameraPermission(): Promise<PermissionState | null> {
  try {
    return (await navigator.permissions.query({ name: 'camera' })).state
  } catch {
    return null
  }
}

/** True if the camera can be opened without a prompt; false if the browser can't tell. */
export async function cameraIsAllowed(): Promise<boolean> {
  return (await cameraPermission()) === 'granted'
}

/**
 * Shows a rear camera in `video` and reads QR codes between `start()` and `close()`. `onFrame`
 * receives each frame's codes, often none, and returns whether to read the next frame at once.
 * Releases the camera while the page is hidden.
 */
export function openCameraReader(
  video: HTMLVideoElement,
  onState: (state: CameraState) => void,
  onFrame: (codes: readonly DetectedCode[]) => boolean,
  frameMs = FRAME_MS,
) {
  let wanted = false
  /**
   * Identifies a run, from the camera's request to its release: prevents a second stream, and
   * marks results of an earlier run, which are discarded.
   */
  let run: symbol | null = null
  let stream: MediaStream | null = null
  let decoder: Decoder | null = null
  let cameras: readonly string[] = []
  /** True after no decoder could be loaded: the camera stays off, or it would heat the phone. */
  let lacksDecoder = false
  let retry: ReturnType<typeof setTimeout> | undefined

  /** Decodes one frame, then waits for the rest of the interval. */
  async function readFrame(grab: Grab, reader: Decoder, own: symbol): Promise<void> {
    const began = performance.now()
    const picture = await grab(video)
    const codes = picture === null ? null : await reader.decode(picture)
    const atOnce = own === run && codes !== null && onFrame(codes)
    const everyMs = atOnce ? FRAME_MS : frameMs
    await new Promise((next) =>
      setTimeout(next, Math.max(0, everyMs - (performance.now() - began))),
    )
  }

  async function readFrames(own: symbol): Promise<void> {
    const grab = await createGrabber()
    if (own !== run) return
    if (grab === null) return endWith({ kind: 'no-pixels' })
    decoder ??= openDecoder()
    try {
      while (own === run) await readFrame(grab, decoder, own)
    } catch (error) {
      if (own === run)
        endWith({ kind: error instanceof NoReaderError ? 'no-reader' : 'no-decoder' })
    }
  }

  function stop(): void {
    run = null
    if (stream !== null) release(stream)
    stream = null
    video.srcObject = null
  }

  function endWith(state: CameraState): void {
    stop()
    onState(state)
    lacksDecoder = state.kind === 'no-decoder'
    if (state.kind === 'no-reader') wanted = false
    if (lacksDecoder || state.kind === 'busy') retryLater()
  }
  const onHint = () => void tryAgain()
  function retryLater(): void {
    clearTimeout(retry)
    retry = setTimeout(onHint, RETRY_MS)
  }
  /** Reloads the decoder or reopens the camera; no event tells when another program releases it. */
  async function tryAgain(): Promise<void> {
    clearTimeout(retry)
    if (!wanted || run !== null || document.visibilityState !== 'visible') return
    try {
      if (lacksDecoder) await decoder?.load()
      if (wanted && run === null) void begin(true)
    } catch {
      if (wanted) retryLater()
    }
  }

  const ready = (torch: Torch): CameraState => ({
    kind: 'ready',
    torch,
    hasOtherCamera: cameras.length > 1,
  })

  function follow(track: MediaStreamTrack, own: symbol): void {
    const inThisRun = (act: () => void) => () => {
      if (own === run) act()
    }
    track.addEventListener(
      'ended',
      inThisRun(() => {
        stop()
        // The permission may have been revoked.
        void cameraPermission().then((permission) => {
          if (run === null && wanted)
            endWith({ kind: permission === 'denied' ? 'refused' : 'busy' })
        })
      }),
    )
    // A call or another app takes the camera for a while.
    track.addEventListener(
      'mute',
      inThisRun(() => onState({ kind: 'busy' })),
    )
    track.addEventListener(
      'unmute',
      inThisRun(() => onState(ready(torchOf(track)))),
    )
  }

  async function begin(isQuiet = false): Promise<void> {
    const own = Symbol('run')
    run = own
    clearTimeout(retry)
    if (!isQuiet) onState({ kind: 'starting' })
    try {
      const opened = await openStream()
      if (own !== run) return release(opened)
      stream = opened
      const [track] = opened.getVideoTracks()
      if (track !== undefined) follow(track, own)
      video.srcObject = opened
      // Labels are available only once a camera is open.
      cameras = await rearCameras().catch(() => [])
      await video.play()
      if (own !== run) return
      onState(ready(torchOf(track)))
      void readFrames(own)
    } catch (error) {
      if (own === run) endWith(stateAfter(error))
    }
  }

  function onVisibilityChange(): void {
    if (document.visibilityState !== 'visible') stop()
    else if (wanted && run === null) void begin()
  }
  document.addEventListener('visibilitychange', onVisibilityChange)
  window.addEventListener('online', onHint)
  // Undefined on insecure origins.
  const devices: MediaDevices | undefined = navigator.mediaDevices
  devices?.addEventListener('devicechange', onHint)

  return {
    start() {
      if (devices === undefined) return onState({ kind: 'unsupported' })
      wanted = true
      // Another program took the camera: reopen it.
      if (stream?.getVideoTracks().some(({ muted }) => muted) === true) stop()
      if (run === null && document.visibilityState === 'visible') void begin()
    },
    /** Changes to the next rear camera and stores the choice. */
    changeCamera(): void {
      const [track] = stream?.getVideoTracks() ?? []
      const next =
        cameras[(cameras.indexOf(track?.getSettings().deviceId ?? '') + 1) % cameras.length]
      if (next === undefined) return
      storeChoice(KEY, next)
      stop()
      void begin()
    },
    setTorch(on: boolean): void {
      const [track] = stream?.getVideoTracks() ?? []
      if (track === undefined) return
      const own = run
      const show = (torch: Torch) => {
        if (own === run) onState(ready(torch))
      }
      const light: MediaTrackConstraintSet & { readonly torch: boolean } = { torch: on }
      track.applyConstraints({ advanced: [light] }).then(
        () => show(on ? 'on' : 'off'),
        () => show('none'),
      )
    },
    close(): void {
      wanted = false
      clearTimeout(retry)
      devices?.removeEventListener('devicechange', onHint)
      document.removeEventListener('visibilitychange', onVisibilityChange)
      window.removeEventListener('online', onHint)
      stop()
      decoder?.close()
      decoder = null
    },
  }
}
