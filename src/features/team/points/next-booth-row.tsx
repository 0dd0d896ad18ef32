import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import type { User } from '#contract/entities'
import { formatRemainingAccusative } from '#lib/duration'
import { hallOf } from '#rules/hall'
import { nextBooth } from '#rules/next-booth'
import { boothTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'
import { useRefreshInterval } from '../../../api/live-state'
import { teamPointsQuery } from '../../../api/merging-queries'
import { query } from '../../../api/queries'
import { cooldownLeft } from '../../../ui/booth'
import { Dotted } from '../../../ui/panel'
import { useNow } from '../../../ui/use-now'
import { InviteButton, type InviteButtonProps } from '../membership/invite-button'

/** Where the card leads next, until the end: who founded a team and is alone in it to the invitation, everybody else to a booth. */
export function NextRow({ team, invite }: { team: NonNullable<User['team']>; invite: InviteButtonProps }) {
  const { ends_at } = useQuery(teamPointsQuery()).data ?? {}
  const now = useNow()
  if (ends_at != null && now >= Date.parse(ends_at)) return null
  if (isWithoutFriends(team)) return <InviteButton variant="primary" {...invite} />
  return <NextBooth teamId={team.team_id} />
}

/** Who founded a team and is alone in it. */
export const isWithoutFriends = ({ member_count, points }: NonNullable<User['team']>) => member_count === 1 && points === 0

const SHAPE = 'flex min-h-12 items-center gap-2 rounded-control bg-raised px-3 py-1 hover:bg-line forced-colors:border'

/**
 * What the team should do next. With points and not first: how far the next place is and what brings it there; else the next booth.
 * Nothing until its pauses are known.
 */
function NextBooth({ teamId }: { teamId: string }) {
  const booths = useQuery(query(listVendors, {})).data?.vendors
  const { awards, goal } = useQuery(teamPointsQuery()).data ?? {}
  const pauses = useQuery({ ...query(checkCooldown, { team_id: teamId }), refetchInterval: useRefreshInterval() }).data
  const now = useNow()
  if (booths === undefined || pauses === undefined) return null
  const lastAt = awards?.find(({ vendor_id, voided }) => vendor_id !== null && !voided)?.vendor_id
  const last = booths.find(({ vendor_id }) => vendor_id === lastAt)
  const next = nextBooth(
    booths,
    ({ vendor_id }, { point_type }) => cooldownLeft(pauses.cooldowns, { vendor_id, point_type }, now),
    last === undefined ? null : hallOf(last.location),
  )
  if (next === null) return null
  const { booth, points, seconds } = next
  const wait = seconds > 0 ? [boothTexts.freeIn(formatRemainingAccusative(seconds))] : []
  const parts =
    goal == null
      ? [booth.name, hallOf(booth.location), teamTexts.upTo(points), ...wait].filter((part) => part !== '')
      : [teamTexts.toNextPlace(goal.missing, goal.place), teamTexts.givesUpTo(booth.name, points), ...wait]
  return (
    <Link to="/player/standovi" search={{ booth: booth.vendor_id }} className={SHAPE}>
      <span className="min-w-0 flex-1 leading-snug">
        {goal == null && (
          <>
            <span className="block text-sm text-soft short:sr-only">
              {teamTexts.nextBooth}
              <span className="sr-only">:</span>
            </span>{' '}
          </>
        )}
        <span className="block font-semibold short:text-sm short:leading-tight">
          <Dotted parts={parts} />
        </span>
      </span>
      <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
    </Link>
  )
}
