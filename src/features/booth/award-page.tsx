import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, SearchX } from 'lucide-react'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import { awardTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'
import { query } from '../../api/calls'
import { currentUserQuery } from '../../api/current-user-query'
import { hasCode } from '../../api/errors'
import { MessageLine } from '../../session/message-notes'
import { buttonClasses } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { Skeleton } from '../../ui/skeleton'
import { AwardButtons } from './award-buttons'
import { LostBooth } from './lost-booth'
import { TeamHeading } from './team-heading'
import { useTeamAtBooth } from './use-team-at-booth'

const route = getRouteApi('/signed-in/qr/$qrSlug')

/** A team as seen by a booth: one tap awards points, online or offline. */
export function AwardPage() {
  const { qrSlug: teamId } = route.useParams()
  const { data: user } = useQuery(currentUserQuery())
  const { error } = useQuery(query(checkCooldown, { team_id: teamId }))
  if (user?.vendor_id === null || hasCode(error, 'FORBIDDEN')) return <LostBooth />
  return (
    // As high as the smallest view between header and bar, so that the buttons stand in reach of the thumb.
    <div className="mx-auto flex min-h-[calc(100svh-11.75rem-env(safe-area-inset-top)-env(safe-area-inset-bottom))] max-w-2xl flex-col gap-5 short:gap-2 md:min-h-0">
      <div className="group flex items-center gap-3">
        <Link to="/vendor" className="inline-flex min-h-12 min-w-12 items-center gap-1 pr-3 font-medium text-soft hover:text-ink">
          <ChevronLeft aria-hidden className="size-5" />
          <span className="max-md:group-has-[[data-message]]:sr-only">{awardTexts.toBoard}</span>
        </Link>
        <MessageLine userId={user?.id} />
      </div>
      <Content key={teamId} teamId={teamId} />
    </div>
  )
}

function Content({ teamId }: { teamId: string }) {
  const { data: user } = useQuery(currentUserQuery())
  const vendors = useQuery(query(listVendors, {}))
  const atBooth = useTeamAtBooth(teamId)
  switch (atBooth.is) {
    case 'asking':
      return <Skeleton />
    case 'gone':
      return <TeamGone />
    case 'there':
      return (
        <>
          <TeamHeading team={atBooth.team} listed={atBooth.listed} />
          <QueryState query={vendors}>
            {(data) => {
              const booth = data.vendors.find((vendor) => vendor.vendor_id === user?.vendor_id)
              if (user == null || booth === undefined || booth.point_types.length === 0) {
                return <p className="text-lg text-warn">{awardTexts.noPointTypes}</p>
              }
              return <AwardButtons {...atBooth} userId={user.id} booth={booth} />
            }}
          </QueryState>
        </>
      )
  }
}

function TeamGone() {
  return (
    <Panel>
      <Notice wholeScreen icon={<SearchX />} title={awardTexts.teamGone}>
        <Link to="/vendor" className={buttonClasses('secondary')}>
          {teamTexts.findTitle}
        </Link>
      </Notice>
    </Panel>
  )
}
