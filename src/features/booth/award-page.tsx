import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ChevronLeft, SearchX } from 'lucide-react'
import { useState } from 'react'
import { checkCooldown, listVendors } from '#contract/calls/booth'
import type { Team } from '#contract/entities'
import { awardTexts } from '#texts/booth'
import { outboxTexts } from '#texts/outbox'
import { teamTexts } from '#texts/team'
import { hasCode } from '../../api/errors'
import { teamsQuery } from '../../api/merging-queries'
import { currentUserQuery, query } from '../../api/queries'
import { useOutbox } from '../../offline/page-outbox'
import { MessageLine } from '../../session/messages'
import { buttonClasses } from '../../ui/button'
import { Notice } from '../../ui/load-failed'
import { QueryState, Room, Skeleton } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { Emblem } from '../../ui/team-marks'
import { AwardButtons } from './award-buttons'
import { LostBooth } from './lost-booth'
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
        <Link
          to="/vendor"
          className="ground inline-flex min-h-12 min-w-12 items-center gap-1 pr-3 font-medium text-soft hover:text-ink"
        >
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

interface TeamHeadingProps {
  team: Pick<Team, 'team_id' | 'team_name' | 'emblem'>
  /** False if only its scanned code knows the team. */
  listed: boolean
}

/** Wider than any name of a team. */
const ANY_NAME = 'M'.repeat(40)

/**
 * The team's name, and below it what staff must know before they give points, else its standing. The standing loads in the
 * background, so that nobody waits for it. What comes later moves no button (fault 57).
 */
function TeamHeading({ team, listed }: TeamHeadingProps) {
  const [mayGetName] = useState(!listed)
  return (
    <div className="ground">
      <h1 className="grid text-3xl leading-tight font-bold short:text-2xl *:[grid-area:1/1]">
        {mayGetName && <Room text={ANY_NAME} />}
        <span>
          <Emblem team={team} className="mr-2 inline size-[1em] align-[-0.1em] text-accent" />
          {team.team_name}
        </span>
      </h1>
      <div className="relative mt-1 grid min-h-7">
        <Room className="text-sm" text={awardTexts.unlistedTeam} />
        <div className="absolute inset-0 overflow-y-auto">
          <Line teamId={team.team_id} listed={listed} />
        </div>
      </div>
    </div>
  )
}

function Line({ teamId, listed }: { teamId: string; listed: boolean }) {
  const { storage, lowOnRoom } = useOutbox()
  const { data } = useQuery(teamsQuery())
  const standing = data?.teams.find(({ team_id }) => team_id === teamId)
  // First, because a full disk also makes storage unreadable, and this says what to do about it (fault 48).
  if (lowOnRoom) return <p className="text-sm text-warn">{outboxTexts.lowOnRoomShort}</p>
  if (storage === 'unreadable') return <p className="text-sm text-warn">{awardTexts.onlyOnline}</p>
  if (!listed) return <p className="text-sm text-warn">{awardTexts.unlistedTeam}</p>
  return <p className="text-lg text-soft tabular-nums">{standing !== undefined && teamTexts.standing(standing)}</p>
}
