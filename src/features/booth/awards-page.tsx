import { useQuery } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Award } from '#contract/entities'
import { formatAgo } from '#lib/relative-date'
import { awardTexts } from '#texts/booth'
import { outboxTexts } from '#texts/outbox'
import { teamTexts } from '#texts/team'
import { titleTexts } from '#texts/titles'
import { hasCode } from '../../api/errors'
import { useRefreshInterval } from '../../api/live-state'
import { boothAwardsQuery } from '../../api/score-queries'
import { useUser } from '../../session/signed-in'
import { Button } from '../../ui/button'
import { classes } from '../../ui/classes'
import { useListWindow } from '../../ui/lists'
import { QueryState } from '../../ui/loading'
import { Dotted, Panel, ScreenTitle } from '../../ui/panel'
import { toast } from '../../ui/toast'
import { useNow } from '../../ui/use-now'
import { useUndo } from '../outbox/award-state'
import { OutboxPanel } from '../outbox/outbox-panel'
import { LostBooth } from './booth-failed'

/** The screen 'Dodjele': the awards waiting on this device, and the booth's awards. */
export function AwardsPage() {
  const user = useUser()
  const { error } = useQuery(boothAwardsQuery())
  if (user.vendor_id === null || hasCode(error, 'FORBIDDEN')) return <LostBooth />
  return (
    <div className="mx-auto max-w-2xl">
      <ScreenTitle
        title={titleTexts.awards}
        aside={<span className="text-soft">{user.vendor?.name}</span>}
      />
      <div className="flex flex-col gap-5">
        <OutboxPanel userId={user.id} />
        <BoothAwards />
      </div>
    </div>
  )
}

/** Awards rendered initially; more follow near the end of the list. */
const ROWS = 25

/** The booth's awards, newest first, with an undo for recent ones. `newest` limits their number. */
export function BoothAwards({ newest = Number.POSITIVE_INFINITY }: { newest?: number }) {
  const awards = useQuery({ ...boothAwardsQuery(), refetchInterval: useRefreshInterval() })
  return (
    <Panel title={awardTexts.boothAwards}>
      <QueryState
        query={awards}
        empty={(data) => data.awards.length === 0}
        emptyText={awardTexts.boothAwardsEmpty}
      >
        {(data) => <Awards awards={data.awards.slice(0, newest)} />}
      </QueryState>
    </Panel>
  )
}

function Awards({ awards }: { awards: readonly Award[] }) {
  const now = useNow()
  const { shown, endRef } = useListWindow(awards.length, ROWS)
  return (
    <>
      <ul className="@container flex flex-col divide-y divide-line">
        {awards.slice(0, shown).map((award) => (
          <BoothAward key={award.award_id} award={award} now={now} />
        ))}
      </ul>
      {shown < awards.length && <div ref={endRef} />}
    </>
  )
}

/** One award of the booth. `now` is the server's time in ms. */
function BoothAward({ award, now }: { award: Award; now: number }) {
  const row = useRef<HTMLLIElement>(null)
  const undo = useUndo(award, now)
  return (
    <li
      ref={row}
      tabIndex={-1}
      className="grid grid-cols-[minmax(0,1fr)_auto] items-center gap-x-3 py-3 outline-none first:pt-0 last:pb-0 @max-[14rem]:grid-cols-1 @md:grid-cols-[minmax(0,1fr)_auto_auto]"
    >
      <p className={classes('font-semibold', undo.done && 'text-soft line-through')}>
        {award.team_name}
      </p>
      <p
        className={classes(
          'self-start text-right whitespace-nowrap tabular-nums @max-[14rem]:text-left @md:col-start-3 @md:min-w-24 @md:row-span-2 @md:row-start-1 @md:self-center',
          undo.done ? 'text-soft line-through' : 'font-bold text-accent',
        )}
      >
        {teamTexts.worth(award.points)}
      </p>
      <p className="col-span-2 text-sm text-soft @max-[14rem]:col-span-1 @md:col-span-1 @md:col-start-1">
        <Dotted
          parts={[
            award.label,
            formatAgo(award.awarded_at, now),
            ...(undo.done ? [outboxTexts.undone] : []),
          ]}
        />
      </p>
      {undo.problem !== null && (
        <p role="alert" className="col-span-full mt-2 text-sm text-warn">
          {undo.problem}
        </p>
      )}
      {undo.may && (
        <Button
          variant="secondary"
          busy={undo.busy}
          aria-label={outboxTexts.named(outboxTexts.cancel, award.label, award.team_name)}
          arrives
          className="col-span-full mt-2 @md:col-span-1 @md:col-start-2 @md:row-span-2 @md:row-start-1 @md:mt-0"
          // The button unmounts, so move the focus to its row.
          onClick={() =>
            undo.run(() => {
              row.current?.focus()
              toast.success(awardTexts.undoneToast)
            })
          }
        >
          {outboxTexts.cancel}
        </Button>
      )}
    </li>
  )
}
