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
import { AskToJoin, CreateTeamWithTag, Retry, ScannedBooth, type ScanView, ToBoard, ToCard, ToStart } from './scan-frame'

type TeamRef = NonNullable<Nfc['team']>

export type ScanOutcome =
  /** An unclaimed team tag; a player without a team may create one with it. */
  | { readonly is: 'free-to-claim'; readonly nfcId: string; readonly pendingTeam: TeamRef | null }
  | { readonly is: 'free-but-in-team'; readonly ownTeam: TeamRef }
  | { readonly is: 'free-for-staff' }
  /** A claimed team tag. */
  | { readonly is: 'may-join'; readonly team: TeamRef }
  | { readonly is: 'asked-to-join'; readonly team: TeamRef }
  | { readonly is: 'asked-elsewhere'; readonly team: TeamRef; readonly pendingTeam: TeamRef }
  | { readonly is: 'own-team'; readonly team: TeamRef }
  | { readonly is: 'other-team'; readonly team: TeamRef; readonly ownTeam: TeamRef }
  | { readonly is: 'to-award'; readonly teamId: string }
  /** A booth's tag, opened by a player or by a booth's staff; `teamId` is the team whose cooldowns the player may see. */
  | {
      readonly is: 'booth'
      readonly vendorId: string
      readonly name: string
      readonly viewer: 'player' | 'own-staff' | 'other-staff'
      readonly teamId: string | null
    }
  | { readonly is: 'bonus-collected'; readonly award: Award }
  | { readonly is: 'bonus-collected-before'; readonly award: Award }
  | { readonly is: 'bonus-for-players' }
  /** The server doesn't respond, and the device's team list doesn't have the tag. */
  | { readonly is: 'not-on-device' }
  /** A booth tag without a booth. */
  | { readonly is: 'nothing' }

function freeTag(nfcId: string, user: User): ScanOutcome {
  if (user.vendor_id !== null) return { is: 'free-for-staff' }
  if (user.team !== null) return { is: 'free-but-in-team', ownTeam: user.team }
  return { is: 'free-to-claim', nfcId, pendingTeam: user.pending_team }
}

function tagOfTeam(team: TeamRef, user: User): ScanOutcome {
  if (user.vendor_id !== null) return { is: 'to-award', teamId: team.team_id }
  if (user.team !== null) {
    return user.team.team_id === team.team_id ? { is: 'own-team', team } : { is: 'other-team', team, ownTeam: user.team }
  }
  const pendingTeam = user.pending_team
  if (pendingTeam === null) return { is: 'may-join', team }
  return pendingTeam.team_id === team.team_id ? { is: 'asked-to-join', team } : { is: 'asked-elsewhere', team, pendingTeam }
}

export function scanOutcome(nfc: Nfc, user: User): ScanOutcome {
  switch (nfc.nfc_type) {
    case 'team':
      return nfc.team === null ? freeTag(nfc.nfc_id, user) : tagOfTeam(nfc.team, user)
    case 'vendor': {
      if (nfc.vendor === null) return { is: 'nothing' }
      const { vendor_id, name } = nfc.vendor
      const ofStaff = user.vendor_id === vendor_id ? 'own-staff' : 'other-staff'
      const viewer = user.vendor_id === null ? 'player' : ofStaff
      return { is: 'booth', vendorId: vendor_id, name, viewer, teamId: user.team?.team_id ?? null }
    }
    case 'bonus':
      // Only an award proves a collection, whatever this device's copy of the user says.
      if (nfc.award === null) return { is: 'bonus-for-players' }
      return { is: nfc.already_collected ? 'bonus-collected-before' : 'bonus-collected', award: nfc.award }
  }
}

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
    return { icon: <NfcIcon />, title: scanTexts.touchAgain, text: error.message, body: <ToStart /> }
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

function unknownTagView(): ScanView {
  return { icon: <SearchX />, title: scanTexts.unknown, text: scanTexts.unknownText, body: <ToStart /> }
}

interface Reactions {
  /** Called when a team was created with the tag, before its founder is taken to the card. */
  onCreated: () => void
  /** Called when somebody else's change made this outcome stale. */
  onOutdated: () => void
}

