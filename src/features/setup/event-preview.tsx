import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { applyEvent } from '#contract/calls/setup'
import type { EventChange, EventFault, EventFile, EventPart } from '#contract/event'
import { importTexts } from '#texts/import'
import { call } from '../../api/call'
import { ApiError, hasCode } from '../../api/errors'
import { errorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { toast } from '../../ui/toast'
import { RowFaults, type RowText } from './row-faults'
import { type EventRead, readEventAgain } from './use-event'

/** What a part of an event would do to the event as it is now. */
interface Preview {
  readonly part: EventPart
  readonly version: string
  readonly changes: readonly EventChange[]
}

export class TooLarge extends Error {}

/** A call's body, in which every quote is three letters, may have a megabyte. */
const BODY_MOST = 1_000_000

export const faultsOf = (reason: unknown): readonly EventFault[] => (reason instanceof ApiError ? reason.faults : [])

interface Order {
  /** What to apply to the event, as it is read for this preview. */
  readonly partOf: (event: EventFile) => EventPart
  /** The faults, beside their rows. */
  readonly shown: (faults: readonly EventFault[]) => readonly RowText[]
  /** Another part, where only what was made up is in the way. */
  readonly again?: (faults: readonly EventFault[]) => EventPart | null
}

const AGAIN_MOST = 20

async function previewOf({ partOf, again = () => null }: Order, { event, version }: EventRead): Promise<Preview> {
  let part = partOf(event)
  for (let times = 0; ; times++) {
    if (encodeURIComponent(JSON.stringify(part)).length > BODY_MOST) throw new TooLarge()
    try {
      return { part, version, changes: (await call(applyEvent, { event: part, version, dry_run: 1 })).changes }
    } catch (reason) {
      const other = times < AGAIN_MOST ? again(faultsOf(reason)) : null
      if (other === null) throw reason
      part = other
    }
  }
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
  const [loses, others] = [true, false].map((is) => (data?.changes ?? []).filter(({ kind }) => (kind === 'loses') === is))
  return (
    <Panel title={faults.length > 0 ? importTexts.faults(faults.length) : importTexts.preview}>
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
        {loses !== undefined && loses.length > 0 && (
          <div className="text-danger">
            <p className="font-semibold">{importTexts.losesHint}</p>
            <Changes changes={loses} />
          </div>
        )}
        {others !== undefined && others.length > 0 && <Changes changes={others} />}
        {data !== undefined && data.changes.length > 0 && (
          <Button
            variant={loses?.length === 0 ? 'primary' : 'danger'}
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

const AT_FIRST = 100

function Changes({ changes }: { changes: readonly EventChange[] }) {
  const [isWhole, setWhole] = useState(false)
  const shown = isWhole ? changes : changes.slice(0, AT_FIRST)
  const left = changes.length - shown.length
  return (
    <>
      <ul>
        {shown.map((change, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: two changes may read the same, and the list is made anew as a whole.
          <li key={index} className="border-t border-line py-2 wrap-anywhere">
            {importTexts.change(change)}
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
