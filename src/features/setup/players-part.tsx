import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Send } from 'lucide-react'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import * as v from 'valibot'
import { invitePeople, overview } from '#contract/calls/organiser'
import type { Invitation } from '#contract/organiser-entities'
import { PEOPLE_AT_ONCE } from '#contract/protocol'
import { readStored, removeStored, writeStored } from '#lib/local-storage'
import { uniqueNicknameKey } from '#rules/account'
import { importTexts } from '#texts/import'
import { numeral } from '#texts/numbers'
import { call, randomUuid } from '../../api/call'
import { isUnanswered } from '../../api/errors'
import { errorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import { Progress } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { type Columns, cellOf, numberKey, personOf, plainNumber, type TypedPerson } from './columns'
import { type RowFault, RowFaults, ScrollHere } from './event-preview'
import { PLAYERS_KEY, PlayersList, reasonOf } from './players-list'
import { Pages } from './rows-preview'
import type { Spreadsheet } from './sheets'
import { TableChoice } from './table-choice'

/** Somebody in a list of players. */
interface InviteeRow {
  readonly row: number
  readonly person: TypedPerson
  /**
   * Faults that the server cannot find: duplicates in the file, and values truncated by the
   * spreadsheet.
   */
  readonly faults: Readonly<Record<string, string>>
}

/** The people of a list, with the faults that only the whole list shows. */
export function inviteesOf({ rows }: Spreadsheet, columns: Columns): readonly InviteeRow[] {
  const first = { mobile: new Map<string, number>(), nickname: new Map<string, number>() }
  return rows.map((row) => {
    const person = personOf(row, columns)
    const faults: Record<string, string> = {}
    const keys = { mobile: numberKey(person.mobile), nickname: uniqueNicknameKey(person.nickname) }
    for (const field of ['mobile', 'nickname'] as const) {
      const earlier = first[field].get(keys[field])
      if (keys[field] === '') continue
      if (earlier === undefined) first[field].set(keys[field], row.row)
      else faults[field] = importTexts.twice(field, earlier)
    }
    if (plainNumber(cellOf(row, columns, 'mobile')) === null) faults.mobile = importTexts.cutNumber
    return { row: row.row, person, faults }
  })
}

/** People to invite, with the outcomes so far by row. A row without an answer has no outcome. */
export interface InviteRun {
  readonly invitees: readonly InviteeRow[]
  readonly outcomes: ReadonlyMap<number, Invitation>
  /** Whether people who already had an invitation get another SMS. */
  readonly again: boolean
  /** The id of the round. Within a round, the server sends nobody a second SMS, even on retries. */
  readonly round: string
}

/**
 * True if a person must be in another call, because the server has not answered or could send no
 * SMS.
 */
const needsRetry = (outcome: Invitation | undefined) =>
  outcome === undefined || outcome.code === 'UNAVAILABLE'

export const waitingOf = ({ invitees, outcomes }: Pick<InviteRun, 'invitees' | 'outcomes'>) =>
  invitees.filter(({ row }) => needsRetry(outcomes.get(row)))

/** The people whose outcome `matches` accepts. */
export function inviteesWith(
  { invitees, outcomes }: InviteRun,
  matches: (outcome: Invitation) => boolean,
): readonly InviteeRow[] {
  return invitees.filter(({ row }) => {
    const outcome = outcomes.get(row)
    return outcome !== undefined && !needsRetry(outcome) && matches(outcome)
  })
}

/** The file's faults take precedence over the server's answer. */
function outcomeOf({ faults }: InviteeRow, outcome: Invitation): Invitation {
  if (Object.keys(faults).length === 0) return outcome
  return { status: 'refused', code: 'INVALID_INPUT', fields: { ...outcome.fields, ...faults } }
}

const hasFailed = ({ status }: Invitation) => status === 'failed'

/**
 * Invites all waiting people, as many at a time as the server takes. Ends early after a call in
 * which every SMS failed or could not be sent, because the next call would fare no better. After
 * an interruption, call it again with the outcomes so far: the server sends nobody a second SMS.
 * Throws the call's errors.
 * @param onAnswer receives all outcomes so far after each call
 */
export async function inviteAll(
  { invitees, outcomes: before }: InviteRun,
  invite: (people: readonly TypedPerson[]) => Promise<readonly Invitation[]>,
  onAnswer: (outcomes: InviteRun['outcomes']) => void,
): Promise<void> {
  let outcomes = before
  for (;;) {
    const waiting = waitingOf({ invitees, outcomes }).slice(0, PEOPLE_AT_ONCE)
    if (waiting.length === 0) return
    const results = await invite(waiting.map(({ person }) => person))
    outcomes = new Map([
      ...outcomes,
      ...waiting.flatMap((invitee, index) =>
        results[index] ? [[invitee.row, outcomeOf(invitee, results[index])] as const] : [],
      ),
    ])
    onAnswer(outcomes)
    const fruitless = waiting.filter(({ row }) => {
      const outcome = outcomes.get(row)
      return outcome === undefined || needsRetry(outcome) || hasFailed(outcome)
    })
    if (fruitless.length === waiting.length) return
  }
}

const NOBODY: InviteRun = { invitees: [], outcomes: new Map(), again: false, round: '' }

/**
 * Where the interrupted round is stored. A round that sends another SMS has a place of its own: if
 * it resumed a first round, the server would send nobody a second SMS.
 */
const roundKey = (again: boolean) => (again ? 'geek-invitations-again' : 'geek-invitations')
/**
 * A round that began longer ago than this (ms) and was interrupted is not resumed. Instead a new
 * round begins, which may send the same people another SMS.
 */
const ROUND_MS = 60 * 60_000
const storedRound = v.object({ id: v.string(), at: v.number() })

function beginNewRound(again: boolean): string {
  const id = randomUuid()
  writeStored(roundKey(again), { id, at: Date.now() })
  return id
}

/** The id of the round interrupted on this device, even by closing the page; else a new id. */
export function beginRound(again: boolean): string {
  const interrupted = readStored(roundKey(again), storedRound)
  return interrupted !== null && Date.now() - interrupted.at < ROUND_MS
    ? interrupted.id
    : beginNewRound(again)
}

/** Invites people until all have an answer. */
function useInviteRun(dryRun: boolean) {
  const client = useQueryClient()
  const [run, setRun] = useState(NOBODY)
  const controller = useRef<AbortController | null>(null)
  useEffect(() => () => controller.current?.abort(), [])
  const inviting = useMutation({
    mutationFn: async (next: InviteRun) => {
      controller.current = new AbortController()
      const { signal } = controller.current
      const flags = {
        ...(dryRun ? { dry_run: 1 } : { invite_id: next.round }),
        ...(next.again && { again: 1 }),
      }
      const invite = async (people: readonly unknown[]) => {
        signal.throwIfAborted()
        return (await call(invitePeople, { people: [...people], ...flags }, signal)).results
      }
      let { outcomes: latest } = next
      await inviteAll(next, invite, (outcomes) => {
        latest = outcomes
        setRun({ ...next, outcomes })
      })
      if (!dryRun && waitingOf({ ...next, outcomes: latest }).length === 0)
        removeStored(roundKey(next.again))
    },
    onSettled: async () => {
      if (dryRun) return
      // The list below the run shows each outcome, and the navigation the number of players.
      await client.invalidateQueries({ queryKey: [PLAYERS_KEY] })
      await client.invalidateQueries({ queryKey: [overview.name] })
    },
    meta: { quiet: true },
  })
  function go(next: InviteRun): void {
    controller.current?.abort()
    setRun(next)
    inviting.mutate(next)
  }
  return {
    run,
    isInviting: inviting.isPending,
    error: inviting.error,
    begin: (invitees: readonly InviteeRow[], again = false) =>
      go({ ...NOBODY, invitees, again, round: dryRun ? '' : beginRound(again) }),
    goOn: () => go(run),
    /**
     * Starts another round for the people whose SMS may not have arrived, because the server sends
     * nobody a second SMS within the same round. Other people's outcomes stay.
     */
    sendAgain: () => {
      const outcomes = new Map([...run.outcomes].filter(([, outcome]) => !hasFailed(outcome)))
      go({ ...run, outcomes, round: beginNewRound(run.again) })
    },
    drop: () => {
      controller.current?.abort()
      inviting.reset()
      setRun(NOBODY)
    },
  }
}

/** Why some people have no answer. */
function stopText(waiting: number, error: Error | null): string {
  if (error === null) return importTexts.stopped(waiting)
  return isUnanswered(error) ? importTexts.cut(waiting) : errorText(error)
}

const nameOf = ({ person }: InviteeRow) => `${person.first_name} ${person.last_name}`.trim()

/** The rows of people who were refused, with why. */
const refusedIn = (run: InviteRun): readonly RowFault[] =>
  inviteesWith(run, ({ status }) => status === 'refused').map((invitee) => ({
    row: invitee.row,
    name: nameOf(invitee),
    text: reasonOf(run.outcomes.get(invitee.row) ?? { status: 'refused' }),
  }))

interface RunPanelProps extends Omit<ReturnType<typeof useInviteRun>, 'begin' | 'drop'> {
  readonly title: string
  readonly progress: (done: number, all: number) => string
  /** Shown while the run is under way. */
  readonly hint?: string | false
  /** The number of results of each kind. */
  readonly counts: readonly (readonly [string, number])[]
  /** The people whom the preceding check refused. */
  readonly leftOut?: readonly RowFault[]
  /** The actions once all have an answer. */
  readonly children: ReactNode
}

/** The progress of a run, every outcome, and every fault with its row. */
function RunPanel({
  run,
  isInviting,
  error,
  goOn,
  sendAgain,
  title,
  progress,
  hint,
  counts,
  leftOut,
  children,
}: RunPanelProps) {
  const waiting = waitingOf(run).length
  const [all, done] = [run.invitees.length, run.invitees.length - waiting]
  const refused = [...(leftOut ?? []), ...refusedIn(run)]
  const failed = inviteesWith(run, hasFailed)
  const lines = [
    ...counts,
    [importTexts.counts.failed, failed.length],
    [importTexts.counts.refused, refused.length],
    [importTexts.counts.waiting, waiting],
  ] as const
  return (
    <Panel title={title}>
      <ScrollHere />
      <div className="flex flex-col gap-4">
        {isInviting && <Progress done={done} all={all} label={progress(done, all)} />}
        <p className="empty:hidden">{isInviting && hint}</p>
        {!isInviting && (
          <div role="status">
            <dl className="grid grid-cols-[1fr_auto] gap-x-4 tabular-nums">
              {lines.map(
                ([name, count], at) =>
                  (count > 0 || at === 0) && (
                    <div key={name} className="contents">
                      <dt>{name}</dt>
                      <dd className="text-right font-semibold">{numeral(count)}</dd>
                    </div>
                  ),
              )}
            </dl>
          </div>
        )}
        {!isInviting && waiting > 0 && (
          <>
            <p role="alert" className="text-danger">
              {stopText(waiting, error)}
            </p>
            <Button className="self-start max-sm:w-full" onClick={goOn}>
              {importTexts.goOn}
            </Button>
          </>
        )}
        {!isInviting && failed.length > 0 && (
          <>
            <h3 className="font-bold">{importTexts.failedTitle(failed.length)}</h3>
            <p className="text-soft">{importTexts.failedHint}</p>
            <RowFaults
              rows={failed.map((one) => ({
                row: one.row,
                name: nameOf(one),
                text: one.person.mobile,
              }))}
            />
            <Button icon={Send} className="self-start max-sm:w-full" onClick={sendAgain}>
              {importTexts.sendAgain}
            </Button>
          </>
        )}
        {!isInviting && waiting === 0 && (
          <>
            {refused.length > 0 && (
              <>
                <h3 className="font-bold">{importTexts.refusedTitle(refused.length)}</h3>
                <p className="text-soft">{importTexts.faultyHint}</p>
              </>
            )}
            <RowFaults rows={refused} />
            {children}
          </>
        )}
      </div>
    </Panel>
  )
}

/** Sends a new link to people who got a link but never signed in. */
function ResendLinks({
  invitees,
  onSend,
}: {
  invitees: readonly InviteeRow[]
  onSend: () => void
}) {
  if (invitees.length === 0) return null
  return (
    <ConfirmDialog
      trigger={
        <Button variant="secondary" icon={Send} className="self-start max-sm:w-full">
          {importTexts.again.label(invitees.length)}
        </Button>
      }
      title={importTexts.again.title}
      text={importTexts.again.text(invitees.length)}
      confirm={importTexts.send(invitees.length)}
      tone="primary"
      busy={false}
      onConfirm={(close) => {
        close()
        onSend()
      }}
    />
  )
}

/**
 * Invites players from a spreadsheet. After any interruption, reopening the same file continues.
 */
export function PlayersPart() {
  const { drop: dropCheck, begin: check, ...checking } = useInviteRun(true)
  const { drop: dropSending, begin: send, ...sending } = useInviteRun(false)
  const drop = () => {
    dropCheck()
    dropSending()
  }
  const { counts } = importTexts
  const ready = inviteesWith(checking.run, ({ status }) => status === 'sent')
  const came = inviteesWith(
    checking.run,
    ({ status, signed_in }) => status === 'had_one' && signed_in !== false,
  )
  const missing = inviteesWith(checking.run, ({ signed_in }) => signed_in === false)
  const again = <ResendLinks invitees={missing} onSend={() => send(missing, true)} />
  const sent = inviteesWith(sending.run, ({ status }) => status === 'sent')
  const had = inviteesWith(sending.run, ({ status }) => status === 'had_one')
  const isSent = !sending.isInviting && waitingOf(sending.run).length === 0
  const hasReachedAll = inviteesWith(sending.run, hasFailed).length === 0
  return (
    <>
      <Panel title={importTexts.players}>
        <p className="mb-4 text-soft">{importTexts.playersHint}</p>
        <TableChoice
          kind="players"
          checking={checking.isInviting}
          onChange={drop}
          onCheck={(spreadsheet, columns) => {
            dropSending()
            check(inviteesOf(spreadsheet, columns))
          }}
        />
      </Panel>
      {sending.run === NOBODY && checking.run !== NOBODY && (
        <RunPanel
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
            <>
              <h3 className="font-bold">{importTexts.willGet}</h3>
              <Pages all={ready}>
                {(one) => (
                  <p
                    key={one.row}
                    className="flex flex-wrap justify-between gap-x-4 border-t border-line py-2 wrap-anywhere"
                  >
                    <span>{nameOf(one)}</span>
                    <span className="tabular-nums">{one.person.mobile}</span>
                  </p>
                )}
              </Pages>
              <Button icon={Send} className="self-start max-sm:w-full" onClick={() => send(ready)}>
                {importTexts.send(ready.length)}
              </Button>
            </>
          )}
          {again}
        </RunPanel>
      )}
      {sending.run !== NOBODY && (
        <RunPanel
          {...sending}
          title={
            isSent
              ? importTexts[hasReachedAll ? 'sent' : 'sentToSome']
              : importTexts.send(sending.run.invitees.length)
          }
          progress={importTexts.sending}
          hint={importTexts.stay}
          counts={[
            [counts.sent, sent.length],
            [counts.had_one, had.length],
          ]}
          leftOut={refusedIn(checking.run)}
        >
          {!sending.run.again && again}
        </RunPanel>
      )}
      <PlayersList />
    </>
  )
}
