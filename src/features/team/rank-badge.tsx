import { teamTexts } from '#i18n/team'

/** The rank on the logo's hexagon. */
export function RankBadge({ rank }: { rank: number }) {
  const place = `${rank}.`
  return (
    <p className="relative grid size-20 shrink-0 place-items-center">
      <svg viewBox="0 0 64 64" aria-hidden="true" className="absolute inset-0">
        <path
          d="M32 3 57 17.5v29L32 61 7 46.5v-29z"
          className="fill-sky/60 stroke-accent"
          strokeWidth="2.5"
          strokeLinejoin="round"
        />
      </svg>
      <span className="sr-only">{teamTexts.rank(rank)}</span>
      <span aria-hidden className="relative flex flex-col items-center leading-none">
        <span className={place.length > 3 ? 'text-lg font-bold tabular-nums' : 'text-2xl font-bold tabular-nums'}>{place}</span>
        <span className="mt-0.5 text-xs font-medium text-soft">{teamTexts.rankNoun}</span>
      </span>
    </p>
  )
}
