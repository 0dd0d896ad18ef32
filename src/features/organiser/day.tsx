import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { day } from '#contract/calls/organiser'
import type { Day } from '#contract/organiser-entities'
import { formatMomentShort, hourOf } from '#lib/clock-time'
import { numeral } from '#texts/numbers'
import { organiserTexts } from '#texts/organiser'
import { classes } from '../../ui/classes'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { organiserQuery } from './correction'

const texts = organiserTexts.day
/** Refetch interval (ms): long, because the server reads the whole ledger for each answer. */
const REFRESH_MS = 60_000

interface TableProps {
  readonly title: string
  /** The names of all columns: of the rows' names, then of their counts. */
  readonly columns: readonly string[]
  readonly rows: readonly {
    readonly id: string
    readonly name: string
    readonly counts: readonly number[]
  }[]
}

function Table({ title, columns, rows }: TableProps) {
  return (
    <div className="overflow-x-auto print:overflow-visible">
      <table className="w-full border-collapse text-left text-sm max-[28rem]:[&_thead]:text-xs [&_:is(td,th):not(:first-child)]:pl-2 [&_:is(td,th):not(:first-child)]:text-right [&_:is(td,th)]:border-b [&_:is(td,th)]:border-line [&_:is(td,th)]:py-1.5">
        <caption className="pb-1 text-left font-medium">{title}</caption>
        <thead>
          <tr>
            {columns.map((column) => (
              <th key={column} scope="col" className="font-medium text-soft">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ id, name, counts }) => (
            <tr key={id}>
              <th scope="row" className="min-w-24 font-normal wrap-anywhere">
                {name}
              </th>
              {counts.map((count, index) => (
                <td key={columns[index + 1]} className="tabular-nums">
                  {numeral(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const PERCENT = 100

/** More hour names than this do not fit below the bars of a phone. */
const MAX_NAMES = 10

/** Awards per hour. Hidden from screen readers: the table next to it has the same data. */
function Bars({ hours }: Pick<Day, 'hours'>) {
  const most = Math.max(...hours.map(({ awards }) => awards))
  const step = Math.ceil(hours.length / MAX_NAMES)
  return (
    <div aria-hidden className={classes('flex min-w-0', step > 1 ? 'gap-px' : 'gap-1')}>
      {hours.map(({ hour, awards }, index) => (
        <span key={hour} className="flex max-w-10 min-w-0 flex-1 flex-col lg:max-w-16">
          <span className="flex h-32 items-end border-b border-edge lg:h-64">
            <span
              className="w-full rounded-t-sm bg-accent"
              style={{ height: `${Math.max(2, (awards / most) * PERCENT)}%` }}
            />
          </span>
          <span className="h-5 text-center text-xs whitespace-nowrap text-soft tabular-nums">
            {index % step === 0 && hourOf(Date.parse(hour))}
          </span>
        </span>
      ))}
    </div>
  )
}

const HOUR_MS = 60 * 60_000
/** If the day has more hours than this, hours without awards are not filled in. */
const HOURS_MAX = 72

/** Fills in the hours without awards. */
function withQuietHours(hours: Day['hours']): Day['hours'] {
  const [first, last] = [hours[0], hours.at(-1)]
  if (first === undefined || last === undefined) return []
  const from = Date.parse(first.hour)
  const length = (Date.parse(last.hour) - from) / HOUR_MS + 1
  if (length > HOURS_MAX) return hours
  const known = new Map(hours.map((one) => [Date.parse(one.hour), one]))
  return Array.from({ length }, (_, index) => {
    const at = from + index * HOUR_MS
    return known.get(at) ?? { hour: new Date(at).toISOString(), awards: 0, points: 0 }
  })
}

function DayNumbers({
  numbers: { hours: given, booths, point_types, players, teams, sms },
}: {
  numbers: Day
}): ReactNode {
  const hours = withQuietHours(given)
  return (
    <>
      <p className="mb-4">{texts.people(players, teams, sms)}</p>
      <div className="grid items-start gap-5 lg:grid-cols-2">
        <Bars hours={hours} />
        <Table
          title={texts.byHour}
          columns={[texts.hour, texts.awards, texts.points]}
          rows={hours.map(({ hour, awards, points }) => ({
            id: hour,
            name: formatMomentShort(Date.parse(hour)),
            counts: [awards, points],
          }))}
        />
      </div>
      <div className="mt-5 grid items-start gap-5 lg:grid-cols-2">
        <Table
          title={texts.byBooth}
          columns={[texts.booth, texts.awards, texts.points, texts.teams]}
          rows={booths.map(({ vendor_id, name, awards, points, teams: teamCount }) => ({
            id: vendor_id,
            name,
            counts: [awards, points, teamCount],
          }))}
        />
        <Table
          title={texts.byType}
          columns={[texts.type, texts.awards, texts.points]}
          rows={point_types.map(({ point_type, label, awards, points }) => ({
            id: point_type,
            name: label,
            counts: [awards, points],
          }))}
        />
      </div>
    </>
  )
}

/** The day in numbers, for sponsors and the review afterwards. */
export function DayPart() {
  const query = useQuery({ ...organiserQuery(day, {}), refetchInterval: REFRESH_MS })
  return (
    <Panel title={texts.title} className="lg:col-span-2">
      <QueryState query={query} empty={({ hours }) => hours.length === 0} emptyText={texts.none}>
        {(numbers) => <DayNumbers numbers={numbers} />}
      </QueryState>
    </Panel>
  )
}
