import { useQuery } from '@tanstack/react-query'
import { overview } from '#contract/calls/organiser'
import type { Overview } from '#contract/organiser-entities'
import { numeral } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { useNow } from '../../ui/use-now'
import { ago, boothTroubles } from './booth-troubles'
import { OddPart } from './odd-part'
import { organiserQuery } from './organiser-calls'

type Booth = Overview['booths'][number]

/** What needs somebody, worst first. */
function Attention({ overview, now }: { overview: Overview; now: number }) {
  const troubles = [
    ...boothTroubles(overview.booths, now),
    ...(overview.sms.failed > 0 ? [organiserTexts.smsFailing(overview.sms.failed)] : []),
    ...(overview.event.open ? [] : [organiserTexts.closed]),
  ]
  return (
    <Panel title={organiserTexts.attention}>
      {troubles.length === 0 ? (
        <p className="text-soft">{organiserTexts.allWell}</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {troubles.map((trouble) => (
            <li key={trouble} className="rounded-control border border-danger px-4 py-2 wrap-anywhere">
              {trouble}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  )
}

function Numbers({ overview: { counts, sms } }: { overview: Overview }) {
  const numbers = [
    [organiserTexts.players, counts.players],
    [organiserTexts.teams, counts.teams],
    [organiserTexts.awards, counts.awards],
    [organiserTexts.voided, counts.voided],
    [organiserTexts.refused, counts.refused],
    [organiserTexts.sms, sms.sent],
  ] as const
  return (
    <Panel title={organiserTexts.numbers}>
      <dl className="grid grid-cols-2 gap-4 sm:grid-cols-3">
        {numbers.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="text-2xl font-bold tabular-nums">{numeral(count)}</dd>
          </div>
        ))}
      </dl>
    </Panel>
  )
}

function BoothRow({ booth, now }: { booth: Booth; now: number }) {
  return (
    <li
      id={`stand-${booth.vendor_id}`}
      className="flex scroll-mt-32 flex-col gap-1 border-t border-line py-3 target:bg-raised first:border-t-0 lg:first:border-t"
    >
      <p className="font-semibold wrap-anywhere">{booth.name}</p>
      <p className="text-sm text-soft">{booth.location}</p>
      <p className="text-sm">{organiserTexts.lastHour(booth.awards_last_hour, booth.refused_last_hour)}</p>
      <p className="text-sm">
        {booth.last_award_at === null ? organiserTexts.noAward : organiserTexts.lastAward(ago(booth.last_award_at, now))}
      </p>
      <ul className="text-sm text-soft">
        {booth.staff.map(({ user_id, nickname, last_seen_at, waiting }) => (
          <li key={user_id} className="wrap-anywhere">
            {nickname}: {last_seen_at === null ? organiserTexts.neverSeen : organiserTexts.seen(ago(last_seen_at, now))}
            {waiting !== null && waiting > 0 && <strong className="text-danger"> · {organiserTexts.waits(waiting)}</strong>}
          </li>
        ))}
      </ul>
    </li>
  )
}

export function OverviewPart() {
  const query = useQuery(organiserQuery(overview, {}))
  const now = useNow()
  return (
    <QueryState query={query}>
      {(overview) => (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <Attention overview={overview} now={now} />
          <Numbers overview={overview} />
          <OddPart />
          <Panel title={organiserTexts.booths} className="lg:col-span-2">
            {overview.booths.length === 0 ? (
              <p className="text-soft">{organiserTexts.noBooths}</p>
            ) : (
              <ul className="lg:grid lg:grid-cols-3 lg:gap-x-8">
                {overview.booths.map((booth) => (
                  <BoothRow key={booth.vendor_id} booth={booth} now={now} />
                ))}
              </ul>
            )}
          </Panel>
        </div>
      )}
    </QueryState>
  )
}
