import { useQuery } from '@tanstack/react-query'
import { teamTexts } from '#i18n/team'
import { queries } from '../../api/calls'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { useNow } from '../../ui/use-now'
import { InviteRow } from './invite-row'
import { REFRESH_MS } from './refresh'

/** The requests that the captain has to decide. */
export function InviteList({ teamId }: { teamId: string }) {
  const list = useQuery({ ...queries.listInvites(), refetchInterval: REFRESH_MS })
  const { data: all } = useQuery(queries.listTeams())
  const now = useNow()
  const waiting = list.data?.invites.length ?? 0
  const full = all?.teams.find((team) => team.team_id === teamId)?.is_full === true
  return (
    <Panel
      title={teamTexts.invites}
      aside={waiting > 0 && <span className="text-right font-semibold text-accent">{teamTexts.newInvites(waiting)}</span>}
    >
      <QueryState query={list} empty={({ invites }) => invites.length === 0} emptyText={teamTexts.noInvites}>
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
