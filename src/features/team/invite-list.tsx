import { useMutation, useQuery } from '@tanstack/react-query'
import { toast } from 'sonner'
import { teamTexts } from '#i18n/team'
import { formatRelativeDate } from '#lib/relative-date'
import { mutations, queries } from '../../api/calls'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { REFRESH_MS } from './refresh'

/** The requests that wait for the captain; nothing where there are none. */
export function InviteList() {
  const { data } = useQuery({ ...queries.listInvites(), refetchInterval: REFRESH_MS })
  const accept = useMutation(mutations.acceptInvite)
  const reject = useMutation(mutations.rejectInvite)
  const now = useNow()
  const busy = accept.isPending || reject.isPending
  if (data === undefined || data.invites.length === 0) return null
  return (
    <Panel title={teamTexts.invites} aside={<span className="font-bold text-accent tabular-nums">{data.invites.length}</span>}>
      <ul className="flex flex-col divide-y divide-line">
        {data.invites.map(({ player_id, nickname, first_name, last_name, created_at }) => (
          <li key={player_id} className="flex flex-wrap items-center gap-3 py-3 first:pt-0 last:pb-0">
            <div className="min-w-0 flex-1 basis-40">
              <p className="font-semibold">{nickname}</p>
              <p className="text-sm text-soft">
                {first_name} {last_name} · {formatRelativeDate(created_at, new Date(Math.max(now, Date.parse(created_at))))}
              </p>
            </div>
            <div className="flex gap-2">
              <Button
                aria-label={teamTexts.acceptNamed(nickname)}
                disabled={busy}
                onClick={() =>
                  accept.mutate({ player_id }, { onSuccess: () => void toast.success(teamTexts.accepted(nickname)) })
                }
              >
                {teamTexts.accept}
              </Button>
              <Button
                look="secondary"
                aria-label={teamTexts.rejectNamed(nickname)}
                disabled={busy}
                onClick={() => reject.mutate({ player_id }, { onSuccess: () => void toast.success(teamTexts.rejected) })}
              >
                {teamTexts.reject}
              </Button>
            </div>
          </li>
        ))}
      </ul>
    </Panel>
  )
}
