import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, SearchX } from 'lucide-react'
import { awardTexts } from '#i18n/award'
import { queries } from '../../api/calls'
import { hasCode } from '../../api/errors'
import { buttonLook } from '../../ui/button'
import { LoadFailed } from '../../ui/load-failed'
import { Notice } from '../../ui/notice'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { AwardButtons } from './award-buttons'
import { LostBooth } from './lost-booth'
import { TeamHeading } from './team-heading'

const route = getRouteApi('/signed-in/qr/$qrSlug')
const REFRESH_MS = 15_000

/** A team as a booth sees it: one tap gives points. */
export function AwardPage() {
  const { qrSlug: teamId } = route.useParams()
  const { data: user } = useQuery(queries.currentUser())
  const { error } = useQuery(queries.checkCooldown({ team_id: teamId }))
  if (user?.vendor_id === null || hasCode(error, 'FORBIDDEN')) return <LostBooth />
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <Link to="/vendor" className="inline-flex min-h-12 items-center gap-1 self-start pr-3 font-medium text-soft hover:text-ink">
        <ChevronLeft aria-hidden className="size-5" />
        {awardTexts.toBoard}
      </Link>
      <Content key={teamId} teamId={teamId} />
    </div>
  )
}

function Content({ teamId }: { teamId: string }) {
  const { data: user } = useQuery(queries.currentUser())
  const cooldowns = useQuery({ ...queries.checkCooldown({ team_id: teamId }), refetchInterval: REFRESH_MS })
  const vendors = useQuery(queries.listVendors())

  if (hasCode(cooldowns.error, 'TEAM_NOT_FOUND')) {
    return (
      <Panel>
        <Notice wholeScreen icon={<SearchX />} title={awardTexts.teamGone}>
          <Link to="/vendor" className={buttonLook('secondary')}>
            {awardTexts.findTeam}
          </Link>
        </Notice>
      </Panel>
    )
  }
  if (cooldowns.data === undefined && cooldowns.isError) {
    const notConnected = cooldowns.error.name === 'CommunicationError'
    return (
      <Panel>
        <LoadFailed
          wholeScreen
          notConnected={notConnected}
          message={notConnected ? undefined : cooldowns.error.message}
          busy={cooldowns.isFetching}
          onRetry={() => void Promise.all([cooldowns.refetch(), vendors.refetch()])}
        />
      </Panel>
    )
  }
  return (
    <QueryState query={cooldowns}>
      {(state) => (
        <>
          <TeamHeading team={state.team} />
          <QueryState query={vendors}>
            {(data) => {
              const booth = data.vendors.find((vendor) => vendor.vendor_id === user?.vendor_id)
              if (user == null || booth === undefined || booth.point_types.length === 0) {
                return <p className="text-lg text-warn">{awardTexts.noPointTypes}</p>
              }
              return <AwardButtons team={state.team} userId={user.id} booth={booth} cooldowns={state.cooldowns} />
            }}
          </QueryState>
        </>
      )}
    </QueryState>
  )
}
