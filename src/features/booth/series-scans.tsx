import { formatRemaining } from '#lib/duration'
import { awardTexts } from '#texts/booth'
import { outboxTexts } from '#texts/outbox'
import { useOutbox } from '../../offline/outbox/page-outbox'
import { useNow } from '../../ui/use-now'
import { AwardState } from './award-state'
import { standingOf } from './give-award'
import type { SeriesScan } from './use-series'
import { useVoidsElsewhere } from './use-voids-elsewhere'

/** What became of each scan of a series: the newest in large letters, and below it those that may still be undone. */
export function SeriesScans({ scans }: { scans: readonly SeriesScan[] }) {
  const now = useNow()
  useVoidsElsewhere(now)
  const [newest, ...earlier] = scans
  const given = earlier.filter((scan) => scan.is === 'given')
  return (
    // As high before the first scan as after it, so that nothing moves under a thumb.
    <section
      aria-label={awardTexts.series}
      className="h-[min(14rem,40dvh)] shrink-0 overflow-y-auto overscroll-contain border-t border-line bg-surface px-4 pt-3 pb-4"
    >
      <p role="status" className="text-3xl leading-tight font-bold wrap-anywhere">
        {newest === undefined ? awardTexts.seriesReady : newest.is === 'no-team' ? null : newest.team.team_name}
      </p>
      <ul>
        {newest !== undefined && (
          <li key={newest.number}>
            <Outcome scan={newest} now={now} />
          </li>
        )}
        {given.map((scan) => (
          <li key={scan.number} className="mt-2 border-t border-line pt-2">
            <p className="font-semibold wrap-anywhere">{scan.team.team_name}</p>
            <Outcome scan={scan} now={now} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Outcome({ scan, now }: { scan: SeriesScan; now: number }) {
  const view = useOutbox()
  switch (scan.is) {
    case 'no-team':
      return (
        <p role="alert" className="text-lg font-semibold text-warn">
          {scan.text}
        </p>
      )
    case 'paused':
      return (
        <p role="alert" className="text-lg font-semibold text-warn">
          {awardTexts.pause(formatRemaining(scan.pause.seconds))}
          {scan.pause.predicted && <span className="block text-sm">{awardTexts.prediction}</span>}
        </p>
      )
    case 'given': {
      const standing = standingOf(view, scan.followed)
      const named = `series-${scan.followed.awardId}`
      return (
        <div className="text-lg max-[25rem]:text-base">
          <span id={named} hidden>
            {scan.team.team_name}
          </span>
          <AwardState standing={standing} now={now} hint={outboxTexts.reading} describedBy={named} />
        </div>
      )
    }
  }
}
