import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { applyEvent } from '#contract/calls/setup'
import type { EventChange, EventFault, EventFile, EventPart } from '#contract/event'
import { formatMoment } from '#lib/clock-time'
import { changeText, type EventNames, eventNames } from '#texts/event-changes'
import { importTexts } from '#texts/import'
import { setupTexts } from '#texts/setup'
import { call } from '../../api/call'
import { ApiError, hasCode } from '../../api/errors'
import { inlineErrorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { useCorrection } from '../organiser/correction'
import { type EventRead, refreshEvent } from './use-entry-form'

/** A fault of a file. */
export interface RowFault {
  /** The faulty row; null if the fault concerns no row, as in an event file. */
  readonly row: number | null
  readonly name?: string
  readonly text: string
}

/** Makes the part of an event that a file would apply. */
type PlanOf = (
  event: EventFile,
  /** Faulty rows to leave out of the part. */
  without: ReadonlySet<number>,
) => {
  readonly part: EventPart
  /** Returns all faults: `found`, which the server found in the part, and the file's own faults. */
  readonly faultsOf: (found: readonly EventFault[]) => readonly RowFault[]
}

/** The changes that a file would make to the event as it is now. */
interface Preview {
  readonly part: EventPart
  readonly version: string
  readonly faults: readonly RowFault[]
  /** The number of faults that the server counted but did not list. */
  readonly faultsLeft: number
  /** Whether the part, which leaves out the faulty rows, can be applied. */
  readonly isRight: boolean
  readonly changes: readonly EventChange[]
  readonly names: EventNames
  /** True if the part has tags, and tags of the event would share keys. */
  readonly sharesKeys: boolean
}

class TooLarge extends Error {}

/** A call's body may have 1 MB, and encodes each quote as three characters. */
const MAX_BODY = 1_000_000

/** The most dry runs of a preview: several, because the server lists only some faults at once. */
const TRIES = 20

async function dryRun(part: EventPart, version: string) {
  if (encodeURIComponent(JSON.stringify(part)).length > MAX_BODY) throw new TooLarge()
  return await call(applyEvent, { event: part, version, dry_run: 1 }).then(
    ({ changes, shares_keys = [] }) => ({
      changes,
      found: [],
      faultsLeft: 0,
      sharesKeys: part.tags !== undefined && shares_keys.length > 0,
    }),
    (reason: unknown) => {
      if (!(reason instanceof ApiError) || reason.faults.length === 0) throw reason
      return {
        changes: [],
        found: reason.faults,
        faultsLeft: reason.faultsTotal - reason.faults.length,
        sharesKeys: false,
      }
    },
  )
}

/**
 * Tries the part again without faulty rows until all other rows are valid or a fault concerns no
 * row, at most `TRIES` times.
 */
async function previewOf(planOf: PlanOf, { event, version }: EventRead): Promise<Preview> {
  const without = new Set<number>()
  const faults: RowFault[] = []
  for (let tries = 1; ; tries++) {
    const { part, faultsOf } = planOf(event, without)
    const { changes, found, faultsLeft, sharesKeys } = await dryRun(part, version)
    const newFaults = faultsOf(found)
    faults.push(...newFaults)
    for (const { row } of newFaults) if (row !== null) without.add(row)
    if (newFaults.length === 0 || tries === TRIES || newFaults.some(({ row }) => row === null)) {
      faults.sort((one, other) => (one.row ?? 0) - (other.row ?? 0))
      const [vendors, point_types] = [part.vendors ?? [], part.point_types ?? []]
      const named = {
        vendors: [...event.vendors, ...vendors],
        point_types: [...event.point_types, ...point_types],
      }
      const names = eventNames(named, (at) => formatMoment(Date.parse(at)))
      const isRight = newFaults.length === 0
      return { part, version, faults, faultsLeft, isRight, changes, names, sharesKeys }
    }
  }
}

/**
 * Shows what a file would change in the event, and applies it only if nobody has changed the event
 * since (fault 80).
 * @param onAllApplied called once the part is applied, if no row was left out
 */
export function usePreview(onAllApplied?: () => void) {
  const client = useQueryClient()
  /** The faults of rows that were left out of the applied part. */
  const [notApplied, setNotApplied] = useState<readonly RowFault[]>([])
  const checking = useMutation({
    mutationFn: async (planOf: PlanOf) => await previewOf(planOf, await refreshEvent(client)),
    meta: { quiet: true },
  })
  const applying = useCorrection(applyEvent, { done: importTexts.applied, quiet: true })
  return {
    isChecking: checking.isPending,
    preview: checking.data,
    notApplied,
    error: applying.error ?? checking.error,
    isApplying: applying.isPending,
    // `confirm` needs no dialog: the losses are shown above the button.
    apply: ({ part, version, faults }: Preview) =>
      applying.mutate(
        { event: part, version, confirm: 1 },
        {
          onSuccess: () => {
            checking.reset()
            setNotApplied(faults)
            if (faults.length === 0) onAllApplied?.()
          },
          // Preview the changes again, to the event as it is now.
          onError: (reason) => {
            if (checking.variables !== undefined && hasCode(reason, 'CHANGED_MEANWHILE'))
              checking.mutate(checking.variables)
          },
        },
      ),
    show: (planOf: PlanOf) => {
      applying.reset()
      setNotApplied([])
      checking.mutate(planOf)
    },
    drop: () => {
      checking.reset()
      applying.reset()
      setNotApplied([])
    },
  }
}

/** Merges the faults of each row into one. Faults that concern no row stay separate. */
function perRow(faults: readonly RowFault[]): readonly RowFault[] {
  const rows = new Map<number | RowFault, RowFault>()
  for (const fault of faults) {
    const key = fault.row ?? fault
    const earlier = rows.get(key)
    const text = earlier === undefined ? fault.text : `${earlier.text} ${fault.text}`
    rows.set(key, { ...fault, text })
  }
  return [...rows.values()]
}

/** The faulty rows, which are left once the valid rows are applied. */
function NotApplied({ faults }: { readonly faults: readonly RowFault[] }) {
  const rows = perRow(faults)
  return (
    <Panel title={importTexts.notApplied(rows.length)}>
      <ScrollHere />
      <p className="mb-3 text-soft">{importTexts.notAppliedHint}</p>
      <RowFaults rows={rows} />
    </Panel>
  )
}

/** Lists every change, losses first, or every fault. */
export function EventPreview({
  preview,
  notApplied,
  error,
  isApplying,
  apply,
}: ReturnType<typeof usePreview>) {
  if (notApplied.length > 0) return <NotApplied faults={notApplied} />
  if (preview === undefined && error === null) return null
  const { faults = [], faultsLeft = 0, isRight = false, changes = [] } = preview ?? {}
  const rows = perRow(faults)
  const faultsTitle =
    isRight && changes.length > 0
      ? importTexts.faultsSkipped(rows.length)
      : importTexts.faults(faults.length + faultsLeft)
  const loses = changes.filter(({ kind }) => kind === 'loses')
  return (
    <Panel title={faults.length > 0 ? faultsTitle : importTexts.preview}>
      <ScrollHere />
      <div className="flex flex-col gap-4">
        <p role="alert" className="text-danger empty:hidden">
          {error !== null &&
            (error instanceof TooLarge ? importTexts.tooLargeEvent : inlineErrorText(error))}
        </p>
        {faults.length > 0 && (
          <div role="alert">
            <RowFaults rows={rows} />
            {faultsLeft > 0 && <p className="text-soft">{importTexts.faultsLeft(faultsLeft)}</p>}
          </div>
        )}
        {preview !== undefined && faults.length + changes.length === 0 && (
          <p role="status">{importTexts.noChanges}</p>
        )}
        {preview !== undefined && isRight && changes.length > 0 && (
          <>
            <WhatChanges preview={preview} loses={loses} />
            <Button
              variant={loses.length === 0 ? 'primary' : 'danger'}
              className="self-start max-sm:w-full"
              busy={isApplying}
              onClick={() => apply(preview)}
            >
              {importTexts.apply}
            </Button>
          </>
        )}
      </div>
    </Panel>
  )
}

interface WhatChangesProps {
  readonly preview: Preview
  readonly loses: readonly EventChange[]
}

function WhatChanges({ preview: { changes, names, sharesKeys }, loses }: WhatChangesProps) {
  const others = changes.filter(({ kind }) => kind !== 'loses')
  return (
    <>
      {loses.length > 0 && (
        <div className="text-danger">
          <p className="font-semibold">{importTexts.losesHint}</p>
          <Changes changes={loses} names={names} />
        </div>
      )}
      {others.length > 0 && <Changes changes={others} names={names} />}
      {sharesKeys && <p className="text-warn">{setupTexts.tags.sharesKeys}</p>}
    </>
  )
}

/** Scrolls the page to where it is rendered: on a phone the result would be below the screen. */
export const ScrollHere = () => <span ref={scrollTo} className="block scroll-mt-28" />
const scrollTo = (element: Element | null) => element?.scrollIntoView({ block: 'start' })

/** The number of entries shown at first; a button shows the rest. */
const SHOWN_AT_FIRST = 100

function LongList<T>({
  all,
  children,
}: {
  readonly all: readonly T[]
  readonly children: (one: T) => ReactNode
}) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? all : all.slice(0, SHOWN_AT_FIRST)
  const left = all.length - shown.length
  return (
    <>
      <ul>
        {shown.map((one, index) => (
          <li
            // biome-ignore lint/suspicious/noArrayIndexKey: two entries may read the same, and the list is made anew as a whole.
            key={index}
            className="flex flex-wrap gap-x-3 border-t border-line py-2 wrap-anywhere"
          >
            {children(one)}
          </li>
        ))}
      </ul>
      {left > 0 && (
        <Button variant="quiet" onClick={() => setWhole(true)}>
          {importTexts.more(left)}
        </Button>
      )}
    </>
  )
}

const Changes = ({ changes, names }: Pick<Preview, 'changes' | 'names'>) => (
  <LongList all={changes}>{(change) => <span>{changeText(change, names)}</span>}</LongList>
)

/** The faults of each row, beside its number. */
export function RowFaults({ rows }: { readonly rows: readonly RowFault[] }) {
  return (
    <LongList all={rows}>
      {({ row, name = '', text }) => (
        <>
          {row !== null && (
            <span className="font-semibold tabular-nums">{importTexts.inRow(row)}</span>
          )}
          {name !== '' && <span>{name}</span>}
          <span className="w-full text-danger sm:w-auto sm:flex-1">{text}</span>
        </>
      )}
    </LongList>
  )
}
