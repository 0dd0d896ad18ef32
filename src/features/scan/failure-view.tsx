import { CalendarX2, Gavel, Hourglass, Nfc, SearchX, TriangleAlert, UserRoundX, UsersRound, WifiOff } from 'lucide-react'
import type { User } from '#contract/entities'
import { commonTexts, updateTexts } from '#texts/common'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { ApiError, hasCode } from '../../api/errors'
import { Button } from '../../ui/button'
import type { ScanView } from './scan-frame'
import { Retry, ToCard, ToStart } from './scan-frame'

interface Failure {
  error: Error
  retrying: boolean
  kept: boolean
  user: User
  onRetry: () => void
}

function needTeamText({ pending_team }: User, kept: boolean): string {
  if (kept) return scanTexts.needTeamKept
  return pending_team === null ? scanTexts.needTeamText : scanTexts.needTeamPending(pending_team.team_name)
}

export function failureView({ error, retrying, kept, user, onRetry }: Failure): ScanView {
  if (hasCode(error, 'TAG_NOT_FOUND')) return unknownTagView()
  if (hasCode(error, 'NOT_IN_TEAM')) {
    const body = <ToCard text={user.pending_team === null ? teamTexts.toJoining : undefined} />
    return { icon: <UsersRound />, title: scanTexts.needTeam, text: needTeamText(user, kept), body }
  }
  if (hasCode(error, 'TAG_NOT_PROVEN') || hasCode(error, 'TAG_REPLAYED')) {
    return { icon: <Nfc />, title: scanTexts.touchAgain, text: error.message, body: <ToStart /> }
  }
  if (hasCode(error, 'EVENT_CLOSED')) {
    return { icon: <CalendarX2 />, title: scanTexts.closed, text: scanTexts.closedText, body: <ToStart /> }
  }
  if (hasCode(error, 'KEPT_FOR_ORGANISER')) {
    return { icon: <Gavel />, title: scanTexts.late, text: error.message, body: <ToCard /> }
  }
  if (hasCode(error, 'OTHER_ACCOUNT')) {
    const body = <Button onClick={() => window.location.reload()}>{updateTexts.refresh}</Button>
    return { icon: <UserRoundX />, title: scanTexts.otherAccount, text: scanTexts.otherAccountText, body }
  }
  if (kept) {
    return {
      icon: <Hourglass />,
      title: scanTexts.kept,
      text: scanTexts.keptText,
      body: (
        <>
          <ToCard />
          <Retry variant="secondary" busy={retrying} onRetry={onRetry} />
        </>
      ),
    }
  }
  const body = <Retry busy={retrying} onRetry={onRetry} />
  return error instanceof ApiError
    ? { icon: <TriangleAlert />, title: commonTexts.failedTitle, text: error.message, body }
    : { icon: <WifiOff />, title: commonTexts.notConnectedTitle, text: scanTexts.notConnectedText, body }
}

export function unknownTagView(): ScanView {
  return { icon: <SearchX />, title: scanTexts.unknown, text: scanTexts.unknownText, body: <ToStart /> }
}
