import { type ReactNode, useState } from 'react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { Emblem } from '../../game/team-marks'
import { topLayer } from '../../ui/toast'
import { Moment } from './moment'
import type { RevealedPlace } from './revealed-place'

interface PlaceMomentProps {
  team: NonNullable<User['team']>
  place: RevealedPlace
}

/**
 * Fills the screen with the place that the reveal has just uncovered, for the team to show it to
 * the hall.
 */
export function PlaceMoment({ team, place }: PlaceMomentProps): ReactNode {
  const [layer] = useState(topLayer)
  return (
    <Moment
      layer={layer}
      text={teamTexts.placeRevealed(place)}
      className="gap-[3dvh] bg-accent text-on-accent landscape:gap-[6vw]"
    >
      <span className="flex flex-col items-center leading-none font-bold">
        <span className="text-[min(52vw,48dvh)] tracking-tight tabular-nums">
          {teamTexts.rankShort(place)}
        </span>
        <span className="text-[min(12vw,9dvh)]">{teamTexts.rankNoun}</span>
      </span>
      <span className="flex min-w-0 max-w-full flex-col items-center gap-[1.5dvh]">
        <Emblem team={team} className="size-[min(18vw,12dvh)]" />
        <span className="max-w-full text-[min(8vw,5dvh)] leading-tight font-bold wrap-anywhere">
          {team.team_name}
        </span>
        <span className="text-[min(7vw,4.5dvh)] leading-tight tabular-nums">
          {teamTexts.points(place.points)}
        </span>
      </span>
    </Moment>
  )
}
