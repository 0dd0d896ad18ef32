import fc from 'fast-check'
import * as v from 'valibot'
import {
  CALL_NAMES,
  type CallInput,
  type CallName,
  type CallOutput,
  definitionOf,
  findCall,
} from '#contract/calls'

/** Candidate values for the fields of calls. The first that a field's schema accepts is its example. */
const VALUES: readonly unknown[] = [
  'arkade',
  1,
  true,
  '2026-05-09T12:00:00.000Z',
  '4c9ba3f0-6f0e-4a8b-9f57-000000000001',
  'ana@example.hr',
  '0912345678',
  'tim-0001',
  'a&b=c',
  'š+đ %20',
  'Žarko & sin',
  'O’Hara',
  'a+b=c',
  '100%',
  '漢字',
  '👾👾',
  'ANA+igra@example.hr',
  '123456',
  '+385 91 234 5678',
  '(091) 234-5678',
  'https://push.example.com/send/abc-1',
  'BAbc_1-2',
  '',
  0,
  11,
  10_000_000_000,
  -7,
  false,
]

/**
 * An award, alone and in lists, is the candidate for `custom` schemas: there the handler, not the
 * schema, checks each entry.
 */
const AWARD = {
  team_id: 'vukovi',
  point_type: 'pobjeda',
  award_id: '4c9ba3f0-6f0e-4a8b-9f57-000000000001',
  queued_ms: 5,
}

/** The properties of a schema that describe its content. */
interface Schema extends v.GenericSchema {
  readonly entries?: Readonly<Record<string, Schema>>
  readonly item?: Schema
  readonly wrapped?: Schema
  readonly options?: readonly unknown[]
  readonly literal?: unknown
}

/**
 * The schema of a list's rows, if its metadata has it, as for the organiser's lists, which leave
 * out unreadable rows.
 */
const rowOf = (schema: Schema) => (v.getMetadata(schema as never) as { row?: Schema }).row

function valuesOf(schema: Schema): readonly unknown[] {
  if (schema.type === 'custom')
    return [AWARD, [AWARD], [AWARD, AWARD]].filter((value) => v.safeParse(schema, value).success)
  if (schema.type === 'record') return [{}]
  const given = schema.options?.every((one) => typeof one === 'string')
    ? schema.options
    : schema.type === 'literal'
      ? [schema.literal]
      : VALUES
  const fitting = given.filter((value) => v.safeParse(schema, value).success)
  if (fitting.length === 0) throw new Error(`no value fits a field of type ${schema.type}`)
  return fitting
}

function inputOf(schema: Schema): fc.Arbitrary<unknown> {
  const { entries, item, wrapped } = schema
  if (entries !== undefined) {
    return fc.record(
      Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, inputOf(entry)])),
    )
  }
  if (item !== undefined) return fc.array(inputOf(item), { minLength: 1, maxLength: 40 })
  if (wrapped !== undefined) return fc.option(inputOf(wrapped), { nil: undefined })
  return fc.constantFrom(...valuesOf(schema))
}

/** A value that fits a schema, with all its fields. */
export function exampleOf(schema: unknown): unknown {
  const { entries, item, wrapped, options, type } = schema as Schema
  if (entries !== undefined)
    return Object.fromEntries(
      Object.entries(entries).map(([name, entry]) => [name, exampleOf(entry)]),
    )
  if (wrapped !== undefined) return exampleOf(wrapped)
  const row = rowOf(schema as Schema) ?? item
  if (row?.type === 'variant') return (row.options ?? []).map(exampleOf)
  if (row !== undefined) return [exampleOf(row)]
  return type === 'variant' ? exampleOf(options?.[0]) : valuesOf(schema as Schema)[0]
}

const ofEach = <T>(make: (name: CallName) => T) =>
  Object.fromEntries(CALL_NAMES.map((name) => [name, make(name)]))

/** Valid inputs of every call. Calls that share an address differ in their fields. */
export const INPUTS = ofEach((name) => {
  const { action, option, input } = definitionOf(name)
  return inputOf(input as Schema).filter(
    (fields) => findCall(action, option, fields as Record<string, unknown>) === name,
  )
}) as { readonly [N in CallName]: fc.Arbitrary<CallInput<N>> }

/** A successful output of every call, with all its fields. */
export const OUTPUTS = ofEach((name) => exampleOf(definitionOf(name).output)) as {
  readonly [N in CallName]: CallOutput<N>
}
