import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { applyEvent } from '#contract/calls/setup'
import type { EventChange, EventFault, EventFile, EventPart } from '#contract/event'
import { formatMoment } from '#lib/clock-time'
import { changeText, type EventNames, eventNames } from '#texts/event-changes'
import { importTexts } from '#texts/import'
import { call } from '../../api/call'
import { ApiError, hasCode } from '../../api/errors'
import { errorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'
import { type EventRead, readEventAgain } from './use-event'

/** What a part of an event would do to the event as it is now. */
interface Preview {
  readonly part: EventPart
  readonly version: string
  readonly changes: readonly EventChange[]
  readonly names: EventNames
}

class TooLarge extends Error {}

/** A call's body, in which every quote is three letters, may have a megabyte. */
const BODY_MOST = 1_000_000

export const faultsOf = (reason: unknown): readonly EventFault[] => (reason instanceof ApiError ? reason.faults : [])

interface Order {
  /** What to apply to the event, as it is read for this preview. */
  readonly partOf: (event: EventFile) => EventPart
  /** The faults, beside their rows. */
  readonly shown: (faults: readonly EventFault[]) => readonly RowText[]
}

async function previewOf({ partOf }: Order, { event, version }: EventRead): Promise<Preview> {
  const part = partOf(event)
  if (encodeURIComponent(JSON.stringify(part)).length > BODY_MOST) throw new TooLarge()
  const { changes } = await call(applyEvent, { event: part, version, dry_run: 1 })
  const [vendors, point_types] = [part.vendors ?? [], part.point_types ?? []]
  const named = { vendors: [...event.vendors, ...vendors], point_types: [...event.point_types, ...point_types] }
  return { part, version, changes, names: eventNames(named, (at) => formatMoment(Date.parse(at))) }
}

/** Shows what a file would change, and applies it to just that event (fault 80). */
export function usePreview() {
  const client = useQueryClient()
  const [order, setOrder] = useState<Order | null>(null)
  const preview = useMutation({
    mutationFn: async (next: Order) => await previewOf(next, await readEventAgain(client)),
    meta: { quiet: true },
  })
  const applying = useMutation({
    // Who loses what was shown above the button.
    mutationFn: ({ part, version }: Preview) => call(applyEvent, { event: part, version, confirm: 1 }),
    meta: { quiet: true },
    onSuccess: async () => {
      toast.success(importTexts.applied)
      preview.reset()
      setOrder(null)
      await client.invalidateQueries()
    },
    // Shown anew, as the event is now.
    onError: (reason) => {
      if (order !== null && hasCode(reason, 'CHANGED_MEANWHILE')) preview.mutate(order)
    },
  })
  return {
    order,
    preview,
    applying,
    show: (next: Order) => {
      applying.reset()
      setOrder(next)
      preview.mutate(next)
    },
    drop: () => {
      preview.reset()
      applying.reset()
      setOrder(null)
    },
  }
}

const textOf = (error: Error) => (error instanceof TooLarge ? importTexts.tooLargeEvent : errorText(error))

/** Every change, those by which somebody loses something first, or every fault. */
export function EventPreview({ order, preview, applying }: ReturnType<typeof usePreview>) {
  const faults = order?.shown(faultsOf(preview.error)) ?? []
  const { data } = preview
  if (preview.isIdle || preview.isPending) return null
  const of = (isLoss: boolean) => (data?.changes ?? []).filter(({ kind }) => (kind === 'loses') === isLoss)
  const [loses, others] = [of(true), of(false)]
  return (
    <Panel title={faults.length > 0 ? importTexts.faults(faults.length) : importTexts.preview}>
      <ScrollHere />
      <div className="flex flex-col gap-4">
        {applying.error !== null && (
          <p role="alert" className="text-danger">
            {textOf(applying.error)}
          </p>
        )}
        {preview.error !== null && faults.length === 0 && (
          <p role="alert" className="text-danger">
            {textOf(preview.error)}
          </p>
        )}
        {faults.length > 0 && (
          <div role="alert">
            <RowFaults rows={faults} />
          </div>
        )}
        {data !== undefined && data.changes.length === 0 && <p role="status">{importTexts.noChanges}</p>}
        {data !== undefined && loses.length > 0 && (
          <div className="text-danger">
            <p className="font-semibold">{importTexts.losesHint}</p>
            <Changes changes={loses} names={data.names} />
          </div>
        )}
        {data !== undefined && others.length > 0 && <Changes changes={others} names={data.names} />}
        {data !== undefined && data.changes.length > 0 && (
          <Button
            variant={loses.length === 0 ? 'primary' : 'danger'}
            className="self-start max-sm:w-full"
            busy={applying.isPending}
            onClick={() => applying.mutate(data)}
          >
            {importTexts.apply}
          </Button>
        )}
      </div>
    </Panel>
  )
}

/** On a phone what comes of a check would stand below the screen. */
export const ScrollHere = () => <span ref={scrollTo} className="block scroll-mt-28" />
const scrollTo = (element: Element | null) => element?.scrollIntoView({ block: 'start' })

/** Of more only these stand there at first. */
const AT_FIRST = 100

function LongList<T>({ all, children }: { readonly all: readonly T[]; readonly children: (one: T) => ReactNode }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? all : all.slice(0, AT_FIRST)
  const left = all.length - shown.length
  return (
    <>
      <ul>
        {shown.map((one, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two entries may read the same, and the list is made anew as a whole.
          <li key={index} className="flex flex-wrap gap-x-3 border-t border-line py-2 wrap-anywhere">
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

export interface RowText {
  /** null: of nothing in the file. */
  readonly row: number | null
  readonly name?: string
  readonly texts: readonly string[]
}

/** What is wrong with each row, beside its number. */
export function RowFaults({ rows }: { readonly rows: readonly RowText[] }) {
  return (
    <LongList all={rows}>
      {({ row, name = '', texts }) => (
        <>
          {row !== null && <span className="font-semibold tabular-nums">{importTexts.inRow(row)}</span>}
          {name !== '' && <span>{name}</span>}
          <span className="w-full text-danger sm:w-auto sm:flex-1">{texts.join(' ')}</span>
        </>
      )}
    </LongList>
  )
}
