import { QrCode as QrIcon } from 'lucide-react'
import { lazy, Suspense, useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { whenIdle } from '#lib/timers'
import { outboxTexts } from '#texts/outbox'
import { voucherTexts } from '#texts/voucher'
import { serverReachable, toldLedger } from '../../api/connection'
import { captureClocks } from '../../offline/clocks'
import type { OutboxEntry } from '../../offline/entry'
import { pageOutbox, useOutbox } from '../../offline/page-outbox'
import { signingFor, stateOfAward } from '../../offline/view'
import { Button } from '../../ui/button'
import { toast } from '../../ui/toast'

export async function cancelAward(awardId: string): Promise<void> {
  await pageOutbox.cancel(awardId, captureClocks()).catch(() => toast.error(outboxTexts.notCancelled))
}

export async function restoreAward(awardId: string): Promise<void> {
  await pageOutbox.restore(awardId).catch(() => toast.error(outboxTexts.notRestored))
}

export async function dismissAward(awardId: string): Promise<void> {
  await pageOutbox.dismiss(awardId).catch(() => toast.error(outboxTexts.notDismissed))
}

const loadDialog = () => import('./vouchers')
const VoucherDialog = lazy(async () => ({ default: (await loadDialog()).VoucherDialog }))

/** Makes and registers the key of a booth's device, once it is online. Without private storage there is none, and awards go as ever. */
export function useSigningKey(user: User | null | undefined): void {
  const userId = user?.id
  const vendorId = user?.vendor_id ?? null
  useEffect(() => {
    if (userId === undefined || vendorId === null) return
    const staff = { userId, vendorId }
    let isLeft = false
    async function prepare(): Promise<void> {
      if (isLeft) return
      try {
        const { prepareToSign } = await import('../../offline/signing')
        await prepareToSign(staff)
        // Needed when there is no network to load it.
        await loadDialog()
      } catch {
        // Without private storage or a network there is no key yet.
      }
    }
    // One after another, and none is left out: after a sign-in the ledger is told while the first one runs.
    let prepared = new Promise<void>(whenIdle).then(prepare)
    const tryAgain = () => {
      prepared = prepared.then(prepare)
    }
    const stops = [toldLedger.subscribe(tryAgain), serverReachable.subscribe(tryAgain)]
    return () => {
      isLeft = true
      for (const stop of stops) stop()
    }
  }, [userId, vendorId])
}

/** Whether a copy of this award can be shown: it waits, or the attempt to send it gets no answer. */
export function useMayShow(userId: string | null, isWaiting: boolean, isSending: boolean): boolean {
  const signs = useSyncExternalStore(signingFor.subscribe, signingFor.get)
  const reachable = useSyncExternalStore(serverReachable.subscribe, serverReachable.get)
  return signs !== null && signs === userId && (isWaiting || (isSending && !reachable))
}

export function ShowToTeam({ entry: { awardId, teamId, teamName, userId, label } }: { entry: OutboxEntry }) {
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
        <span>{voucherTexts.show}</span>
      </Button>
      {open && (
        <Suspense>
          <VoucherDialog {...{ awardId, teamId, teamName, userId }} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  )
}

export function ShowIfWaiting({ awardId }: { awardId: string | undefined }) {
  const view = useOutbox()
  const entry = view.entries.find((one) => one.awardId === awardId)
  const state = awardId === undefined ? null : stateOfAward(view, awardId, entry)
  const mayShow = useMayShow(entry?.userId ?? null, state?.is === 'waiting', state?.is === 'sending')
  return mayShow && entry !== undefined ? <ShowToTeam entry={entry} /> : null
}
