import { useRouter } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import { createRepeatGuard } from '../../scanner/frames'
import type { PictureReading } from '../../scanner/picture'
import type { FoundTarget, Refused } from '../../scanner/scan-target'
import { openedSignInLink } from '../../session/opened-address'
import { openedVoucher, openVoucher } from '../../session/opened-vouchers'
import { storeTouch } from '../../session/touched-tag'
import { signalFound, signalRefused } from '../../ui/signal'

type ReadingProblem = 'reading-error' | 'just-scanned' | Exclude<PictureReading['kind'], 'read'>

type NoticeContent =
  | { readonly kind: 'found' | ReadingProblem }
  | (Refused & { readonly from: 'tag' | 'code' })

/** The scanner's latest notice. `number` distinguishes two consecutive ones of the same kind. */
export type ScanNotice = NoticeContent & { readonly number: number }

interface TargetOptions {
  readonly onDone: () => void
  /** If set, receives the valid targets of every reading, repeated ones too; nothing is opened. */
  readonly onEach?: ((found: readonly FoundTarget[]) => void) | undefined
}

/**
 * Navigates to the first valid target and reports refused readings. Ignores repetitions of the same
 * reading.
 */
export function useTarget({ onDone, onEach }: TargetOptions) {
  const router = useRouter()
  const [notice, setNotice] = useState<ScanNotice | null>(null)
  const found = useRef(false)
  const [isNew] = useState(() => createRepeatGuard(() => performance.now()))

  async function goTo(target: FoundTarget): Promise<void> {
    switch (target.kind) {
      case 'tag':
        if (target.proof !== undefined) storeTouch(target.nfcId, target.proof)
        return router.navigate({ to: '/s/$scanSlug', params: { scanSlug: target.nfcId } })
      case 'team':
        return router.navigate({ to: '/qr/$qrSlug', params: { qrSlug: target.teamId } })
      case 'invitation': {
        const { storeInvitation } = await import('../../session/opened-invitation')
        storeInvitation(target.teamId, target.token, 'scanner')
        return router.navigate({ to: '/t/$team', params: { team: target.teamId } })
      }
      case 'sign-in-link':
        // Skips the link's own URL, so that its token never enters the history.
        openedSignInLink.set({ userId: target.userId, token: target.token, confirmFirst: true })
        return router.navigate({ to: '/l' })
      case 'voucher':
        await openVoucher(target.voucher)
        return openedVoucher() === null ? undefined : router.navigate({ to: '/d' })
    }
  }

  const show = (next: NoticeContent) =>
    setNotice((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))

  /**
   * Handles one reading; `key` identifies repetitions of it. Of several targets the first counts.
   */
  function handle(
    targets: Refused | readonly FoundTarget[],
    from: 'tag' | 'code',
    key: string,
  ): void {
    if (onEach !== undefined && !('kind' in targets)) {
      setNotice(null)
      onEach(targets)
      return
    }
    if (found.current || !isNew(`${from} ${key}`)) return
    if ('kind' in targets) {
      signalRefused()
      show({ ...targets, from })
      return
    }
    const [target] = targets
    if (target === undefined) return
    found.current = true
    signalFound()
    show({ kind: 'found' })
    // Keep the scanner open until the navigation ends, even if it ends on the screen below: the
    // person must see that something was read.
    void goTo(target).finally(onDone)
  }

  function showProblem(kind: ReadingProblem): void {
    if (found.current || !isNew(kind)) return
    if (kind !== 'just-scanned') signalRefused()
    show({ kind })
  }
  const endJustScanned = () =>
    setNotice((before) => (before?.kind === 'just-scanned' ? null : before))

  return { notice, handle, showProblem, endJustScanned, isOver: notice?.kind === 'found' }
}
