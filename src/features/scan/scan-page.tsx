import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { currentUserQuery } from '../../api/current-user-query'
import { touches } from '../../session/tag-touch'
import { Logo, LogoLoader } from '../../ui/logo'
import { failureView } from './failure-view'
import { outcomeView } from './outcome-view'
import { ScanFrame, type ScanView } from './scan-frame'
import { type ScanOutcome, scanOutcome } from './scan-outcome'
import { useScan } from './use-scan'
import { useTagOnDevice } from './use-tag-on-device'

const route = getRouteApi('/signed-in/s/$scanSlug')

/** The screen of a tag's URL: its meaning, and what the user can do with it. */
export function ScanPage() {
  const { scanSlug } = route.useParams()
  const { data: user } = useQuery(currentUserQuery())
  const touch = useSyncExternalStore(touches.subscribe, touches.get)
  if (user === undefined || user === null) return <LogoLoader />
  return <Visit key={`${user.id} ${scanSlug} ${touch}`} nfcId={scanSlug} user={user} />
}

function Visit({ nfcId, user }: { nfcId: string; user: User }) {
  const { state, scanAgain } = useScan(nfcId, user)
  /** The outcome that led to a new team. Shown until the card opens, although the player now has a team. */
  const [settled, setSettled] = useState<ScanOutcome | null>(null)

  const onDevice = useTagOnDevice(nfcId, user, state)

  function view(): ScanView {
    if (onDevice !== null) return outcomeView(onDevice, { onCreated: () => {}, onOutdated: scanAgain })
    switch (state.is) {
      case 'scanning':
        return { icon: <Logo tracing />, title: scanTexts.reading }
      case 'failed':
        return failureView({ ...state, user, onRetry: scanAgain })
      case 'answered': {
        const outcome = settled ?? scanOutcome(state.nfc, user)
        return outcomeView(outcome, { onCreated: () => setSettled(outcome), onOutdated: scanAgain })
      }
    }
  }
  return <ScanFrame {...view()} />
}
