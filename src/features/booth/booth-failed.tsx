import type { ErrorComponentProps } from '@tanstack/react-router'
import { useSyncExternalStore } from 'react'
import { awardTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'
import { useOutbox } from '../../offline/page-outbox'
import { LoadFailedScreen } from '../../ui/load-failed'
import { wordsOf } from './award-words'
import { lastGiven, standingOf } from './give-award'

/**
 * A booth's screen that crashed (fault 71). Whoever reads that something failed gives the points again, so it says of the last award
 * what the outbox holds, and not that anything failed.
 */
export function BoothFailed(props: ErrorComponentProps) {
  const view = useOutbox()
  const last = useSyncExternalStore(lastGiven.subscribe, lastGiven.get)
  const standing = last === null ? undefined : standingOf(view, last.followed)
  if (last === null || standing === undefined) return <LoadFailedScreen {...props} />
  const isUndone = standing.is === 'recorded' && standing.award.voided
  const { text } = wordsOf(standing, isUndone)
  const says = standing.is === 'not-kept' || standing.is === 'not-kept-sending' ? text : awardTexts.keptAs(text)
  const what = teamTexts.arrived(last.entry.points, last.entry.label, last.entry.teamName)
  return <LoadFailedScreen {...props} words={{ title: awardTexts.notShown, text: `${says} (${what})` }} />
}
