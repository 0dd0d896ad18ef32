import { Link } from '@tanstack/react-router'
import { CalendarX2, Gavel, Hourglass, RotateCw, SearchX, TriangleAlert, UserRoundX, UsersRound, WifiOff } from 'lucide-react'
import type { User } from '#contract/entities'
import { commonTexts } from '#texts/common'
import { scanTexts } from '#texts/scan'
import { ApiError, hasCode } from '../../api/errors'
import { Button, buttonClasses } from '../../ui/button'
import type { ScanView } from './scan-frame'

interface Failure {
  error: Error
  retrying: boolean
  kept: boolean
  user: User
  onRetry: () => void
}

/** Why a scan failed and what to do about it. */
export function failureView({ error, retrying, kept, user, onRetry }: Failure): ScanView {
  if (hasCode(error, 'TAG_NOT_FOUND')) return unknownTagView()
  if (hasCode(error, 'NOT_IN_TEAM')) {
    return {
      icon: <UsersRound />,
      title: scanTexts.needTeam,
      text: user.pending_team === null ? scanTexts.needTeamText : scanTexts.needTeamPending(user.pending_team.team_name),
      body: (
        <Link to="/player" className={buttonClasses()}>
          {user.pending_team === null ? scanTexts.toTeams : scanTexts.toCard}
        </Link>
      ),
    }
  }
  if (hasCode(error, 'EVENT_CLOSED')) {
    return {
      icon: <CalendarX2 />,
      title: scanTexts.closed,
      text: scanTexts.closedText,
      body: (
        <Link to="/" className={buttonClasses('secondary')}>
          {scanTexts.toStart}
        </Link>
      ),
    }
  }
  if (hasCode(error, 'KEPT_FOR_ORGANISER')) {
    return {
      icon: <Gavel />,
      title: scanTexts.late,
      text: error.message,
      body: (
        <Link to="/player" className={buttonClasses()}>
          {scanTexts.toCard}
        </Link>
      ),
    }
  }
  if (hasCode(error, 'OTHER_ACCOUNT')) {
    return {
      icon: <UserRoundX />,
      title: scanTexts.otherAccount,
      text: scanTexts.otherAccountText,
      body: <Button onClick={() => window.location.reload()}>{scanTexts.refresh}</Button>,
    }
  }
  if (kept) {
    return {
      icon: <Hourglass />,
      title: scanTexts.kept,
      text: scanTexts.keptText,
      body: (
        <>
          <Link to="/player" className={buttonClasses()}>
            {scanTexts.toCard}
          </Link>
          <Button variant="secondary" busy={retrying} onClick={onRetry}>
            <RotateCw aria-hidden className="size-5" />
            {commonTexts.retry}
          </Button>
        </>
      ),
    }
  }
  const answered = error instanceof ApiError
  return {
    icon: answered ? <TriangleAlert /> : <WifiOff />,
    title: answered ? commonTexts.failedTitle : commonTexts.notConnectedTitle,
    text: answered ? error.message : scanTexts.notConnectedText,
    body: (
      <Button busy={retrying} onClick={onRetry}>
        <RotateCw aria-hidden className="size-5" />
        {commonTexts.retry}
      </Button>
    ),
  }
}

export function unknownTagView(): ScanView {
  return {
    icon: <SearchX />,
    title: scanTexts.unknown,
    text: scanTexts.unknownText,
    body: (
      <Link to="/" className={buttonClasses('secondary')}>
        {scanTexts.toStart}
      </Link>
    ),
  }
}
