import { useEffect } from 'react'
import { pageOutbox } from '../../offline/page-outbox'
import { OutboxPanel } from './outbox-panel'

/** Shows this device's waiting and refused awards while nobody is signed in. Sends nothing. */
export function SignedOutOutbox() {
  useEffect(() => void pageOutbox.signIn(null), [])
  return <OutboxPanel userId={null} />
}
