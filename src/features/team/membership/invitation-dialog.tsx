import { useQuery } from '@tanstack/react-query'
import { Share2, UserRoundCheck } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { inviteToTeam, listMembers } from '#contract/calls/team'
import type { User } from '#contract/entities'
import { invitationTexts } from '#texts/invitation'
import { call } from '../../../api/call'
import { ApiError } from '../../../api/errors'
import { useRefreshInterval } from '../../../api/live-state'
import { publicOrigin, query } from '../../../api/queries'
import { FullScreenCode } from '../../../ui/full-screen-code'
import { share } from '../../../ui/share'
import { toast } from '../../../ui/toast'
import { useNow } from '../../../ui/use-now'

/** Who scans the code has nearly all of the ten minutes left to register, and a phone that slept has a new one at once. */
const RENEW_MS = 60_000
/** While the members cannot be told by the stream. */
const MEMBERS_MS = 3_000

/** The address that makes whoever opens it a member; undefined until there is one, and once it has expired. */
function useInvitation(teamId: string) {
  const origin = useSyncExternalStore(publicOrigin.subscribe, publicOrigin.get)
  const now = useNow()
  const { data, error } = useQuery({
    // Not the call's own name, so that the token is not kept on the device; nor longer in memory than it is shown.
    queryKey: ['invitation', teamId],
    queryFn: ({ signal }) => call(inviteToTeam, {}, signal),
    gcTime: 0,
    refetchInterval: ({ state }) => (state.status === 'error' ? MEMBERS_MS : RENEW_MS),
    refetchOnWindowFocus: 'always',
  })
  const isGood = data !== undefined && now < Date.parse(data.expires_at)
  const address = isGood
    ? new URL(`/t/${encodeURIComponent(teamId)}?i=${encodeURIComponent(data.invite_token)}`, origin).href
    : undefined
  return { address, error }
}

/** The nicknames of those who have come in while the dialog is open. */
function useNewcomers(teamId: string): readonly string[] {
  const { data } = useQuery({ ...query(listMembers, { team_id: teamId }), refetchInterval: useRefreshInterval(MEMBERS_MS) })
  const [before, setBefore] = useState<ReadonlySet<string> | null>(null)
  if (data === undefined) return []
  if (before === null) setBefore(new Set(data.members.map(({ player_id }) => player_id)))
  return data.members.filter(({ player_id }) => before?.has(player_id) === false).map(({ nickname }) => nickname)
}

async function sendLink(teamName: string, url: string): Promise<void> {
  if (await share({ title: teamName, text: invitationTexts.shareText(teamName), url })) return
  try {
    await navigator.clipboard.writeText(url)
    toast.success(invitationTexts.linkCopied)
  } catch {
    toast.error(invitationTexts.linkNotCopied)
  }
}

interface InvitationDialogProps {
  team: NonNullable<User['team']>
  onClose: () => void
}

/** The captain's invitation as a code, full screen, and as a link to send. */
export function InvitationDialog({ team: { team_id, team_name }, onClose }: InvitationDialogProps) {
  const { address, error } = useInvitation(team_id)
  const newcomers = useNewcomers(team_id)
  const refusal = error instanceof ApiError ? error.message : null
  return (
    <FullScreenCode
      title={team_name}
      code={refusal === null ? address : undefined}
      label={invitationTexts.code(team_name)}
      onClose={onClose}
    >
      <div className="flex w-full max-w-md flex-col items-center gap-3 text-lg landscape:flex-1">
        <p role="status" className="text-pretty">
          {refusal ?? (error === null ? invitationTexts.lasts : invitationTexts.offline)}
        </p>
        <p role="status" className="flex items-center gap-2 font-bold wrap-anywhere empty:hidden">
          {newcomers.length > 0 && (
            <>
              <UserRoundCheck aria-hidden className="size-6 shrink-0" />
              <span>{invitationTexts.cameIn(newcomers)}</span>
            </>
          )}
        </p>
        {address !== undefined && refusal === null && (
          <button
            type="button"
            onClick={() => void sendLink(team_name, address)}
            className="inline-flex min-h-12 cursor-pointer items-center gap-2 rounded-control border border-black px-5 font-semibold focus-visible:outline-black"
          >
            <Share2 aria-hidden className="size-5" />
            {invitationTexts.sendLink}
          </button>
        )}
      </div>
    </FullScreenCode>
  )
}
