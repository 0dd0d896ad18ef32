import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, SearchX } from 'lucide-react'
import { awardTexts } from '#i18n/award'
import { queries } from '../../api/calls'
import { hasCode } from '../../api/errors'
import { buttonLook } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { AwardButtons } from './award-buttons'

const route = getRouteApi('/signed-in/qr/$qrSlug')
const REFRESH_MS = 15_000

/** A team as a booth sees it: one tap gives points. */
export function AwardPage() {
  const { qrSlug: teamId } = route.useParams()
  const { data: user } = useQuery(queries.currentUser())
  const cooldowns = useQuery({ ...queries.checkCooldown({ team_id: teamId }), refetchInterval: REFRESH_MS })
  const vendors = useQuery(queries.listVendors())

  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <Link to="/vendor" className="inline-flex min-h-12 items-center gap-1 self-start pr-3 font-medium text-soft hover:text-ink">
        <ChevronLeft aria-hidden className="size-5" />
        {awardTexts.toBoard}
      </Link>
      {hasCode(cooldowns.error, 'TEAM_NOT_FOUND') ? (
        <Panel>
          <Notice wholeScreen icon={<SearchX />} title={awardTexts.teamGone}>
            <Link to="/vendor" className={buttonLook('secondary')}>
              {awardTexts.findTeam}
            </Link>
          </Notice>
        </Panel>
      ) : (
        <QueryState query={cooldowns}>
          {(state) => (
            <>
              <h1 className="text-3xl font-bold">{state.team.team_name}</h1>
              <QueryState query={vendors}>
                {(data) => {
                  const booth = data.vendors.find((vendor) => vendor.vendor_id === user?.vendor_id)
                  if (user == null || booth === undefined || booth.point_types.length === 0) {
                    return <p className="text-soft">{awardTexts.noPointTypes}</p>
                  }
                  return <AwardButtons key={teamId} teamId={teamId} userId={user.id} booth={booth} cooldowns={state.cooldowns} />
                }}
              </QueryState>
            </>
          )}
        </QueryState>
      )}
    </div>
  )
}
