import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { type ChangeEvent, useRef, useState } from 'react'
import type { Input, Output } from '#contract/call'
import { applyEvent, readEvent } from '#contract/calls/setup'
import type { EventFault, EventPart } from '#contract/event'
import { stripInvisible } from '#rules/text'
import { setupTexts } from '#texts/setup'
import { call } from '../../api/call'
import { ApiError, CommunicationError, hasCode, isUnanswered } from '../../api/errors'
import { query } from '../../api/queries'
import { inlineErrorText, refreshQueries } from '../../api/query-client'
import { IMPORT, NEW } from '../../session/search-params'
import { toast } from '../../ui/toast'

/** The event, with the version that changes refer to. */
export type EventRead = Output<typeof readEvent>

export type PartName = keyof typeof setupTexts.parts

/** The open entry in Priprema. */
interface Opened {
  readonly part?: PartName
  /** A booth's id, or `NEW`. */
  readonly boothId?: string
  /** A person's `user_id`, or `NEW`. */
  readonly personId?: string
  /** A point type, or `NEW`. */
  readonly pointType?: string
}

/**
 * Whether an entry is open, not a whole part. An entry deleted by somebody else counts as closed.
 */
export function isEntryOpen(
  { event: { vendors, point_types, organisers } }: EventRead,
  {
    boothId,
    personId,
    pointType,
  }: { readonly [entry in 'boothId' | 'personId' | 'pointType']?: string | undefined },
): boolean {
  const people = [...organisers, ...vendors.flatMap(({ staff }) => staff)]
  return (
    [boothId, personId, pointType].includes(NEW) ||
    boothId === IMPORT ||
    vendors.some(({ vendor_id }) => vendor_id === boothId) ||
    people.some(({ user_id }) => user_id !== undefined && user_id === personId) ||
    point_types.some(({ point_type }) => point_type === pointType)
  )
}

/** Reads the open entry in Priprema from the address, and opens another entry. */
export function useOpened() {
  const opened = useSearch({ from: '/signed-in-organiser/organizator/priprema' })
  const navigate = useNavigate()
  return {
    opened,
    open: (next: Opened) => void navigate({ to: '/organizator/priprema', search: next }),
  }
}

export interface PartProps {
  readonly read: EventRead
}

export const eventQuery = () => query(readEvent, {})

export async function refreshEvent(client: QueryClient): Promise<EventRead> {
  return await client.fetchQuery({ ...eventQuery(), staleTime: 0 })
}

/** Parses a whole number; invalid text becomes a value that the server refuses. */
export const wholeNumber = (text: string) =>
  /^\s*-?\d+\s*$/.test(text) ? Number(text) : Number.NaN

export type FormValues = Readonly<Record<string, string>>

interface EntryFormOptions<V extends FormValues> {
  readonly read: EventRead
  /** The event's value of each field; empty for a new entry. */
  readonly current: V
  /** Finds faults without the server, by field. While there are any, the form sends nothing. */
  readonly check?: (values: V) => FormValues
  /**
   * Makes the change from the typed values. May leave out untouched fields, whose text may say less
   * than the event's value, such as a time to the minute. `unanswered`: the changes sent since the
   * last success that got no answer, so that each may have been saved.
   */
  readonly part: (
    values: V,
    isTouched: (name: keyof V) => boolean,
    unanswered: readonly EventPart[],
  ) => EventPart
  /** The path of the entry in the part that `part` makes, such as `vendors.0.staff.2`. */
  readonly at: string
  /** The toast once the entry is saved. */
  readonly done: (values: V) => string
  /** `after` is the saved event; null if it could not be read. `sent` is the saved change. */
  readonly onDone?: (after: EventRead | null, values: V, sent: EventPart) => void
}

interface Attempt {
  readonly input: Input<typeof applyEvent>
  readonly toastText: string
  readonly onSaved: (after: EventRead | null) => void
}

const NO_FAULTS: readonly EventFault[] = []

/**
 * A form for one entry of the event. Stores typed values only, so that untouched fields follow the
 * event. Stores the version from when the typing began, so that no newer change is overwritten
 * unseen (fault 80). If somebody would lose something, such as a booth, `losses` names it for a
 * confirmation.
 */
