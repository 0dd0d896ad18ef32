import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useRef, useState } from 'react'
import type { Output } from '#contract/call'
import { applyEvent, readEvent } from '#contract/calls/setup'
import type { EventChange, EventFault, EventPart } from '#contract/event'
import type { setupTexts } from '#texts/setup'
import { call } from '../../api/call'
import { ApiError, CommunicationError, hasCode } from '../../api/errors'
import { query } from '../../api/queries'
import { faultText, readAgain } from '../../api/query-client'
import { toast } from '../../ui/toast'

/** Stands for the entry that is being added, in place of an id. */
export const NEW = 'nova'

/** The event as it stands, with the version to change it by. */
export type EventRead = Output<typeof readEvent>

export type PartName = keyof typeof setupTexts.parts

/** What is open in Priprema. */
interface Opened {
  readonly dio?: PartName
  /** A booth's id, or `NEW`. */
  readonly stand?: string
  /** A person's `user_id`, or `NEW`. */
  readonly osoba?: string
  /** A point type, or `NEW`. */
  readonly vrsta?: string
}

/** What is open in Priprema, and the way to open something else. */
export function useOpened() {
  const opened = useSearch({ from: '/signed-in-organiser/organizator/priprema' })
  const navigate = useNavigate()
  return { opened, open: (next: Opened) => void navigate({ to: '/organizator/priprema', search: next }) }
}

export interface PartProps {
  readonly read: EventRead
}

export const eventQuery = () => query(readEvent, {})

export async function readEventAgain(client: QueryClient): Promise<EventRead> {
  return await client.fetchQuery({ ...eventQuery(), staleTime: 0 })
}

export interface Order {
  readonly part: EventPart
  /** The version that whoever changes it has seen. */
  readonly version: string
  /** What the toast says once it is saved; null where the screen does. */
  readonly done: string | null
  /** The event as it is after that; null if it could not be read. */
  readonly onDone?: ((after: EventRead | null) => void) | undefined
}

const NO_FAULTS: readonly EventFault[] = []

/**
 * Saves one change of the event. Who would lose a booth by it is asked about first (`asks`); what somebody else changed in the meantime is
 * read, and nothing is saved.
 */
export function useSave(onChangedMeanwhile?: (now: EventRead) => void) {
  const client = useQueryClient()
  const { mutate, error, isPending, variables, reset } = useMutation({
    mutationFn: ({ part, version, confirmed }: Order & { confirmed: boolean }) =>
      call(applyEvent, { event: part, version, ...(confirmed ? { confirm: 1 } : {}) }),
    meta: { quiet: true },
    onSuccess: async (_applied, { done, onDone }) => {
      if (done !== null) toast.success(done)
      const after = await readEventAgain(client).catch(() => null)
      onDone?.(after)
      await readAgain(client, ({ queryKey }) => queryKey[0] !== readEvent.name)
    },
    onError: async (fault) => {
      // It may have been saved, although no answer came.
      if (!hasCode(fault, 'CHANGED_MEANWHILE') && !(fault instanceof CommunicationError)) return
      const now = await readEventAgain(client).catch(() => null)
      if (now !== null) onChangedMeanwhile?.(now)
    },
  })
  const refused = error instanceof ApiError ? error : null
  const isAsked = hasCode(error, 'CONFIRM_NEEDED')
  const asks: readonly EventChange[] = isAsked ? (refused?.changes ?? []).filter(({ kind }) => kind === 'loses') : []
  return {
    save: (order: Order) => mutate({ ...order, confirmed: false }),
    isSaving: isPending,
    /** Why it was not saved, beside the faults of its fields. */
    fault: error === null || isAsked ? undefined : faultText(error),
    faults: refused?.faults ?? NO_FAULTS,
    /** Who loses what; empty where nothing is asked. */
    asks,
    confirm: () => {
      if (variables !== undefined) mutate({ ...variables, confirmed: true })
    },
    decline: reset,
  }
}

/** A text that is no whole number becomes what the server refuses. */
export const wholeNumber = (text: string) => (/^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN)

export type Values = Readonly<Record<string, string>>

interface FormOrder<V extends Values> {
  readonly read: EventRead
  /** What the event has in each field; empty of a new entry. */
  readonly current: V
  /** What is wrong with the typed values in words of this form, by field. It is said before anything is sent. */
  readonly check?: (values: V) => Values
  /** The change that the typed values make. */
  readonly part: (values: V) => EventPart
  /** Where the entry stands in that part, such as `vendors.0.staff.2`. */
  readonly at: string
  readonly done: (values: V) => string | null
  readonly onDone?: (after: EventRead | null, values: V) => void
}

/**
 * A form of one entry of the event. It keeps only what was typed, so that all other fields follow the event; and the version at which the
 * typing began, so that nothing that was changed since is overwritten unseen (fault 80).
 */
export function useEntryForm<V extends Values>({ read, current, check, part, at, done, onDone }: FormOrder<V>) {
  const [typed, setTyped] = useState<Partial<V>>({})
  /** What was last sent, or found wrong before. */
  const [tried, setTried] = useState<{ readonly values: V; readonly own: readonly EventFault[] } | null>(null)
  const seen = useRef<{ version: string; readonly values: V } | null>(null)
  const saving = useSave(({ version }) => {
    if (seen.current !== null) seen.current.version = version
  })
  const values: V = { ...current, ...typed }
  const own = tried?.own ?? NO_FAULTS
  /** The name of the field at which a fault stands; empty for another place. */
  const fieldOf = (path: string) => (path.startsWith(`${at}.`) ? path.slice(at.length + 1) : '')
  const faults = own.length > 0 ? own : saving.faults
  const placed = new Set(faults.flatMap(({ path, message }) => (fieldOf(path) in values ? [message] : [])))
  /** What was seen when the typing began. */
  const began = () => (seen.current ??= { version: read.version, values: current })
  return {
    ...saving,
    values,
    faults,
    change: (name: keyof V & string, value: string) => {
      began()
      setTyped((before) => ({ ...before, [name]: value }))
    },
    /** The fault of a field, until it is changed. */
    faultOf: (name: keyof V & string): string | undefined =>
      tried?.values[name] === values[name] ? faults.find(({ path }) => fieldOf(path) === name)?.message : undefined,
    /** What somebody else has entered in a field since the typing began. */
    changedMeanwhile: (name: keyof V & string): string | undefined => {
      const before = seen.current?.values[name]
      return before === undefined || before === current[name] ? undefined : current[name]
    },
    /** What is wrong and stands at no field of this form. */
    otherFaults: [...new Set(faults.map(({ message }) => message))].filter((message) => !placed.has(message)),
    submit: () => {
      const { version } = began()
      const wrong = Object.entries(check?.(values) ?? {}).map(([name, message]) => ({ path: `${at}.${name}`, message }))
      setTried({ values, own: wrong })
      if (wrong.length > 0) return saving.decline()
      const afterwards = (after: EventRead | null) => {
        seen.current = null
        setTyped({})
        onDone?.(after, values)
      }
      saving.save({ part: part(values), version, done: done(values), onDone: afterwards })
    },
  }
}

export type EntryForm<V extends Values> = ReturnType<typeof useEntryForm<V>>

const ID_MAX = 48

/** An id made from a name, unlike all those that there are. */
export function newId(name: string, taken: readonly string[], otherwise: string): string {
  const letters = name.toLowerCase().replaceAll('đ', 'd').normalize('NFD').replace(/\p{M}/gu, '')
  const base =
    letters
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, ID_MAX)
      .replace(/^-|-$/g, '') || otherwise
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(id) && id !== NEW) return id
  }
}
