import { Download, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { invitePeople } from '#contract/calls/organiser'
import { importTexts } from '#texts/import'
import { call } from '../../api/call'
import { isUnanswered } from '../../api/errors'
import { errorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Progress } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import type { Columns } from './columns'
import { RowFaults, ScrollHere } from './event-preview'
import { askFor, type Guest, guestsOf, type Outcomes, reasonsOf, refusedTable, waitingOf, withFaults } from './invite-run'
import type { Spreadsheet } from './spreadsheet'
import { TableChoice } from './table-choice'
import { saveTable } from './table-file'

/** Asks for people until all have an answer, and says how far it is and why it ended before. */
function useRun(dryRun: boolean) {
  const [guests, setGuests] = useState<readonly Guest[]>([])
  const [again, setAgain] = useState(false)
  const [outcomes, setOutcomes] = useState<Outcomes>(new Map())
  const [isRunning, setRunning] = useState(false)
  const [fault, setFault] = useState<Error | null>(null)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])

  async function run(of: readonly Guest[], before: Outcomes, again: boolean) {
    controller.current?.abort()
    const next = new AbortController()
    controller.current = next
    const { signal } = next
    setGuests(of)
    setAgain(again)
    setOutcomes(before)
    setFault(null)
    setRunning(true)
    try {
      const ask = async (people: readonly unknown[]) => {
        signal.throwIfAborted()
        const flags = { ...(dryRun ? { dry_run: '1' as const } : {}), ...(again ? { again: '1' as const } : {}) }
        return (await call(invitePeople, { people: [...people], ...flags }, signal)).results
      }
      await askFor(of, before, ask, setOutcomes)
    } catch (reason) {
      if (!signal.aborted) setFault(reason instanceof Error ? reason : new Error(String(reason)))
    } finally {
      if (!signal.aborted) setRunning(false)
    }
  }
  return {
    ...{ guests, outcomes, isRunning, fault, again },
    waiting: waitingOf(guests, outcomes),
    begin: (of: readonly Guest[], again = false) => void run(of, new Map(), again),
    goOn: () => void run(guests, outcomes, again),
    drop: () => {
      controller.current?.abort()
      setRunning(false)
      setGuests([])
      setOutcomes(new Map())
      setFault(null)
    },
  }
}

type Run = ReturnType<typeof useRun>

/** How many have been answered for. */
function Answered({ run: { guests, waiting }, text }: { run: Run; text: (done: number, all: number) => string }) {
  const done = guests.length - waiting.length
  return <Progress done={done} all={guests.length} label={text(done, guests.length)} />
}

/** Why not everybody has an answer, and the button that goes on. */
function Stopped({ run: { waiting, isRunning, fault, again, goOn } }: { run: Run }) {
  if (isRunning || waiting.length === 0) return null
  const { stopped, cut } = importTexts
  const text = fault === null ? stopped(waiting.length) : isUnanswered(fault) ? cut(waiting.length, again) : errorText(fault)
  return (
    <div className="flex flex-col gap-3">
      <p role="alert" className="text-danger">
        {text}
      </p>
      <Button className="self-start max-sm:w-full" onClick={goOn}>
        {importTexts.goOn}
      </Button>
    </div>
  )
}

const nameOf = ({ person }: Guest) => `${person.first_name} ${person.last_name}`.trim()

function Refused({ guests, outcomes }: { guests: readonly Guest[]; outcomes: Outcomes }) {
  const rows = guests.flatMap((guest) => {
    const outcome = outcomes.get(guest.row)
    if (outcome?.status !== 'refused' || outcome.code === 'UNAVAILABLE') return []
    return [{ row: guest.row, name: nameOf(guest), texts: reasonsOf(outcome) }]
  })
  if (rows.length === 0) return null
  return (
    <>
      <RowFaults rows={rows} />
      <Button
        variant="secondary"
        icon={Download}
        className="self-start max-sm:w-full"
        onClick={() => void saveTable(importTexts.refusedFile, refusedTable(guests, outcomes), 'xlsx')}
      >
        {importTexts.saveRefused}
      </Button>
    </>
  )
}

const countOf = (outcomes: Outcomes, status: string) => [...outcomes.values()].filter((one) => one.status === status).length

const NAMED_MOST = 10

interface AgainProps {
  readonly guests: readonly Guest[]
  readonly onSend: (guests: readonly Guest[], again: boolean) => void
}

