import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { Panel } from '../../../ui/panel'
import { LatestPoints } from '../points/points-history'
import { ShareButton } from '../story/share-button'
import { TeamFront } from './team-front'

/** Number of awards beside the card. */
const LATEST = 5

interface TeamCardProps {
  userId: string
  team: NonNullable<User['team']>
  /** What stands above and below the latest points; on a phone all of it is below the card, whose code must be in sight. */
  beforePoints: ReactNode
  afterPoints: ReactNode
}

/** The card of a team, and its latest points. */
export function TeamCard({ userId, team, beforePoints, afterPoints }: TeamCardProps) {
  return (
    <div className="grid w-full items-start gap-5 md:grid-cols-[minmax(18rem,24rem)_1fr]">
      <TeamFront userId={userId} team={team} />
      <div className="flex flex-col gap-5">
        {beforePoints}
        <Panel
          title={teamTexts.latestTitle}
          aside={
            <Link
              to="/player/tim"
              className="inline-flex min-h-12 items-center px-1 font-medium text-soft underline hover:text-ink"
            >
              {teamTexts.allPoints}
            </Link>
          }
        >
          <LatestPoints count={LATEST} />
        </Panel>
        <ShareButton team={team} variant="secondary" />
        {afterPoints}
      </div>
    </div>
  )
}
