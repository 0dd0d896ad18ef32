import { useCallback, useEffect, useRef, useState } from 'react'
import { deviceNfc, type NfcReader, type NfcReading, type NfcState, openNfcReader } from '../../scanner/nfc-reader'

/** Time for which tags are still kept from Android after one was read, in ms: until a hand has moved away. */
const LINGER_MS = 3_000

/** Reads tags while the screen that uses it is there and it is not `over`. `onRead` has to stay the same function. */
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
