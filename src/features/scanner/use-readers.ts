import { useCallback, useEffect, useRef, useState } from 'react'
import { type CameraReader, type CameraState, cameraIsAllowed, openCameraReader } from '../../scanner/camera-reader'
import type { Code } from '../../scanner/codes'
import { type NfcReader, type NfcReading, type NfcState, openNfcReader } from '../../scanner/nfc-reader'

/**
 * Reads QR codes while the calling component is mounted and not `over`. Starts immediately if the camera is already
 * permitted, or if there is no other way to scan (`alone`); the browser then shows a permission prompt. `onLook` must be a
 * stable function.
 */
export function useCamera(alone: boolean, onLook: (codes: readonly Code[]) => void, over: boolean) {
  const [state, setState] = useState<CameraState>({ is: 'unasked' })
  const video = useRef<HTMLVideoElement>(null)
  const reader = useRef<CameraReader | null>(null)

  useEffect(() => {
    if (video.current === null) return
    const opened = openCameraReader(video.current, setState, onLook)
    reader.current = opened
    let over = false
    void cameraIsAllowed().then((allowed) => {
      if (allowed && !over) opened.start()
    })
    return () => {
      over = true
      opened.close()
    }
  }, [onLook])

  useEffect(() => {
    if (alone) reader.current?.start()
  }, [alone])
  useEffect(() => {
    if (over) reader.current?.close()
  }, [over])

  return {
    camera: state,
    video,
    startCamera: useCallback(() => reader.current?.start(), []),
    changeCamera: useCallback(() => reader.current?.changeCamera(), []),
    setTorch: useCallback((on: boolean) => reader.current?.setTorch(on), []),
  }
}

/** After a tag was read, NFC stays active this long (ms), so that Android doesn't open the tag before the hand has moved away. */
const LINGER_MS = 3_000

/** Reads tags while the calling component is mounted and not `over`. `onRead` must be a stable function. */
export function useNfc(onRead: (reading: NfcReading) => void, over: boolean) {
  const [state, setState] = useState<NfcState>({ is: 'checking' })
  const reader = useRef<NfcReader | null>(null)
  useEffect(() => {
    const opened = openNfcReader(setState, onRead)
    reader.current = opened
    return () => opened.close()
  }, [onRead])
  useEffect(() => {
    if (over) reader.current?.close(LINGER_MS)
  }, [over])
  return { nfc: state, startNfc: useCallback(() => reader.current?.start(), []) }
}
