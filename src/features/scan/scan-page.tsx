import { useMutation, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { scan } from '#contract/calls/scan'
import type { Nfc, User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { hasCode, isUnanswered } from '../../api/errors'
import { mutation } from '../../api/queries'
import { teamsQuery } from '../../api/score-queries'
import { captureClocks, type MadeAt, queuedMs, readClocks } from '../../offline/clocks'
import type { MadeScan } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { useUser } from '../../session/signed-in'
import { forgetTouch, touches, touchOf } from '../../session/touched-tag'
import { whenVisible } from '../../ui/device-screen'
import { Logo } from '../../ui/logo'
import { useGracePeriod } from '../../ui/use-now'
import { useHeldArrivals } from '../arrival/arrivals'
import { failureView, notOnDeviceView, tagView, toAwardView } from './outcome-view'
import { ScanFrame, type ScanView } from './scan-frame'

// The screen shows the error, so there is no toast.
const scanQuietly = mutation(scan, true)

type ScanState =
  | { readonly kind: 'scanning' }
  | { readonly kind: 'answered'; readonly nfc: Nfc }
  | {
      readonly kind: 'failed'
      readonly error: Error
      readonly retrying: boolean
      /** True if this is a player's scan, stored on the device and retried in the background. */
      readonly stored: boolean
    }

/**
 * Stores a player's scan if a retry may bring points: if the scan got no response, or if it has a
 * tag's proof but the player has no team yet. Returns true if stored.
 */
async function storeScan(
  error: Error,
  userId: string,
  nfcId: string,
  made: MadeScan,
): Promise<boolean> {
  const isTouchWithoutTeam = made.proof !== undefined && hasCode(error, 'NOT_IN_TEAM')
  if (!isUnanswered(error) && !isTouchWithoutTeam) return false
  try {
    await pageOutbox.addScan(userId, nfcId, made)
    return true
  } catch {
    return false
  }
}

/**
 * Scans a tag once, when the screen is first visible; again only through `sendScan`. Repeating a
 * scan whose response was lost is safe, because the server counts a bonus once.
 */
function useScan(
  nfcId: string,
  { id: user_id, vendor_id }: User,
): { state: ScanState; sendScan: () => void } {
  const { mutateAsync } = useMutation(scanQuietly)
  const [state, setState] = useState<ScanState>({ kind: 'scanning' })
  /** When the screen was first visible; null before that. */
  const made = useRef<MadeAt | null>(null)
  const [touch] = useState(() => touchOf(nfcId))

  const sendScan = useCallback(() => {
    setState((before) =>
      before.kind === 'failed' ? { ...before, retrying: true } : { kind: 'scanning' },
    )
    made.current ??= touch?.made ?? captureClocks()
    const scanned = { made: made.current, proof: touch?.proof }
    async function send(): Promise<ScanState> {
      // If an earlier scan of this tag is still stored, its time counts.
      const first = await pageOutbox.firstScan(user_id, nfcId, scanned)
      try {
        const queued_ms = queuedMs(first.made, readClocks())
        const { nfc } = await mutateAsync({ nfc_id: nfcId, user_id, queued_ms, ...first.proof })
        forgetTouch(nfcId)
        void pageOutbox.removeScan(user_id, nfcId).catch(() => undefined)
        return { kind: 'answered', nfc }
      } catch (reason) {
        const error = reason instanceof Error ? reason : new Error(String(reason))
        const stored = vendor_id === null && (await storeScan(error, user_id, nfcId, first))
        if (stored || hasCode(error, 'TAG_NOT_PROVEN') || hasCode(error, 'TAG_REPLAYED'))
          forgetTouch(nfcId)
        return { kind: 'failed', error, retrying: false, stored }
      }
    }
    void send().then(setState)
  }, [mutateAsync, nfcId, touch, user_id, vendor_id])

  useEffect(() => {
    if (made.current !== null) return
    return whenVisible(sendScan)
  }, [sendScan])
  // The background retry may succeed while this screen is open.
  useEffect(
    () =>
      pageOutbox.onAnswer((answer) => {
        if (answer.kind !== 'scan' || answer.nfc.nfc_id !== nfcId) return
        void pageOutbox.removeScan(user_id, nfcId).catch(() => undefined)
        setState({ kind: 'answered', nfc: answer.nfc })
      }),
    [nfcId, user_id],
  )

  return { state, sendScan }
}

const route = getRouteApi('/signed-in/s/$scanSlug')

/** The screen of a tag's URL: its meaning and the user's options. */
export function ScanPage() {
  const { scanSlug } = route.useParams()
  const user = useUser()
  const touch = useSyncExternalStore(touches.subscribe, touches.get)
  return <Visit key={`${user.id} ${scanSlug} ${touch}`} nfcId={scanSlug} user={user} />
}

function Visit({ nfcId, user }: { nfcId: string; user: User }) {
  const { state, sendScan } = useScan(nfcId, user)
  /**
   * The view that led to a new team. Shown until the card opens, although the player now has a
   * team.
   */
  const [createdView, setCreatedView] = useState<ScanView | null>(null)

  const onDevice = useTagOnDevice(nfcId, user, state)
  const refusal = useRefusal(nfcId, user, state)

  function view(): ScanView {
    if (onDevice?.kind === 'not-listed') return notOnDeviceView(sendScan)
    if (onDevice?.kind === 'team') return toAwardView(onDevice.teamId)
    switch (state.kind) {
      case 'scanning':
        return { icon: <Logo tracing />, title: scanTexts.reading }
      case 'failed':
        return failureView({ ...state, refusal, user, onRetry: sendScan })
      case 'answered': {
        const shown =
          createdView ??
          tagView(state.nfc, user, {
            onCreated: () => setCreatedView(shown),
            onOutdated: sendScan,
          })
        return shown
      }
    }
  }
  const frame = view()
  useHeldArrivals(frame.treasure !== undefined || mayStillCollect(state, refusal))
  return <ScanFrame {...frame} />
}

/** True while the scan's answer may come and bring a treasure. */
function mayStillCollect(state: ScanState, refusal: string | null): boolean {
  if (state.kind !== 'failed') return state.kind === 'scanning'
  return state.retrying || (state.stored && refusal === null)
}

/** The reason why the server refused the scan that this screen stored; null if it did not. */
function useRefusal(nfcId: string, user: User, state: ScanState): string | null {
  const { scans } = useOutbox()
  const own = scans.find((one) => one.userId === user.id && one.nfcId === nfcId)
  const isStored = state.kind === 'failed' && state.stored
  return isStored && own?.fate.is === 'refused' ? own.fate.reason : null
}

type TagOnDevice =
  | { readonly kind: 'team'; readonly teamId: string }
  | { readonly kind: 'not-listed' }

/**
 * Looks a tag up in the device's list of teams, for staff while the server doesn't respond. Null
 * for players, for a server that responds, and for an unlisted tag while it may still respond.
 */
function useTagOnDevice(nfcId: string, user: User, state: ScanState): TagOnDevice | null {
  const isStaff = user.vendor_id !== null
  const { data } = useQuery({ ...teamsQuery(), enabled: isStaff })
  const inGracePeriod = useGracePeriod()

  const isUnreached = state.kind === 'failed' && isUnanswered(state.error)
  const isSlow = state.kind === 'scanning' && !inGracePeriod
  if (!isStaff || !(isUnreached || isSlow)) return null
  const team = data?.teams.find(({ nfc_id }) => nfc_id === nfcId)
  if (team !== undefined) return { kind: 'team', teamId: team.team_id }
  return isUnreached ? { kind: 'not-listed' } : null
}
