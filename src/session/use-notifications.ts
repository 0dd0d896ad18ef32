import { useCallback, useEffect, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { pushTexts } from '#texts/notices'
import { whenIdle } from '../pwa/when-idle'
import { toast } from '../ui/toast'
import { canNotify, notificationAnswer, renew, turnOff, turnOn } from './notifications'

/** A player's notifications on this device. */
export interface Notifications {
  /** `unanswered`: never asked on this device. */
  readonly is: 'impossible' | 'unanswered' | 'on' | 'off'
  readonly turnOn: () => void
  readonly turnOff: () => void
}

export function useNotifications(user: User): Notifications {
  const answer = useSyncExternalStore(notificationAnswer.subscribe, notificationAnswer.get)
  const own = answer?.account === user.id ? answer.is : 'unanswered'
  const on = useCallback(async () => {
    const came = await turnOn(user.id)
    if (came === 'on') toast.success(pushTexts.on)
    else toast.error(came === 'denied' ? pushTexts.denied : pushTexts.failed)
  }, [user.id])
  const off = useCallback(async () => {
    await turnOff(user.id)
    toast.success(pushTexts.off)
  }, [user.id])
  return {
    is: user.vendor_id === null && canNotify() ? own : 'impossible',
    turnOn: () => void on(),
    turnOff: () => void off(),
  }
}

/** Keeps the device subscribed while the account is signed in. */
export function useNotificationRenewal(user: User | null | undefined): void {
  const account = user?.vendor_id === null ? user.id : null
  useEffect(() => {
    if (account !== null) whenIdle(() => void renew(account))
  }, [account])
}
