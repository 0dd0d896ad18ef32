import { BellRing } from 'lucide-react'
import { useEffect, useSyncExternalStore } from 'react'
import * as v from 'valibot'
import { pushKey, subscribePush, unsubscribePush } from '#contract/calls/push'
import type { User } from '#contract/entities'
import { readStored, writeStored } from '#lib/local-storage'
import { createObservable } from '#lib/observable'
import { whenIdle, withDeadline } from '#lib/timers'
import { pushTexts } from '#texts/notices'
import { call } from '../api/call'
import { serverLedger } from '../api/connection'
import { Button } from '../ui/button'
import { Panel } from '../ui/panel'
import { toast } from '../ui/toast'

const KEY = 'geek-push'
/** How long to wait for a ready worker (ms): without one there are no notifications. */
const WORKER_MS = 5_000

/** Whether the user wants notifications on this device: asked once, and switched in the menu. */
const choiceSchema = v.object({ account: v.string(), is: v.picklist(['on', 'off']) })
type PushChoice = v.InferOutput<typeof choiceSchema>

/** The latest choice made on this device, whichever account made it. */
const chosen = createObservable(readStored(KEY, choiceSchema))

function saveChoice(choice: PushChoice): void {
  chosen.set(choice)
  writeStored(KEY, choice)
}

/** The state of a wanted subscription, as last reported by the browser. */
const subscriptionState = createObservable<'unknown' | 'lives' | 'ended' | 'blocked'>('unknown')

/** Whether this browser supports notifications. On an iPhone only the installed app does. */
function canNotify(): boolean {
  return 'PushManager' in window && 'Notification' in window && 'serviceWorker' in navigator
}

async function readyWorker(): Promise<ServiceWorkerRegistration> {
  return await withDeadline(navigator.serviceWorker.ready, WORKER_MS, () => {
    throw new Error('no worker became ready in time')
  })
}

const subscriptionSchema = v.object({
  endpoint: v.string(),
  keys: v.object({ p256dh: v.string(), auth: v.string() }),
})

async function subscribe(): Promise<void> {
  const { pushManager } = await readyWorker()
  const { public_key: applicationServerKey } = await call(pushKey, {})
  const options = { userVisibleOnly: true, applicationServerKey }
  const made = await pushManager.subscribe(options).catch(async () => {
    // The existing subscription may use another event's key.
    await (await pushManager.getSubscription())?.unsubscribe()
    return await pushManager.subscribe(options)
  })
  await call(subscribePush, { subscription: v.parse(subscriptionSchema, made.toJSON()) })
  subscriptionState.set('lives')
}

/**
 * Asks the browser whether this device still has its subscription: a system may end it without
 * notice, and a user may end it in the browser's settings.
 */
async function readSubscriptionState(): Promise<void> {
  if (!canNotify() || chosen.get()?.is !== 'on') return
  if (Notification.permission === 'denied') {
    subscriptionState.set('blocked')
    return
  }
  try {
    const { pushManager } = await readyWorker()
    const isThere = (await pushManager.getSubscription()) !== null
    subscriptionState.set(isThere && Notification.permission === 'granted' ? 'lives' : 'ended')
  } catch {
    // Without a worker the state stays as last reported.
  }
}

/** Reads the subscription's state whenever the app comes to the front. Returns a stop function. */
function checkOnReturn(): () => void {
  const onFront = () => {
    if (document.visibilityState === 'visible') void readSubscriptionState()
  }
  document.addEventListener('visibilitychange', onFront)
  return () => document.removeEventListener('visibilitychange', onFront)
}

/** Requests the browser's permission and subscribes. Must be called from a user gesture. */
async function turnOn(account: string): Promise<'on' | 'denied' | 'failed'> {
  if ((await Notification.requestPermission()) !== 'granted') {
    saveChoice({ account, is: 'off' })
    return 'denied'
  }
  try {
    await subscribe()
    saveChoice({ account, is: 'on' })
    return 'on'
  } catch {
    return 'failed'
  }
}

