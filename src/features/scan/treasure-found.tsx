import { useQuery } from '@tanstack/react-query'
import type { Award } from '#contract/entities'
import { TREASURES_OF_HUNTER } from '#rules/medals'
import { scanTexts } from '#texts/scan'
import { type TeamPoints, teamPointsQuery } from '../../api/score-queries'
import { HEXAGON } from '../../game/team-marks'
import { TeamArt, useStars } from '../arrival/team-art'

/** The number of the team's treasures. Counts `found` once, whether or not `known` includes it. */
export function treasuresWith(
  found: Award,
  known: Pick<TeamPoints, 'awards' | 'treasures'> | undefined,
): number {
  const { awards = [], treasures = 0 } = known ?? {}
  const isKnown = awards.some(({ award_id }) => award_id === found.award_id)
  return isKnown ? Math.max(1, treasures) : treasures + 1
}

/** Animates a treasure's golden line in the team's constellation. */
export function TreasureFound({ award }: { award: Award }) {
  const treasures = treasuresWith(award, useQuery(teamPointsQuery()).data)
  const { booths, lit } = useStars()
  return (
    <>
      <TeamArt
        teamId={award.team_id}
        stars={{ booths, lit, treasures }}
        drawn={1}
        className="aspect-[240/112] w-full max-w-md short:aspect-auto short:h-[17dvh]"
      />
      <p className="sr-only">{scanTexts.collectedTitle}</p>
    </>
  )
}

/** The progress to the treasure hunter's medal; nothing once a team has earned it before. */
export function ToMedal({ award }: { award: Award }) {
  const treasures = treasuresWith(award, useQuery(teamPointsQuery()).data)
  const text = scanTexts.toHunterMedal(TREASURES_OF_HUNTER - treasures)
  if (text === null) return null
  return (
    <p className="flex flex-wrap items-center justify-center gap-x-3 gap-y-1 font-semibold">
      <span aria-hidden className="flex gap-1">
        {Array.from({ length: TREASURES_OF_HUNTER }, (_, index) => (
          <svg
            // biome-ignore lint/suspicious/noArrayIndexKey: they differ by nothing else
            key={index}
            viewBox="0 0 64 64"
            aria-hidden="true"
            className="size-6"
          >
            <path
              d={HEXAGON}
              strokeWidth="5"
              strokeLinejoin="round"
              className={
                index < treasures
                  ? 'fill-accent stroke-on-accent'
                  : 'fill-none stroke-edge [stroke-dasharray:6_6]'
              }
            />
          </svg>
        ))}
      </span>
      <span>{text}</span>
    </p>
  )
}
