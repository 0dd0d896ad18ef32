import { useState } from 'react'
import type { User } from '#contract/entities'
import { accountMenuTexts } from '#texts/layout'
import { isWaiting } from '../offline/entry'
import { useOutboxAfterPaint } from '../offline/page-outbox'
import { Confirmation } from '../ui/dialog'
import { useSignOut } from './signed-in'

/**
 * Signs out, but first warns if awards wait on this device or may wait (fault 17). The caller
 * renders `warning`.
 */
export function useCarefulSignOut(user: User) {
  const { signOut, busy } = useSignOut(user)
  const { storage, entries } = useOutboxAfterPaint()
  const [isAsking, setAsking] = useState(false)
  const waiting = entries.filter((entry) => entry.userId === user.id && isWaiting(entry)).length
  // Unreadable storage may hold awards (fault 46). The device of somebody who is no booth's staff
  // needs no warning if it knows of none.
  const mayHoldAwards = storage !== 'read' && (user.vendor_id !== null || entries.length > 0)
  return {
    busy,
    signOut: () => (waiting > 0 || mayHoldAwards ? setAsking(true) : signOut()),
    warning: isAsking && (
      <Confirmation
        title={accountMenuTexts.signOutWaitingTitle}
        text={
          mayHoldAwards
            ? accountMenuTexts.signOutUnreadable
            : accountMenuTexts.signOutWaiting(waiting)
        }
        confirm={accountMenuTexts.signOutAnyway}
        busy={busy}
        onConfirm={signOut}
        onClose={() => setAsking(false)}
      />
    ),
  }
}
