import { Navigate } from '@tanstack/react-router'
import { CircleCheck, Hourglass, Nfc, Sparkles, Store, UsersRound, WifiOff } from 'lucide-react'
import type { Award } from '#contract/entities'
import { formatAgo } from '#lib/duration'
import { commonTexts } from '#texts/common'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { Logo } from '../../ui/logo'
import { useNow } from '../../ui/use-now'
import { unknownTagView } from './failure-view'
import type { ScanView } from './scan-frame'
import { Retry, ToBoard, ToCard } from './scan-frame'
import type { ScanOutcome } from './scan-outcome'
import { ScannedBooth } from './scanned-booth'
import { AskToJoin, CreateTeamWithTag } from './team-tag'

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
        icon: <Nfc />,
        title: scanTexts.freeTag,
        text: scanTexts.freeFound,
        body: <CreateTeamWithTag nfcId={outcome.nfcId} pendingTeam={outcome.pendingTeam} {...reactions} />,
      }
    case 'free-but-in-team':
      return {
        icon: <Nfc />,
        title: scanTexts.freeTag,
        text: scanTexts.freeInTeam(outcome.ownTeam.team_name),
        body: <ToCard />,
      }
    case 'free-for-staff':
      return { icon: <Nfc />, title: scanTexts.freeTag, text: scanTexts.freeStaff, body: <ToBoard /> }
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
