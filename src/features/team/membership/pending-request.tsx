import { Hourglass } from 'lucide-react'
import { rejectInvite } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { mutation } from '../../../api/calls'
import { setLeaving } from '../../../session/use-membership-news'
import { Button } from '../../../ui/button'
import { Notice } from '../../../ui/notice'
import { Panel } from '../../../ui/panel'
import { toast } from '../../../ui/toast'
import { useTeamChange } from './use-team-change'

interface PendingRequestProps {
  playerId: string
  team: NonNullable<User['pending_team']>
  /** The team whose QR code was opened since; undefined if none was. */
  offeredTeamId: string | undefined
}

/** A request that the captain has not decided yet. */
export function PendingRequest({ playerId, team, offeredTeamId }: PendingRequestProps) {
  const withdraw = useTeamChange(mutation(rejectInvite), {
    onAsked: () => setLeaving(true),
    onDone: () => toast.success(teamTexts.withdrawn),
    onFailed: () => setLeaving(false),
  })
  return (
    <Panel className="mx-auto w-full max-w-xl">
      <Notice wholeScreen icon={<Hourglass />} title={teamTexts.pendingTitle(team.team_name)} text={teamTexts.pendingText}>
        {offeredTeamId !== undefined && offeredTeamId !== team.team_id && (
          <p className="max-w-prose text-soft">{teamTexts.pendingOther}</p>
        )}
        <Button
          variant="secondary"
          className="mt-2"
          busy={withdraw.isPending}
          onClick={() => withdraw.mutate({ player_id: playerId })}
        >
          {teamTexts.withdraw}
        </Button>
      </Notice>
    </Panel>
  )
}
