import { Crown } from 'lucide-react'
import type { CallOutput } from '#contract/calls'
import { teamTexts } from '#i18n/team'
import { classes } from '../../ui/classes'
import { RemoveMember } from './remove-member'

export type Member = CallOutput<'listMembers'>['members'][number]

interface MemberRowProps {
  member: Member
  /** True for the current user. */
  own: boolean
  mayRemove: boolean
}

export function MemberRow({ member, own, mayRemove }: MemberRowProps) {
  return (
    <li className="flex flex-wrap items-center gap-x-3 gap-y-1 py-3 first:pt-0 last:pb-0">
      <div className="min-w-0 flex-1 basis-32">
        <p className={classes('font-semibold', own && 'text-accent')}>
          {member.nickname}
          {own && <span className="sr-only"> ({teamTexts.ownself})</span>}
        </p>
        <p className="text-sm text-soft">
          {member.first_name} {member.last_name}
        </p>
      </div>
      {member.is_captain && (
        <span className="flex items-center gap-1.5 text-sm text-soft">
          <Crown aria-hidden className="size-4 text-warn" />
          {teamTexts.captain}
        </span>
      )}
      {mayRemove && <RemoveMember playerId={member.player_id} nickname={member.nickname} />}
    </li>
  )
}