/** A new link for those who had one and never came; who gets it is asked about. */
function Again({ guests, onSend }: AgainProps) {
  if (guests.length === 0) return null
  const names = guests.slice(0, NAMED_MOST).map(nameOf).join(', ')
  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" icon={Send} className="self-start max-sm:w-full">
          {importTexts.again.label(guests.length)}
        </Button>
      }
      title={importTexts.again.title}
      text={importTexts.again.text(names, guests.length - NAMED_MOST)}
      confirm={importTexts.send(guests.length)}
      tone="primary"
      busy={false}
      onConfirm={(close) => {
        close()
        onSend(guests, true)
      }}
    />
  )
}

/** Every fault at once, then the button that sends. */
function Checked({ run, missing, onSend }: { run: Run; missing: readonly Guest[]; onSend: AgainProps['onSend'] }) {
  const { guests, isRunning, waiting } = run
  const outcomes = withFaults(guests, run.outcomes)
  const ready = guests.filter(({ row }) => outcomes.get(row)?.status === 'sent')
  const [had, faulty] = [
    countOf(outcomes, 'had_one'),
    guests.length - waiting.length - ready.length - countOf(outcomes, 'had_one'),
  ]
  const isDone = !isRunning && waiting.length === 0
  return (
    <Panel title={importTexts.checked}>
      <ScrollHere />
      <div className="flex flex-col gap-4">
        {isRunning && <Answered run={run} text={importTexts.checking} />}
        <Stopped run={run} />
        {isDone && (
          <div role="status" className="flex flex-col gap-4">
            <ul>
              <li>{importTexts.willGet(ready.length)}</li>
              {missing.length > 0 && <li>{importTexts.invited(missing.length)}</li>}
              {had > missing.length && <li>{importTexts.came(had - missing.length)}</li>}
              {faulty > 0 && <li className="text-danger">{importTexts.faulty(faulty)}</li>}
            </ul>
            {faulty > 0 && <p className="text-soft">{importTexts.faultyHint}</p>}
            <Refused guests={guests} outcomes={outcomes} />
            {ready.length > 0 && (
              <Button icon={Send} className="self-start max-sm:w-full" onClick={() => onSend(ready, false)}>
                {importTexts.send(ready.length)}
              </Button>
            )}
            <Again guests={missing} onSend={onSend} />
          </div>
        )}
      </div>
    </Panel>
  )
}

/** How far the sending is, and at the end what became of everybody. */
function Sending({ run, missing, onSend }: { run: Run; missing: readonly Guest[]; onSend: AgainProps['onSend'] }) {
  const { guests, outcomes, isRunning, waiting, again } = run
  const { counts } = importTexts
  const isDone = !isRunning && waiting.length === 0
  const lines = [
    [counts.sent, countOf(outcomes, 'sent')],
    [counts.had_one, countOf(outcomes, 'had_one')],
    [counts.refused, guests.length - waiting.length - countOf(outcomes, 'sent') - countOf(outcomes, 'had_one')],
    [counts.waiting, waiting.length],
  ] as const
  return (
    <Panel title={isDone ? importTexts.sent : importTexts.send(guests.length)}>
      <ScrollHere />
      <div className="flex flex-col gap-4">
        {isRunning && <Answered run={run} text={importTexts.sending} />}
        {isRunning && !again && <p>{importTexts.stay}</p>}
        <dl className="grid grid-cols-[1fr_auto] gap-x-4 tabular-nums">
          {lines.map(
            ([name, count]) =>
              (count > 0 || name === counts.sent) && (
                <div key={name} className="contents">
                  <dt>{name}</dt>
                  <dd className="text-right font-semibold">{count}</dd>
                </div>
              ),
          )}
        </dl>
        <Stopped run={run} />
        {isDone && <Refused guests={guests} outcomes={outcomes} />}
        {isDone && !again && <Again guests={missing} onSend={onSend} />}
      </div>
    </Panel>
  )
}

/** Invites players from a spreadsheet. It may be cut anywhere: the same file, opened again, goes on. */
export function PlayersPart() {
  const [check, sending] = [useRun(true), useRun(false)]
  const drop = () => {
    check.drop()
    sending.drop()
  }
  const begin = (sheet: Spreadsheet, columns: Columns) => {
    sending.drop()
    check.begin(guestsOf(sheet, columns))
  }
  /** Who got a link before, and has never signed in. */
  const missing = check.guests.filter(
    ({ row, faults }) => check.outcomes.get(row)?.signed_in === false && Object.keys(faults).length === 0,
  )
  return (
    <>
      <Panel title={importTexts.players}>
        <p className="mb-4 text-soft">{importTexts.playersHint}</p>
        <TableChoice kind="players" checking={check.isRunning} onChange={drop} onCheck={begin} />
      </Panel>
      {sending.guests.length === 0 && check.guests.length > 0 && <Checked run={check} missing={missing} onSend={sending.begin} />}
      {sending.guests.length > 0 && <Sending run={sending} missing={missing} onSend={sending.begin} />}
    </>
  )
}
