import { QrCode as QrIcon } from 'lucide-react'
import { lazy, type ReactNode, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { voucherTexts } from '#texts/voucher'
import { serverReachable, toldLedger } from '../../api/connection'
import { stateOfAward } from '../../offline/outbox/award-state'
import type { OutboxEntry } from '../../offline/outbox/outbox-entry'
import { useOutbox } from '../../offline/outbox/page-outbox'
import { signingFor } from '../../offline/vouchers/can-sign'
import { Button } from '../../ui/button'

const VoucherDialog = lazy(async () => ({ default: (await import('./voucher-dialog')).VoucherDialog }))

/** Makes and registers the key of a booth's device, once it is online. Without private storage there is none, and awards go as ever. */
export function useSigningKey(user: User | null | undefined): void {
  const staffId = user == null || user.vendor_id === null ? null : user.id
  useEffect(() => {
    if (staffId === null) return
    let isPreparing = false
    async function prepare(): Promise<void> {
      if (isPreparing || staffId === null) return
      isPreparing = true
      try {
        const { prepareToSign } = await import('../../offline/vouchers/signing-key')
        await prepareToSign(staffId)
      } catch {
        // Without private storage or a network there is no key yet.
      }
      isPreparing = false
    }
    const tryAgain = () => void prepare()
    tryAgain()
    const stops = [toldLedger.subscribe(tryAgain), serverReachable.subscribe(tryAgain)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [staffId])
}

/** Whether a copy of this award can be shown: it waits, or the attempt to send it gets no answer. */
export function useMayShow(userId: string | null, isWaiting: boolean, isSending: boolean): boolean {
  const signs = useSyncExternalStore(signingFor.subscribe, signingFor.get)
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  return signs !== null && signs === userId && (isWaiting || (isSending && !reachable))
}

interface ShowToTeamProps {
  readonly entry: OutboxEntry
  /** Where there is little room, phones show the icon alone. */
  readonly brief?: boolean
}

/** Shows the team's copy of a waiting award. */
export function ShowToTeam({ entry: { awardId, teamId, teamName, userId, label }, brief = false }: ShowToTeamProps) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        variant="secondary"
        arrives
        className="px-3!"
        aria-haspopup="dialog"
        aria-label={voucherTexts.showNamed(label, teamName)}
        onClick={() => setOpen(true)}
      >
        <QrIcon aria-hidden className="size-5" />
        <span className={brief ? 'max-[25rem]:hidden' : undefined}>{voucherTexts.show}</span>
      </Button>
      {open && (
        <Suspense>
          <VoucherDialog {...{ awardId, teamId, teamName, userId }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

interface ShowOrProps {
  /** An award of this device, in any state. */
  readonly awardId: string | undefined
  readonly children: ReactNode
}

/** The button for the team's copy where it can be shown; else, while the award waits, the children. */
export function ShowOr({ awardId, children }: ShowOrProps) {
  const view = useOutbox()
  const entry = view.entries.find((one) => one.awardId === awardId)
  const state = awardId === undefined ? null : stateOfAward(view, awardId, entry)
  const mayShow = useMayShow(entry?.userId ?? null, state?.is === 'waiting', state?.is === 'sending')
  if (mayShow && entry !== undefined) return <ShowToTeam entry={entry} brief />
  return state?.is === 'waiting' ? children : null
}
