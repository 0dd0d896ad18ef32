import { useRouter } from '@tanstack/react-router'
import { useCallback, useRef, useState } from 'react'
import { createRepeatGuard } from '../../scanner/repeat-guard'
import type { Refused, ScanTarget } from '../../scanner/scan-target'
import { keepSignInLink } from '../../session/sign-in-link'
import { signalFound, signalRefused } from '../../ui/signal'

/** What the scanner last had to say. The number tells two of the same kind apart. */
export type ScanNotice = { readonly number: number } & (
  | { readonly is: 'found' }
  | { readonly is: 'refused'; readonly from: 'tag' | 'code'; readonly reason: Refused['reason'] }
  | { readonly is: 'reading-error' | 'nothing-found' | 'no-picture' | 'no-decoder' }
)
type Trouble = Exclude<ScanNotice['is'], 'found' | 'refused'>

/** A notice before it has its number. */
type Said = ScanNotice extends infer N ? (N extends ScanNotice ? Omit<N, 'number'> : never) : never

interface TargetOptions {
  /** Called when the screen has changed. */
  readonly onDone: () => void
}

/** Goes on to what was scanned, once, and says what was refused; the same reading going on says nothing new. */
export function useTarget({ onDone }: TargetOptions) {
  const router = useRouter()
  const [notice, setNotice] = useState<ScanNotice | null>(null)
  const found = useRef(false)
  const [isNew] = useState(() => createRepeatGuard(() => performance.now()))

  const goTo = useCallback(
    (target: Exclude<ScanTarget, Refused>): Promise<void> => {
      switch (target.is) {
        case 'tag':
          return router.navigate({ to: '/s/$scanSlug', params: { scanSlug: target.nfcId } })
        case 'team':
          return router.navigate({ to: '/qr/$qrSlug', params: { qrSlug: target.teamId } })
        case 'sign-in-link':
          // Past the link's own address, so that its token never stands in the history.
          keepSignInLink({ userId: target.userId, token: target.token, askFirst: true })
          return router.navigate({ to: '/l' })
      }
    },
    [router],
  )

  const say = useCallback((next: Said) => {
    setNotice((before) => ({ ...next, number: (before?.number ?? 0) + 1 }))
  }, [])

  /** Takes one reading; `key` is what makes it the same as another. */
  const take = useCallback(
    (target: ScanTarget, from: 'tag' | 'code', key: string) => {
      if (found.current || !isNew(`${from} ${key}`)) return
      if (target.is === 'refused') {
        signalRefused()
        say({ is: 'refused', from, reason: target.reason })
        return
      }
      found.current = true
      signalFound()
      say({ is: 'found' })
      // Also where it leads back to the screen below: the scanner stays until then, and shows that it has read.
      void goTo(target).finally(onDone)
    },
    [goTo, isNew, onDone, say],
  )

  /** Something was there that could not be read. */
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
