import { useMutation } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import { invitePeople } from '#contract/calls/organiser'
import { importTexts } from '#texts/import'
import { call } from '../../api/call'
import { isUnanswered } from '../../api/errors'
import { errorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Progress } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { RowFaults, ScrollHere } from './event-preview'
import { type Asked, askFor, type Guest, guestsOf, guestsWith, reasonOf, waitingOf } from './invite-run'
import { TableChoice } from './table-choice'

/** `again`: also who had an invitation. */
type Round = Asked & { readonly again: boolean }

const NOBODY: Round = { guests: [], outcomes: new Map(), again: false }

/** Asks for people until all have an answer. */
function useRound(dryRun: boolean) {
  const [round, setRound] = useState(NOBODY)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const asking = useMutation({
    mutationFn: async (asked: Round) => {
      controller.current = new AbortController()
      const { signal } = controller.current
      const flags = { ...(dryRun && { dry_run: 1 }), ...(asked.again && { again: 1 }) }
      const ask = async (people: readonly unknown[]) => {
        signal.throwIfAborted()
        return (await call(invitePeople, { people: [...people], ...flags }, signal)).results
      }
      await askFor(asked, ask, (outcomes) => setRound({ ...asked, outcomes }))
    },
    meta: { quiet: true },
  })
  function go(next: Round): void {
    controller.current?.abort()
    setRound(next)
    asking.mutate(next)
  }
  return {
    round,
    isAsking: asking.isPending,
    fault: asking.error,
    begin: (guests: readonly Guest[], again = false) => go({ ...NOBODY, guests, again }),
    goOn: () => go(round),
    drop: () => {
      controller.current?.abort()
      asking.reset()
      setRound(NOBODY)
    },
  }
}

/** Why not everybody has an answer. */
function stopText(waiting: number, fault: Error | null, again: boolean): string {
  if (fault === null) return importTexts.stopped(waiting)
  return isUnanswered(fault) ? importTexts.cut(waiting, again) : errorText(fault)
}

const nameOf = ({ person }: Guest) => `${person.first_name} ${person.last_name}`.trim()

interface RoundPanelProps extends Omit<ReturnType<typeof useRound>, 'begin' | 'drop'> {
  readonly title: string
  readonly progress: (done: number, all: number) => string
  /** Said while it is under way. */
  readonly note?: string | false
  /** What became of how many. */
  readonly counts: readonly (readonly [string, number])[]
  /** What can be done once all have an answer. */
  readonly children: ReactNode
}

/** How far a round is, what became of everybody, and every fault beside its row. */
function RoundPanel({ round, isAsking, fault, goOn, title, progress, note, counts, children }: RoundPanelProps) {
  const waiting = waitingOf(round).length
  const [all, done] = [round.guests.length, round.guests.length - waiting]
  const refused = guestsWith(round, ({ status }) => status === 'refused').map((guest) => ({
    ...{ row: guest.row, name: nameOf(guest), text: reasonOf(round.outcomes.get(guest.row) ?? { status: 'refused' }) },
  }))
  const lines = [...counts, [importTexts.counts.refused, refused.length], [importTexts.counts.waiting, waiting]] as const
  return (
    <Panel title={title}>
      <ScrollHere />
      <div className="flex flex-col gap-4">
        {isAsking && <Progress done={done} all={all} label={progress(done, all)} />}
        <p className="empty:hidden">{isAsking && note}</p>
        {!isAsking && (
          <div role="status">
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 tabular-nums">
              {lines.map(
                ([name, count], at) =>
                  (count > 0 || at === 0) && (
                    <div key={name} className="contents">
                      <dt>{name}</dt>
                      <dd className="text-right font-semibold">{count}</dd>
                    </div>
                  ),
              )}
            </dl>
          </div>
        )}
        {!isAsking && waiting > 0 && (
          <>
            <p role="alert" className="text-danger">
              {stopText(waiting, fault, round.again)}
            </p>
            <Button className="self-start max-sm:w-full" onClick={goOn}>
              {importTexts.goOn}
            </Button>
          </>
        )}
        {!isAsking && waiting === 0 && (
          <>
            {refused.length > 0 && <p className="text-soft">{importTexts.faultyHint}</p>}
            <RowFaults rows={refused} />
            {children}
          </>
        )}
      </div>
    </Panel>
  )
}

/** A new link for those who had one and never came. */
function Again({ guests, onSend }: { guests: readonly Guest[]; onSend: () => void }) {
  if (guests.length === 0) return null
  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" icon={Send} className="self-start max-sm:w-full">
          {importTexts.again.label(guests.length)}
        </Button>
      }
      title={importTexts.again.title}
      text={importTexts.again.text(guests.length)}
      confirm={importTexts.send(guests.length)}
      tone="primary"
      busy={false}
      onConfirm={(close) => {
        close()
        onSend()
      }}
    />
  )
}

/** Invites players from a spreadsheet. It may be cut anywhere: the same file, opened again, goes on. */
export function PlayersPart() {
  const { drop: dropCheck, begin: check, ...checking } = useRound(true)
  const { drop: dropSending, begin: send, ...sending } = useRound(false)
  const drop = () => {
    dropCheck()
    dropSending()
  }
  const { counts } = importTexts
  const ready = guestsWith(checking.round, ({ status }) => status === 'sent')
  const came = guestsWith(checking.round, ({ status, signed_in }) => status === 'had_one' && signed_in !== false)
  const missing = guestsWith(checking.round, ({ signed_in }) => signed_in === false)
  const again = <Again guests={missing} onSend={() => send(missing, true)} />
  const sent = guestsWith(sending.round, ({ status }) => status === 'sent')
  const had = guestsWith(sending.round, ({ status }) => status === 'had_one')
  const isSent = !sending.isAsking && waitingOf(sending.round).length === 0
  return (
    <>
      <Panel title={importTexts.players}>
        <p className="mb-4 text-soft">{importTexts.playersHint}</p>
        <TableChoice
          kind="players"
          checking={checking.isAsking}
          onChange={drop}
          onCheck={(sheet, columns) => {
            dropSending()
            check(guestsOf(sheet, columns))
          }}
        />
      </Panel>
      {sending.round === NOBODY && checking.round !== NOBODY && (
        <RoundPanel
          {...checking}
          title={importTexts.checked}
          progress={importTexts.checking}
          counts={[
            [counts.ready, ready.length],
            [counts.invited, missing.length],
            [counts.came, came.length],
          ]}
        >
          {ready.length > 0 && (
            <Button icon={Send} className="self-start max-sm:w-full" onClick={() => send(ready)}>
              {importTexts.send(ready.length)}
            </Button>
          )}
          {again}
        </RoundPanel>
      )}
      {sending.round !== NOBODY && (
        <RoundPanel
          {...sending}
          title={isSent ? importTexts.sent : importTexts.send(sending.round.guests.length)}
          progress={importTexts.sending}
          note={!sending.round.again && importTexts.stay}
          counts={[
            [counts.sent, sent.length],
            [counts.had_one, had.length],
          ]}
        >
          {!sending.round.again && again}
        </RoundPanel>
      )}
    </>
  )
}
