import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { createRepeatGuard } from '../../scanner/repeat-guard'
import type { FoundTarget, Refused, ScanTarget } from '../../scanner/scan-target'
import { openedVoucher, openVouchers } from '../../session/opened-vouchers'
import { keepSignInLink } from '../../session/sign-in-link'
import { keepTouch } from '../../session/tag-touch'
import { signalFound, signalRefused } from '../../ui/signal'

type Trouble = 'reading-error' | 'nothing-found' | 'no-picture' | 'no-decoder'

type Said =
  | { readonly is: 'found' | Trouble }
  | { readonly is: 'refused'; readonly from: 'tag' | 'code'; readonly reason: Refused['reason'] }

/** The scanner's latest message. `number` distinguishes two consecutive ones of the same kind. */
export type ScanNotice = Said & { readonly number: number }

interface TargetOptions {
  /** Called after the navigation. */
  readonly onDone: () => void
  /** Takes every valid target in place of the navigation, and signals it. A stable function. */
  readonly onEach?: ((target: FoundTarget) => void) | undefined
  /** How long after it was last seen a reading is still the same one (ms). */
  readonly sameWithinMs?: number | undefined
}

/** Navigates to the first valid target and reports refused readings. Ignores repetitions of the same reading. */
export function useTarget({ onDone, onEach, sameWithinMs }: TargetOptions) {
  const router = useRouter()
  const [notice, setNotice] = useState<ScanNotice | null>(null)
  const found = useRef(false)
  const [isNew] = useState(() => createRepeatGuard(() => performance.now(), sameWithinMs))

  const goTo = useCallback(
    async (target: FoundTarget): Promise<void> => {
      switch (target.is) {
        case 'tag':
          if (target.proof !== undefined) keepTouch(target.nfcId, target.proof)
          return router.navigate({ to: '/s/$scanSlug', params: { scanSlug: target.nfcId } })
        case 'team':
          return router.navigate({ to: '/qr/$qrSlug', params: { qrSlug: target.teamId } })
        case 'sign-in-link':
          // Skips the link's own URL, so that its token never enters the history.
          keepSignInLink({ userId: target.userId, token: target.token, askFirst: true })
          return router.navigate({ to: '/l' })
        case 'vouchers':
          await openVouchers(target.vouchers)
          return openedVoucher() === null ? undefined : router.navigate({ to: '/d' })
      }
    },
    [router],
  )

  const say = useCallback((next: Said) => {
    setNotice((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))
  }, [])

  /** Handles one reading; `key` identifies repetitions of it. */
  const take = useCallback(
    (target: ScanTarget, from: 'tag' | 'code', key: string) => {
      if (found.current || !isNew(`${from} ${key}`)) return
      if (target.is === 'refused') {
        signalRefused()
        say({ is: 'refused', from, reason: target.reason })
        return
      }
      if (onEach !== undefined) {
        setNotice(null)
        onEach(target)
        return
      }
      found.current = true
      signalFound()
      say({ is: 'found' })
      // Even if the target is the screen below, the scanner stays until the navigation ends, and shows that it has read
      // something.
      void goTo(target).finally(onDone)
    },
    [goTo, isNew, onDone, onEach, say],
  )

  const complain = useCallback(
    (is: Trouble) => {
      if (found.current || !isNew(is)) return
      signalRefused()
      say({ is })
    },
    [isNew, say],
  )

  return { notice, take, complain, over: notice?.is === 'found' }
}
