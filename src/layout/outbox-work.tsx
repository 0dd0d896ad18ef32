import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { currentUserQuery } from '../api/queries'
import { useOutboxSync, useScanReplay } from '../features/outbox/outbox-sync'
import { lastingWork } from './lasting-work'

/** A separate component, so that a change of the outbox re-renders nothing else. */
function OutboxWork() {
  // Never fetch the user here: this work continues behind screens that need no user.
  const { data: user } = useQuery({ ...currentUserQuery(), enabled: false })
  useOutboxSync(user)
  useScanReplay(user)
  return null
}

/** Sends what waits on this device, from now on behind every screen. */
export function useLastingOutboxWork(): void {
  useEffect(() => lastingWork.set(<OutboxWork />), [])
}
