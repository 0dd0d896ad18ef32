import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { useEffect, useState, useSyncExternalStore } from 'react'
import type { User } from '#contract/entities'
import { scanTexts } from '#texts/scan'
import { isUnanswered } from '../../api/errors'
import { teamsQuery } from '../../api/merging-queries'
import { currentUserQuery } from '../../api/queries'
import { touches } from '../../session/opened-address'
import { Logo, LogoLoader } from '../../ui/logo'
import { failureView } from './failure-view'
import { outcomeView } from './outcome-view'
import { ScanFrame, type ScanView } from './scan-frame'
import { type ScanOutcome, scanOutcome } from './scan-outcome'
import { type ScanState, useScan } from './use-scan'

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

/** How long a team at the booth waits for the server's response about its tag, in ms. */
const PATIENCE_MS = 1_500

/** What a staff device knows about a tag while the server doesn't respond; null if nothing applies. */
function useTagOnDevice(nfcId: string, user: User, scan: ScanState): ScanOutcome | null {
  const isStaff = user.vendor_id !== null
  const { data } = useQuery({ ...teamsQuery(), enabled: isStaff })
  const [patient, setPatient] = useState(true)
  useEffect(() => {
    const timer = setTimeout(() => setPatient(false), PATIENCE_MS)
    return () => clearTimeout(timer)
  }, [])

  const silent = scan.is === 'failed' && isUnanswered(scan.error)
  if (!isStaff || !(silent || (scan.is === 'scanning' && !patient))) return null
  const team = data?.teams.find(({ nfc_id }) => nfc_id === nfcId)
  if (team !== undefined) return { is: 'to-award', teamId: team.team_id }
  return silent ? { is: 'not-on-device' } : null
}
