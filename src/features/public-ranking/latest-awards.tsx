import { Snowflake } from 'lucide-react'
import { formatMoment } from '#lib/clock-time'
import { signed } from '#texts/nouns'
import { publicRankingTexts } from '#texts/public-ranking'
import type { Ranking } from './use-ranking'

/** More would not fit beside ten places. */
const SHOWN = 8

/** The latest awards; while the ranking is frozen, why there are none. */
export function LatestAwards({ ranking: { latest, frozen_at } }: { ranking: Ranking }) {
  if (frozen_at !== null) return <Frozen since={Date.parse(frozen_at)} />
  return (
    <section aria-labelledby="latest" className="flex min-h-0 flex-1 flex-col gap-[0.6em] overflow-hidden">
      <h2 id="latest" className="ground hall-ground self-start text-[1.15em] font-bold">
        {publicRankingTexts.latest}
      </h2>
      {latest.length === 0 && <p className="ground hall-ground self-start text-soft">{publicRankingTexts.noLatest}</p>}
      {/* On a projector, what does not fit goes into a column out of sight, instead of being cut through. */}
      <ul className="flex min-h-0 flex-1 flex-col gap-[0.5em] overflow-hidden hall:flex-wrap">
        {latest.slice(0, SHOWN).map((award) => (
          <li
            key={`${award.awarded_at} ${award.team_name} ${award.label}`}
            className="flex w-full animate-arrive items-center gap-[0.6em] rounded-control border border-line bg-surface px-[0.7em] py-[0.45em]"
          >
            <span className="min-w-0 flex-1">
              <span className="block leading-tight font-semibold">{award.team_name}</span>
              <span className="line-clamp-1 text-[0.8em] text-soft">
                {award.vendor_name === null ? award.label : `${award.label} · ${award.vendor_name}`}
              </span>
            </span>
            <span className="text-[1.2em] font-bold text-accent tabular-nums">{signed(award.points)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}

function Frozen({ since }: { since: number }) {
  return (
    <section className="order-first flex flex-col items-center justify-center gap-[0.8em] rounded-card border border-edge bg-surface p-[1.4em] text-center hall:order-none hall:flex-1 hall:gap-[0.4em] hall:p-[0.8em]">
      <Snowflake aria-hidden className="size-[2.2em] text-accent hall:size-[2.6em]" />
      <h2 className="text-[1.4em] leading-tight font-bold">{publicRankingTexts.frozen}</h2>
      <p className="text-soft">{publicRankingTexts.frozenSince(formatMoment(since))}</p>
    </section>
  )
}
