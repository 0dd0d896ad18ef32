import { Navigate } from '@tanstack/react-router'
import {
  CalendarX2,
  CircleCheck,
  Gavel,
  Hourglass,
  Nfc as NfcIcon,
  SearchX,
  Sparkles,
  Store,
  TriangleAlert,
  UserRoundX,
  UsersRound,
  WifiOff,
} from 'lucide-react'
import type { Award, Nfc, User } from '#contract/entities'
import { formatAgo } from '#lib/relative-date'
import { commonTexts, updateTexts } from '#texts/common'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { ApiError, hasCode } from '../../api/errors'
import { Button } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { useNow } from '../../ui/use-now'
import {
  AskToJoin,
  CreateTeamWithTag,
  Retry,
  ScannedBooth,
  type ScanView,
  ToBoard,
  ToCard,
  ToStart,
} from './scan-frame'

type TeamRef = NonNullable<Nfc['team']>

interface ScanCallbacks {
  /** Called when a team was created with the tag, before the card opens. */
  onCreated: () => void
  /** Called when somebody else's change made the screen stale. */
  onOutdated: () => void
}

function freeTagView(
  nfcId: string,
  { vendor_id, team, pending_team }: User,
  callbacks: ScanCallbacks,
): ScanView {
  const free = { icon: <NfcIcon />, title: scanTexts.freeTag }
  if (vendor_id !== null) return { ...free, text: scanTexts.freeStaff, body: <ToBoard /> }
  if (team !== null)
    return { ...free, text: scanTexts.freeInTeam(team.team_name), body: <ToCard /> }
  const body = <CreateTeamWithTag nfcId={nfcId} pendingTeam={pending_team} {...callbacks} />
  return { ...free, text: scanTexts.freeFound, body }
}

/** Opens the screen where a booth gives points. */
export function toAwardView(teamId: string): ScanView {
  const body = <Navigate to="/qr/$qrSlug" params={{ qrSlug: teamId }} replace />
  return { icon: <Logo tracing />, title: scanTexts.reading, body }
}

function teamTagView(
  team: TeamRef,
  { vendor_id, team: own, pending_team: pending }: User,
  { onOutdated }: ScanCallbacks,
): ScanView {
  const { team_id, team_name } = team
  if (vendor_id !== null) return toAwardView(team_id)
  if (own?.team_id === team_id)
    return { icon: <UsersRound />, kind: teamTexts.ownTeam, title: team_name, body: <ToCard /> }
  const title = scanTexts.team(team_name)
  if (own !== null)
    return {
      icon: <UsersRound />,
      title,
      text: scanTexts.otherTeam(own.team_name),
      body: <ToCard />,
    }
  if (pending?.team_id === team_id) {
    return {
      icon: <Hourglass />,
      title: teamTexts.pendingTitle(team_name),
      text: teamTexts.pendingText,
      body: <ToCard />,
    }
  }
  if (pending !== null)
    return {
      icon: <Hourglass />,
      title,
      text: scanTexts.pendingElsewhere(pending.team_name),
      body: <ToCard />,
    }
  return {
    icon: <UsersRound />,
    title,
    text: scanTexts.joinText,
    body: <AskToJoin team={team} onOutdated={onOutdated} />,
  }
}

function boothTagView({ vendor_id, name }: NonNullable<Nfc['vendor']>, user: User): ScanView {
  const ofStaff = user.vendor_id === vendor_id ? 'own-staff' : 'other-staff'
  const viewer = user.vendor_id === null ? 'player' : ofStaff
  const body = (
    <ScannedBooth vendorId={vendor_id} viewer={viewer} teamId={user.team?.team_id ?? null} />
  )
  return { icon: <Store />, kind: scanTexts.booth, title: name, body }
}

function bonusTagView({ award, already_collected }: Nfc): ScanView {
  // Decide by the award, not by the user's role: this device's copy of the user may be stale.
  if (award === null) {
    return {
      icon: <Sparkles />,
      title: scanTexts.bonusForPlayers,
      text: scanTexts.bonusForPlayersText,
      body: <ToBoard />,
    }
  }
  if (already_collected) {
    const body = (
      <>
        <CollectedBefore award={award} />
        <ToCard />
      </>
    )
    return {
      icon: <CircleCheck />,
      title: scanTexts.alreadyTitle,
      text: scanTexts.oncePerTeam,
      body,
    }
  }
  return {
    icon: <Sparkles />,
    title: teamTexts.worth(award.points),
    text: scanTexts.collectedFor(award.label, award.team_name),
    ...(award.points > 0 && { treasure: award }),
    body: <ToCard />,
  }
}

