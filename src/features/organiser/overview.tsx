import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { odd as oddCall, overview } from '#contract/calls/organiser'
import type { Odd, Overview } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { formatAgo } from '#lib/relative-date'
import { ODD_KINDS, type OddKind } from '#rules/odd'
import { dotted } from '#texts/nouns'
import { numeral } from '#texts/numbers'
import { organiserTexts } from '#texts/organiser'
import { buttonClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { useWideScreen } from '../../ui/device-screen'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { EventClock } from './clock'
import { organiserQuery } from './correction'
import { DayPart } from './day'
import { Disclosure, EntryList, useOpen } from './frame'
import { NowPart } from './now'
import { isBackupOld } from './readiness'

function EventNumbers({ overview, now }: { overview: Overview; now: number }) {
  const { counts, sms, last_backup_at } = overview
  const isOld = isBackupOld(overview, now)
  const numbers = [
    [organiserTexts.players, counts.players],
    [organiserTexts.teams, counts.teams],
    [organiserTexts.awards, counts.awards],
    [organiserTexts.voided, counts.voided],
    [organiserTexts.refused, counts.refused],
    [organiserTexts.waiting, counts.waiting],
    [organiserTexts.sms, sms.sent],
  ] as const
  return (
    <Panel title={organiserTexts.numbers}>
      <dl className="grid grid-cols-[repeat(auto-fill,minmax(5.5rem,1fr))] gap-4">
        {numbers.map(([name, count]) => (
          <div key={name} className="flex flex-col-reverse justify-end">
            <dt className="text-sm text-soft">{name}</dt>
            <dd className="text-2xl font-bold tabular-nums">{numeral(count)}</dd>
          </div>
        ))}
      </dl>
      <p className={classes('mt-4 text-sm', isOld ? 'text-danger' : 'text-soft')}>
        {organiserTexts.lastBackup(last_backup_at === null ? null : formatAgo(last_backup_at, now))}
        {isOld && ` ${organiserTexts.tellOperator}`}
      </p>
    </Panel>
  )
}

/** Refetch interval (ms): long, because the server reads many entries for each answer. */
const ODD_REFRESH_MS = 60_000
/** More oddities are folded, because up to fifty would push the booths off a phone's screen. */
const ODD_SHOWN = 6

type KnownOdd = Odd & { readonly kind: OddKind }

const isKnown = (odd: Odd): odd is KnownOdd => ODD_KINDS.some((kind) => kind === odd.kind)

/** Links to the team with its history, and to the booth with its people. */
function Subjects({
  odd: { team_id, team_name = '', vendor_id, vendor_name = '' },
}: {
  odd: KnownOdd
}) {
  return (
    <div className="flex flex-wrap gap-2">
      {vendor_id !== undefined && (
        <Link
          to="/organizator"
          search={{ part: 'overview', boothId: vendor_id }}
          className={buttonClasses('secondary')}
        >
          {vendor_name}
        </Link>
      )}
      {team_id !== undefined && (
        <Link
          to="/organizator"
          search={{ part: 'search', teamId: team_id }}
          aria-label={organiserTexts.teamHistory(team_name)}
          className={buttonClasses('secondary')}
        >
          {organiserTexts.history}
        </Link>
      )}
    </div>
  )
}

function OddRow({ odd }: { odd: KnownOdd }) {
  const { kind, until } = odd
  return (
    <li className="flex flex-col gap-2 border-t border-line py-3 first:border-t-0 lg:first:border-t">
      <p className="wrap-anywhere">
        <strong>{organiserTexts.oddKinds[kind]}.</strong> {organiserTexts.oddTexts[kind](odd)}
      </p>
      <div className="mt-auto flex flex-wrap items-center justify-between gap-2">
        <p className="text-sm text-soft">{formatMoment(Date.parse(until))}</p>
        <Subjects odd={odd} />
      </div>
    </li>
  )
}

function OddList({ odd }: { odd: readonly KnownOdd[] }) {
  return (
    <ul className="lg:grid lg:grid-cols-2 lg:gap-x-8">
      {odd.map((one) => (
        <OddRow
          key={`${one.kind} ${one.team_id} ${one.vendor_id} ${one.user_id} ${one.nfc_id} ${one.since}`}
          odd={one}
        />
      ))}
    </ul>
  )
}

/** Oddities worth a look, worded without accusing anybody. */
function OddPart() {
  const query = useQuery({ ...organiserQuery(oddCall, {}), refetchInterval: ODD_REFRESH_MS })
  return (
    <Panel title={organiserTexts.odd} className="lg:col-span-2">
      <QueryState
        query={query}
        empty={({ odd }) => !odd.some(isKnown)}
        emptyText={organiserTexts.nothingOdd}
      >
        {({ odd }) => {
          const known = odd.filter(isKnown)
          return (
            <>
              <p className="mb-2 text-sm text-soft">{organiserTexts.oddHint}</p>
              <OddList odd={known.slice(0, ODD_SHOWN)} />
              {known.length > ODD_SHOWN && (
                <Disclosure
                  className="border-t border-line"
                  title={organiserTexts.moreOdd(known.length - ODD_SHOWN)}
                >
                  <OddList odd={known.slice(ODD_SHOWN)} />
                </Disclosure>
              )}
            </>
          )
        }}
      </QueryState>
    </Panel>
  )
}

/** All booths. Folded on a phone, because the booths that need attention are listed above. */
function Booths({ booths, now }: { booths: Overview['booths']; now: number }) {
  const open = useOpen()
  const isWide = useWideScreen()
  if (booths.length === 0) return <p className="text-soft">{organiserTexts.noBooths}</p>
  return (
    <Disclosure
      open={isWide}
      className="rounded-card border border-line bg-surface px-5 lg:col-span-2"
      title={organiserTexts.allBooths(booths.length)}
    >
      <EntryList
        className="mb-4 lg:grid lg:grid-cols-3 lg:gap-x-8"
        entries={booths.map(
          ({ vendor_id, name, location, awards_last_hour, refused_last_hour, last_award_at }) => ({
            id: vendor_id,
            name,
            detail: dotted(
              location === '' ? null : location,
              last_award_at === null
                ? null
                : organiserTexts.lastHour(awards_last_hour, refused_last_hour),
              last_award_at === null
                ? organiserTexts.noAward
                : organiserTexts.lastAward(formatAgo(last_award_at, now)),
            ),
          }),
        )}
        onOpen={(boothId) => open({ boothId })}
      />
    </Disclosure>
  )
}

export function OverviewPart() {
  const query = useQuery(organiserQuery(overview, {}))
  const now = useNow()
  return (
    <QueryState query={query}>
      {(overview) => (
        <div className="grid items-start gap-5 lg:grid-cols-2">
          <EventClock overview={overview} now={now} />
          <NowPart overview={overview} now={now} />
          <EventNumbers overview={overview} now={now} />
          <OddPart />
          <Booths booths={overview.booths} now={now} />
          <DayPart />
        </div>
      )}
    </QueryState>
  )
}