export function useEntryForm<V extends FormValues>({
  read,
  current,
  check,
  part,
  at,
  done,
  onDone,
}: EntryFormOptions<V>) {
  const client = useQueryClient()
  const [typed, setTyped] = useState<Partial<V>>({})
  /** The values last submitted, and the faults that `check` found in them. */
  const [tried, setTried] = useState<{
    readonly values: V
    readonly own: readonly EventFault[]
  } | null>(null)
  /** The event's version and values when the typing began. */
  const seen = useRef<{ version: string; readonly values: V } | null>(null)
  const unanswered = useRef<readonly EventPart[]>([])
  const { mutate, error, isPending, variables, reset } = useMutation({
    mutationFn: ({ input }: Attempt) => call(applyEvent, input),
    meta: { quiet: true },
    onSuccess: async (_applied, { toastText, onSaved }) => {
      toast.success(toastText)
      onSaved(await refreshEvent(client).catch(() => null))
      await refreshQueries(client, ({ queryKey }) => queryKey[0] !== readEvent.name)
    },
    onError: async (failure, { input }) => {
      if (isUnanswered(failure)) unanswered.current = [...unanswered.current, input.event]
      // Also refetch if no answer came: the change may have been saved.
      if (!hasCode(failure, 'CHANGED_MEANWHILE') && !(failure instanceof CommunicationError)) return
      const latest = await refreshEvent(client).catch(() => null)
      if (latest !== null && seen.current !== null) seen.current.version = latest.version
    },
  })
  const refusal = error instanceof ApiError ? error : null
  const isConfirmNeeded = hasCode(error, 'CONFIRM_NEEDED')
  const values: V = { ...current, ...typed }
  const own = tried?.own ?? NO_FAULTS
  const faults = own.length > 0 ? own : (refusal?.faults ?? NO_FAULTS)
  /** The field of a fault by its path; empty if the fault concerns no field of this entry. */
  const fieldOf = (path: string) => (path.startsWith(`${at}.`) ? path.slice(at.length + 1) : '')
  const atFields = new Set(
    faults.flatMap(({ path, message }) => (fieldOf(path) in values ? [message] : [])),
  )
  const beginTyping = () => (seen.current ??= { version: read.version, values: current })
  const change = (name: keyof V & string, value: string) => {
    beginTyping()
    setTyped((before) => ({ ...before, [name]: value }))
  }
  /** The error of a field, until it is changed. */
  const errorOf = (name: keyof V & string) =>
    tried?.values[name] === values[name]
      ? faults.find(({ path }) => fieldOf(path) === name)?.message
      : undefined
  return {
    values,
    isSaving: isPending,
    /** Why the entry was not saved, apart from faults of fields. */
    error: error === null || isConfirmNeeded ? undefined : inlineErrorText(error),
    faults,
    /** Faults that concern no field of this form. */
    otherFaults: [...new Set(faults.map(({ message }) => message))].filter(
      (message) => !atFields.has(message),
    ),
    change,
    /** Changes a field that decides what other fields mean, and drops all earlier faults. */
    choose: (name: keyof V & string, value: string) => {
      setTried(null)
      reset()
      change(name, value)
    },
    errorOf,
    /**
     * The props of a `TextField`. If somebody else has changed the field since the typing began,
     * their value replaces the hint.
     */
    field: (name: keyof V & string, hint?: string) => {
      const before = seen.current?.values[name]
      const isChanged = before !== undefined && before !== current[name]
      return {
        name,
        value: values[name],
        error: errorOf(name),
        hint: isChanged ? setupTexts.meanwhile(current[name] ?? '') : hint,
        // No announcement of its own: the focus moves to the field, which announces the error.
        quiet: true,
        autoComplete: 'off',
        onChange: ({ target }: ChangeEvent<HTMLInputElement>) => change(name, target.value),
      }
    },
    /** The props of a `SelectField`. */
    select: (name: keyof V & string) => ({
      value: values[name],
      error: errorOf(name),
      onChange: (value: string) => change(name, value),
    }),
    submit: () => {
      const { version } = beginTyping()
      const wrong = Object.entries(check?.(values) ?? {}).map(([name, message]) => ({
        path: `${at}.${name}`,
        message,
      }))
      setTried({ values, own: wrong })
      if (wrong.length > 0) return reset()
      const isTouched = (name: keyof V) => values[name] !== current[name]
      const event = part(values, isTouched, unanswered.current)
      const onSaved = (after: EventRead | null) => {
        seen.current = null
        unanswered.current = []
        setTyped({})
        onDone?.(after, values, event)
      }
      mutate({
        input: { event, version },
        toastText: done(values),
        onSaved,
      })
    },
    /** The losses that the change awaiting confirmation would cause. */
    losses: isConfirmNeeded ? (refusal?.changes ?? []).filter(({ kind }) => kind === 'loses') : [],
    confirm: () => variables && mutate({ ...variables, input: { ...variables.input, confirm: 1 } }),
    decline: reset,
  }
}

export type EntryForm<V extends FormValues> = ReturnType<typeof useEntryForm<V>>

const ID_MAX = 48

/** Makes an id that is not `taken`, from a name or, if no letter of it can be used, `otherwise`. */
export function newId(name: string, taken: readonly string[], otherwise: string): string {
  const letters = name.toLowerCase().replaceAll('đ', 'd').normalize('NFD').replace(/\p{M}/gu, '')
  const base =
    letters
      .replace(/[^a-z0-9]+/g, '-')
      .slice(0, ID_MAX)
      .replace(/^-|-$/g, '') || otherwise
  for (let number = 1; ; number++) {
    const id = number === 1 ? base : `${base}-${number}`
    if (!taken.includes(id) && id !== NEW && id !== IMPORT) return id
  }
}

type WithId<Key extends string> = Readonly<Record<Key, string>>

/** Whether the event has an entry as it was sent. */
function isAsSent(sent: object, found: object): boolean {
  const values: Readonly<Record<string, unknown>> = { ...found }
  return Object.entries<unknown>({ ...sent }).every(([name, value]) => {
    const clean = typeof value === 'string' ? stripInvisible(value).normalize('NFC') : value
    return JSON.stringify(values[name]) === JSON.stringify(clean)
  })
}

/**
 * Returns the id of a new entry. Keeps the id of an attempt without an answer, which may have made
 * the entry, so that the next attempt makes no second one; but not if somebody else has made an
 * entry with this id. `unanswered`: these attempts' entries.
 */
export function idOfNew<Key extends string>(
  key: Key,
  name: string,
  existing: readonly WithId<Key>[],
  unanswered: readonly WithId<Key>[],
  otherwise: string,
): string {
  const kept = unanswered.find((sent) => {
    const found = existing.find((one) => one[key] === sent[key])
    return found === undefined || isAsSent(sent, found)
  })
  const taken = existing.map((one) => one[key])
  return kept?.[key] ?? newId(name, taken, otherwise)
}
