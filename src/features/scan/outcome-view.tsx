import { Link, Navigate } from '@tanstack/react-router'
import { CircleCheck, Hourglass, Nfc, RotateCw, Sparkles, Store, UsersRound, WifiOff } from 'lucide-react'
import { commonTexts } from '#texts/common'
import { scanTexts } from '#texts/scan'
import { teamTexts } from '#texts/team'
import { Button, buttonClasses } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { AskToJoin } from './ask-to-join'
import { CollectedBefore } from './collected-before'
import { CreateTeamWithTag } from './create-team-with-tag'
import { unknownTagView } from './failure-view'
import type { ScanView } from './scan-frame'
import type { ScanOutcome } from './scan-outcome'
import { ScannedBooth } from './scanned-booth'

interface Reactions {
  /** Called when a team was created with the tag, before its founder is taken to the card. */
  onCreated: () => void
  /** Called when somebody else's change made this outcome stale. */
  onOutdated: () => void
}

/** The content of the screen for each outcome. */
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
      return { icon: <UsersRound />, kind: scanTexts.ownTeam, title: outcome.team.team_name, body: <ToCard /> }
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
            <Button onClick={reactions.onOutdated}>
              <RotateCw aria-hidden className="size-5" />
              {commonTexts.retry}
            </Button>
            <Link to="/vendor" className={buttonClasses('secondary')}>
              {scanTexts.toBoard}
            </Link>
          </>
        ),
      }
    case 'nothing':
      return unknownTagView()
  }
}

function ToCard() {
  return (
    <Link to="/player" className={buttonClasses()}>
      {scanTexts.toCard}
    </Link>
  )
}

function ToBoard() {
  return (
    <Link to="/vendor" className={buttonClasses()}>
      {scanTexts.toBoard}
    </Link>
  )
}
