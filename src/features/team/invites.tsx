import { useQuery } from '@tanstack/react-query'
import { UserRoundPlus } from 'lucide-react'
import type { CallOutput } from '#contract/calls'
import { acceptInvite, listInvites, rejectInvite } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { formatAgo } from '#lib/relative-date'
import { dotted } from '#texts/nouns'
import { teamTexts } from '#texts/team'
import { query } from '../../api/queries'
import { teamsQuery } from '../../api/score-queries'
import { useTeamChange } from '../../game/membership'
import { Button } from '../../ui/button'
import { useLazyDialog } from '../../ui/dialog'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'

const loadInvitation = async () => (await import('./invitation')).InvitationDialog

/**
 * The captain's invitation, whose chunk is loaded on the first tap. Separate from its button, which
 * may disappear when somebody joins.
 */
export function useInvitationDialog(team: User['team']) {
  const { open, close, isLoading, Dialog } = useLazyDialog(loadInvitation, teamTexts.partNotLoaded)
  const dialog = team !== null && Dialog !== null && <Dialog team={team} onClose={close} />
  return { button: { busy: isLoading, onClick: open }, dialog }
}

export type InviteButtonProps = ReturnType<typeof useInvitationDialog>['button']

export function InviteButton({
  variant = 'secondary',
  ...props
}: InviteButtonProps & { variant?: 'primary' | 'secondary' }) {
  return (
    <Button
      icon={UserRoundPlus}
      variant={variant}
      className="w-full"
      aria-haspopup="dialog"
      {...props}
    >
      {teamTexts.invite}
    </Button>
  )
}

/** The requests for the captain to decide. With `quiet`, renders nothing if there are none. */
export function InviteList({ teamId, quiet = false }: { teamId: string; quiet?: boolean }) {
  const list = useQuery(query(listInvites, {}))
  const { data: all } = useQuery(teamsQuery())
  const now = useNow()
  const pending = list.data?.invites.length ?? 0
  const full = all?.teams.find((team) => team.team_id === teamId)?.is_full === true
  if (quiet && pending === 0) return null
  return (
    <Panel
      title={teamTexts.invites}
      aside={
        pending > 0 && (
          <span className="text-right font-semibold text-accent">
            {teamTexts.newInvites(pending)}
          </span>
        )
      }
    >
      <QueryState
        query={list}
        empty={({ invites }) => invites.length === 0}
        emptyText={teamTexts.noInvites}
      >
        {({ invites }) => (
          <>
            {full && <p className="mb-3 text-warn">{teamTexts.full}</p>}
            <ul className="flex flex-col divide-y divide-line">
              {invites.map((invite) => (
                <InviteRow key={invite.player_id} invite={invite} full={full} now={now} />
              ))}
            </ul>
          </>
        )}
      </QueryState>
    </Panel>
  )
}

interface InviteRowProps {
  invite: CallOutput<'listInvites'>['invites'][number]
  /** The team is full: the request can only be rejected. */
  full: boolean
  /** Server time in ms. */
  now: number
}

function InviteRow({ invite, full, now }: InviteRowProps) {
  const { player_id, nickname, first_name, last_name, created_at } = invite
  const accept = useTeamChange(acceptInvite, {
    onDone: () => toast.success(teamTexts.accepted(nickname)),
  })
  const reject = useTeamChange(rejectInvite, { onDone: () => toast.success(teamTexts.rejected) })
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-2 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-40">
        <p className="font-semibold">{nickname}</p>
        <p className="text-sm text-soft">
          {dotted(`${first_name} ${last_name}`, formatAgo(created_at, now))}
        </p>
      </div>
      <div className="flex grow flex-wrap gap-2 sm:grow-0">
        <Button
          className="grow"
          aria-label={teamTexts.acceptNamed(nickname)}
          busy={accept.isPending}
          disabled={full || reject.isPending}
          onClick={() => accept.mutate({ player_id })}
        >
          {teamTexts.accept}
        </Button>
        <Button
          variant="secondary"
          className="grow"
          aria-label={teamTexts.rejectNamed(nickname)}
          busy={reject.isPending}
          disabled={accept.isPending}
          onClick={() => reject.mutate({ player_id })}
        >
          {teamTexts.reject}
        </Button>
      </div>
    </li>
  )
}
