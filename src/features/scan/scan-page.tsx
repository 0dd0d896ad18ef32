import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState } from 'react'
import type { User } from '#contract/entities'
import { scanTexts } from '#i18n/scan'
import { queries } from '../../api/calls'
import { Logo } from '../../ui/logo'
import { LogoLoader } from '../../ui/logo-loader'
import { failureView } from './failure-view'
import { outcomeView } from './outcome-view'
import { ScanFrame, type ScanView } from './scan-frame'
import { type ScanOutcome, scanOutcome } from './scan-outcome'
import { useScan } from './use-scan'
import { useTagOnDevice } from './use-tag-on-device'

const route = getRouteApi('/signed-in/s/$scanSlug')

/** A tag that was opened by its address: what it is, and what whoever scanned it can do with it. */
export function ScanPage() {
  const { scanSlug } = route.useParams()
  const { data: user } = useQuery(queries.currentUser())
  if (user === undefined || user === null) return <LogoLoader />
  return <Visit key={`${user.id} ${scanSlug}`} nfcId={scanSlug} user={user} />
}

function Visit({ nfcId, user }: { nfcId: string; user: User }) {
  const { state, scanAgain } = useScan(nfcId, user)
  /** A team was founded: what led to it stays until the card is there, though the player now has a team. */
  const [settled, setSettled] = useState<ScanOutcome | null>(null)

  const onDevice = useTagOnDevice(nfcId, user, state)

  function view(): ScanView {
    if (onDevice !== null) return outcomeView(onDevice, { onFounded: () => {}, onOutdated: scanAgain })
    switch (state.is) {
      case 'scanning':
        return { icon: <Logo tracing />, title: scanTexts.reading }
      case 'failed':
        return failureView({ ...state, user, onRetry: scanAgain })
      case 'answered': {
        const outcome = settled ?? scanOutcome(state.nfc, user)
        return outcomeView(outcome, { onFounded: () => setSettled(outcome), onOutdated: scanAgain })
      }
    }
  }
  return <ScanFrame {...view()} />
}
