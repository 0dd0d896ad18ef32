import { useEffect } from 'react'
import { pageOutbox } from '../../offline/page-outbox'
import { OutboxPanel } from './outbox-panel'

/** What waits or was refused on this device, for whoever is not signed in: to be seen, not to be sent. */
export function SignedOutOutbox() {
  useEffect(() => void pageOutbox.signIn(null), [])
  return <OutboxPanel userId={null} />
}