/** Ends this device's subscription. Returns false if it may still bring notifications. */
async function endSubscription(): Promise<boolean> {
  try {
    const { pushManager } = await readyWorker()
    const subscription = await pushManager.getSubscription()
    if (subscription === null) return true
    const isEnded = await subscription.unsubscribe().catch(() => false)
    const forgotten = call(unsubscribePush, { endpoint: subscription.endpoint })
    const isForgotten = await forgotten.then(
      () => true,
      () => false,
    )
    // Either is enough: the push service reports an ended subscription to the server as gone, and
    // the server sends nothing to a forgotten one.
    return isEnded || isForgotten
  } catch {
    return false
  }
}

/** Switches notifications off on this device. Returns false if they are still on. */
export async function turnOff(account: string): Promise<boolean> {
  saveChoice({ account, is: 'off' })
  const isOff = await endSubscription()
  if (!isOff) saveChoice({ account, is: 'on' })
  return isOff
}

/** Declines the offer. Also ends a subscription that another account made on this device. */
function decline(account: string): void {
  saveChoice({ account, is: 'off' })
  void endSubscription()
}

/**
 * Reports the device's subscription again, because the server forgets it when the session ends or
 * the event is emptied. If the browser has ended the subscription, a tap in the menu renews it.
 */
async function renew(account: string): Promise<void> {
  const choice = chosen.get()
  if (choice?.account !== account || choice.is !== 'on') return
  await readSubscriptionState()
  if (subscriptionState.get() === 'lives') await subscribe().catch(() => undefined)
}

interface Notifications {
  /**
   * `unanswered`: this device stores no choice of the user. `ended` and `blocked`: the user wants
   * notifications, but the subscription is missing.
   */
  readonly state: 'impossible' | 'unanswered' | 'on' | 'off' | 'ended' | 'blocked'
  /** Reads the subscription's state again, and reports a living subscription to the server. */
  readonly refresh: () => void
  readonly turnOn: () => void
  readonly turnOff: () => void
}

export function useNotifications(user: User): Notifications {
  const choice = useSyncExternalStore(chosen.subscribe, chosen.get)
  const known = useSyncExternalStore(subscriptionState.subscribe, subscriptionState.get)
  const wanted = choice?.account === user.id ? choice.is : 'unanswered'
  const isLost = wanted === 'on' && (known === 'ended' || known === 'blocked')
  async function on() {
    const result = await turnOn(user.id)
    if (result === 'on') toast.success(pushTexts.on)
    else toast.error(result === 'denied' ? pushTexts.denied : pushTexts.failed)
  }
  async function off() {
    if (await turnOff(user.id)) toast.success(pushTexts.off)
    else toast.error(pushTexts.notOff)
  }
  return {
    state: user.vendor_id === null && canNotify() ? (isLost ? known : wanted) : 'impossible',
    refresh: () => void renew(user.id),
    turnOn: () => void on(),
    turnOff: () => void off(),
  }
}

/** Renews the device's subscription while the account is signed in. */
export function useNotificationRenewal(user: User | null | undefined): void {
  const account = user?.vendor_id === null ? user.id : null
  const ledger = useSyncExternalStore(serverLedger.subscribe, serverLedger.get)
  // An emptied event has a new ledger and no subscriptions.
  useEffect(() => {
    if (account !== null && ledger !== null) whenIdle(() => void renew(account))
  }, [account, ledger])
  useEffect(() => (account === null ? undefined : checkOnReturn()), [account])
}

/** Offers notifications once, to a player who is in a team. */
export function NotificationOffer({ user }: { user: User }) {
  const { state, turnOn } = useNotifications(user)
  if (state !== 'unanswered') return null
  return (
    <Panel title={pushTexts.offerTitle}>
      <p className="mb-4 flex items-center gap-3 text-soft">
        <BellRing aria-hidden className="size-6 shrink-0 text-accent" />
        {pushTexts.offerText}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={turnOn}>{pushTexts.turnOn}</Button>
        <Button variant="quiet" onClick={() => decline(user.id)}>
          {pushTexts.notNow}
        </Button>
      </div>
    </Panel>
  )
}