export function outcomeView(outcome: ScanOutcome, reactions: Reactions): ScanView {
  switch (outcome.is) {
    case 'free-to-claim':
      return {
        icon: <NfcIcon />,
        title: scanTexts.freeTag,
        text: scanTexts.freeFound,
        body: <CreateTeamWithTag nfcId={outcome.nfcId} pendingTeam={outcome.pendingTeam} {...reactions} />,
      }
    case 'free-but-in-team':
      return {
        icon: <NfcIcon />,
        title: scanTexts.freeTag,
        text: scanTexts.freeInTeam(outcome.ownTeam.team_name),
        body: <ToCard />,
      }
    case 'free-for-staff':
      return { icon: <NfcIcon />, title: scanTexts.freeTag, text: scanTexts.freeStaff, body: <ToBoard /> }
    case 'may-join':
      return {
        icon: <UsersRound />,
        title: scanTexts.team(outcome.team.team_name),
        text: scanTexts.joinText,
        body: <AskToJoin team={outcome.team} onOutdated={reactions.onOutdated} />,
      }
    case 'asked-to-join':
      return {
        icon: <Hourglass />,
        title: teamTexts.pendingTitle(outcome.team.team_name),
        text: teamTexts.pendingText,
        body: <ToCard />,
      }
    case 'asked-elsewhere':
      return {
        icon: <Hourglass />,
        title: scanTexts.team(outcome.team.team_name),
        text: scanTexts.pendingElsewhere(outcome.pendingTeam.team_name),
        body: <ToCard />,
      }
    case 'own-team':
      return { icon: <UsersRound />, kind: teamTexts.ownTeam, title: outcome.team.team_name, body: <ToCard /> }
    case 'other-team':
      return {
        icon: <UsersRound />,
        title: scanTexts.team(outcome.team.team_name),
        text: scanTexts.otherTeam(outcome.ownTeam.team_name),
        body: <ToCard />,
      }
    case 'to-award':
      return {
        icon: <Logo tracing />,
        title: scanTexts.reading,
        body: <Navigate to="/qr/$qrSlug" params={{ qrSlug: outcome.teamId }} replace />,
      }
    case 'booth':
      return { icon: <Store />, kind: scanTexts.booth, title: outcome.name, body: <ScannedBooth {...outcome} /> }
    case 'bonus-collected':
      return {
        icon: <Sparkles />,
        kind: scanTexts.collectedTitle,
        title: teamTexts.signedPoints(outcome.award.points),
        text: scanTexts.collectedFor(outcome.award.label, outcome.award.team_name),
        won: true,
        body: <ToCard />,
      }
    case 'bonus-collected-before':
      return {
        icon: <CircleCheck />,
        title: scanTexts.alreadyTitle,
        text: scanTexts.oncePerTeam,
        body: (
          <>
            <CollectedBefore award={outcome.award} />
            <ToCard />
          </>
        ),
      }
    case 'bonus-for-players':
      return { icon: <Sparkles />, title: scanTexts.bonusForPlayers, text: scanTexts.bonusForPlayersText, body: <ToBoard /> }
    case 'not-on-device':
      return {
        icon: <WifiOff />,
        title: commonTexts.notConnectedTitle,
        text: scanTexts.notOnDevice,
        body: (
          <>
            <Retry onRetry={reactions.onOutdated} />
            <ToBoard variant="secondary" />
          </>
        ),
      }
    case 'nothing':
      return unknownTagView()
  }
}

/** A bonus the team already has, and when it was collected. A time ahead of this device's clock is shown as just now. */
function CollectedBefore({ award }: { award: Award }) {
  const now = useNow()
  return (
    <div className="rounded-control bg-raised px-4 py-3">
      <p className="font-semibold">{scanTexts.alreadyWhat(award.label, teamTexts.signedPoints(award.points))}</p>
      <p className="text-sm text-soft">{scanTexts.alreadyWhen(formatAgo(award.awarded_at, now))}</p>
    </div>
  )
}