/** The view of a scanned tag for the person who scanned it. */
export function tagView(nfc: Nfc, user: User, callbacks: ScanCallbacks): ScanView {
  switch (nfc.nfc_type) {
    case 'team':
      return nfc.team === null
        ? freeTagView(nfc.nfc_id, user, callbacks)
        : teamTagView(nfc.team, user, callbacks)
    case 'vendor':
      return nfc.vendor === null ? unknownTagView() : boothTagView(nfc.vendor, user)
    case 'bonus':
      return bonusTagView(nfc)
  }
}

/** For staff, if the server doesn't respond and the device's list of teams doesn't have the tag. */
export function notOnDeviceView(onRetry: () => void): ScanView {
  const body = (
    <>
      <Retry onRetry={onRetry} />
      <ToBoard variant="secondary" />
    </>
  )
  return {
    icon: <WifiOff />,
    title: commonTexts.notConnectedTitle,
    text: scanTexts.notOnDevice,
    body,
  }
}

interface FailedScan {
  error: Error
  retrying: boolean
  stored: boolean
  /** The reason for which the stored scan was refused since; null while it waits. */
  refusal: string | null
  user: User
  onRetry: () => void
}

function needTeamText({ pending_team }: User, stored: boolean): string {
  if (stored) return scanTexts.needTeamStored
  return pending_team === null
    ? scanTexts.needTeamText
    : scanTexts.needTeamPending(pending_team.team_name)
}

export function failureView(failed: FailedScan): ScanView {
  const { error, retrying, stored, refusal, user, onRetry } = failed
  if (refusal !== null)
    return {
      icon: <TriangleAlert />,
      title: commonTexts.failedTitle,
      text: refusal,
      body: <ToCard />,
    }
  if (hasCode(error, 'TAG_NOT_FOUND')) return unknownTagView()
  if (hasCode(error, 'NOT_IN_TEAM')) {
    const body = <ToCard text={user.pending_team === null ? teamTexts.toJoining : undefined} />
    return {
      icon: <UsersRound />,
      title: scanTexts.needTeam,
      text: needTeamText(user, stored),
      body,
    }
  }
  if (hasCode(error, 'TAG_NOT_PROVEN') || hasCode(error, 'TAG_REPLAYED')) {
    return {
      icon: <NfcIcon />,
      title: scanTexts.touchAgain,
      text: error.message,
      body: <ToStart />,
    }
  }
  if (hasCode(error, 'EVENT_CLOSED')) {
    return {
      icon: <CalendarX2 />,
      title: scanTexts.closed,
      text: scanTexts.closedText,
      body: <ToStart />,
    }
  }
  if (hasCode(error, 'KEPT_FOR_ORGANISER')) {
    return { icon: <Gavel />, title: scanTexts.late, text: error.message, body: <ToCard /> }
  }
  if (hasCode(error, 'OTHER_ACCOUNT')) {
    const body = <Button onClick={() => window.location.reload()}>{updateTexts.refresh}</Button>
    return {
      icon: <UserRoundX />,
      title: scanTexts.otherAccount,
      text: scanTexts.otherAccountText,
      body,
    }
  }
  if (stored) {
    return {
      icon: <Hourglass />,
      title: scanTexts.stored,
      text: scanTexts.storedText,
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
    : {
        icon: <WifiOff />,
        title: commonTexts.notConnectedTitle,
        text: scanTexts.notConnectedText,
        body,
      }
}

function unknownTagView(): ScanView {
  return {
    icon: <SearchX />,
    title: scanTexts.unknown,
    text: scanTexts.unknownText,
    body: <ToStart />,
  }
}

/** A bonus that the team already has. A time ahead of the server's clock is shown as just now. */
function CollectedBefore({ award }: { award: Award }) {
  const now = useNow()
  return (
    <div className="rounded-control bg-raised px-4 py-3">
      <p className="font-semibold">
        {scanTexts.alreadyWhat(award.label, teamTexts.worth(award.points))}
      </p>
      <p className="text-sm text-soft">{scanTexts.alreadyWhen(formatAgo(award.awarded_at, now))}</p>
    </div>
  )
}
