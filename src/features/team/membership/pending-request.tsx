import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Hourglass } from 'lucide-react'
import { rejectInvite } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { placesTexts } from '#texts/titles'
import { currentUserQuery } from '../../../api/queries'
import { Button, buttonClasses } from '../../../ui/button'
import { Notice } from '../../../ui/load-failed'
import { Panel } from '../../../ui/panel'
import { toast } from '../../../ui/toast'
import { useTeamChange } from './use-team-change'

interface PendingRequestProps {
  playerId: string
  team: NonNullable<User['pending_team']>
  /** The team whose QR code was opened since; undefined if none was. */
  offeredTeamId: string | undefined
}

export function PendingRequest({ playerId, team, offeredTeamId }: PendingRequestProps) {
  const { data: user } = useQuery(currentUserQuery())
  const withdraw = useTeamChange(rejectInvite, { leaves: true, onDone: () => toast.success(teamTexts.withdrawn) })
  return (
    <Panel className="mx-auto w-full max-w-xl">
      <Notice wholeScreen icon={<Hourglass />} title={teamTexts.pendingTitle(team.team_name)} text={teamTexts.pendingText}>
        {offeredTeamId !== undefined && offeredTeamId !== team.team_id && (
          <p className="max-w-prose text-soft">{teamTexts.pendingOther}</p>
        )}
        <p className="rounded-control bg-raised px-5 py-3">
          <span className="block font-semibold">{teamTexts.showCaptain}</span>
          <span className="block text-2xl font-bold wrap-anywhere">{user?.nickname}</span>
        </p>
        <p className="text-soft">{teamTexts.pendingMeanwhile}</p>
        <div className="flex flex-wrap justify-center gap-2">
          <Link to="/player/standovi" className={buttonClasses('secondary')}>
            {placesTexts.booths.name}
          </Link>
          <Link to="/player/poredak" className={buttonClasses('secondary')}>
            {placesTexts.ranking.name}
          </Link>
        </div>
        <Button variant="quiet" busy={withdraw.isPending} onClick={() => withdraw.mutate({ player_id: playerId })}>
          {teamTexts.withdraw}
        </Button>
      </Notice>
    </Panel>
  )
}
