import { useCallback, useEffect, useRef, useState } from 'react'
import { deviceNfc, type NfcReader, type NfcReading, type NfcState, openNfcReader } from '../../scanner/nfc-reader'

/** After a tag was read, NFC stays active this long (ms), so that Android doesn't open the tag before the hand has moved away. */
const LINGER_MS = 3_000

/** Reads tags while the calling component is mounted and not `over`. `onRead` must be a stable function. */
export function useNfc(onRead: (reading: NfcReading) => void, over: boolean) {
  const [state, setState] = useState<NfcState>({ is: 'checking' })
  const reader = useRef<NfcReader | null>(null)
  useEffect(() => {
    const opened = openNfcReader(deviceNfc(), setState, onRead)
    reader.current = opened
    return () => opened.close()
  }, [onRead])
  useEffect(() => {
    if (over) reader.current?.close(LINGER_MS)
  }, [over])
  return { nfc: state, startNfc: useCallback(() => reader.current?.start(), []) }
}
