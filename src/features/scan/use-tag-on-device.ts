import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { User } from '#contract/entities'
import { isUnanswered } from '../../api/errors'
import { teamsQuery } from '../../api/merging-queries'
import type { ScanOutcome } from './scan-outcome'
import type { ScanState } from './use-scan'

/** How long a team at the booth waits for the server's response about its tag, in ms. */
const PATIENCE_MS = 1_500

/** What a staff device knows about a tag while the server doesn't respond; null if nothing applies. */
export function useTagOnDevice(nfcId: string, user: User, scan: ScanState): ScanOutcome | null {
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
