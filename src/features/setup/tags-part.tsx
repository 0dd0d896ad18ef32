import { Download } from 'lucide-react'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { TAG_TYPES } from '#contract/entities'
import { formatMoment } from '#lib/clock-time'
import { groupTagId, makeTagId } from '#rules/tag-id'
import { tagTemplate } from '#rules/tag-template'
import { dotted } from '#texts/nouns'
import { setupTexts } from '#texts/setup'
import { publicOrigin } from '../../api/queries'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { Panel } from '../../ui/panel'
import { SelectField, TextField } from '../../ui/text-field'
import { Fold } from '../organiser/frame'
import { CheckField, EntryField, EntryFields, RemoveEntry } from './entry-form'
import { saveTable } from './table-file'
import { type EventRead, type PartProps, useEntryForm, useSave, wholeNumber } from './use-event'

const texts = setupTexts.tags
type TagType = (typeof TAG_TYPES)[number]

const COUNT_MOST = 500

function MakeTags({ read }: { read: EventRead }) {
  const [type, setType] = useState<TagType>('team')
  const [count, setCount] = useState('20')
  const [booth, setBooth] = useState('')
  const [pointType, setPointType] = useState('')
  const [proves, setProves] = useState(false)
  const [isCountWrong, setCountWrong] = useState(false)
  const saving = useSave()
  const form = useRef<HTMLFormElement>(null)
  const isBonus = type === 'bonus'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (saving.isSaving) return
    saving.decline()
    const number = wholeNumber(count)
    const isRight = number >= 1 && number <= COUNT_MOST
    setCountWrong(!isRight)
    if (!isRight) return
    const tag = {
      nfc_type: type,
      ...(type !== 'team' && booth !== '' && { vendor_id: booth }),
      ...(isBonus && pointType !== '' && { point_type: pointType }),
      ...(isBonus && proves && { proof: 'ntag424' }),
    }
    const tags = Array.from({ length: number }, () => ({ nfc_id: makeTagId(), ...tag }))
    saving.save({ part: { tags }, version: read.version, done: texts.made(number) })
  }
  const { faults } = saving
  useEffect(() => {
    if (isCountWrong || faults.length > 0) form.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [isCountWrong, faults])
  /** All tags have the same ones. */
  const faultOf = (field: string) => faults.find(({ path }) => path === `tags.0.${field}`)?.message
  const { vendors, point_types } = read.event
  return (
    <form ref={form} noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Choice legend={texts.type} options={TAG_TYPES} names={texts.types} chosen={type} onChoose={setType} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
        <TextField
          label={texts.count}
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={({ target }) => setCount(target.value)}
          fault={isCountWrong ? texts.countFault : undefined}
          quiet
        />
        {type !== 'team' && (
          <SelectField
            label={type === 'vendor' ? texts.booth : texts.boothOfBonus}
            value={booth}
            onChange={setBooth}
            options={[
              { value: '', text: type === 'vendor' ? texts.choose : texts.noBooth },
              ...vendors.map(({ vendor_id, name }) => ({ value: vendor_id, text: name })),
            ]}
            fault={faultOf('vendor_id')}
          />
        )}
        {isBonus && (
          <SelectField
            label={texts.pointType}
            value={pointType}
            onChange={setPointType}
            options={[
              { value: '', text: texts.choose },
              ...point_types.map(({ point_type, label }) => ({ value: point_type, text: label })),
            ]}
            fault={faultOf('point_type')}
          />
        )}
        {isBonus && (
          <div className="sm:col-span-2">
            <CheckField label={texts.proves} checked={proves} onChange={setProves} />
            <p className="text-sm text-soft">{texts.provesHint}</p>
          </div>
        )}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {faultOf('proof') ?? saving.fault}
      </p>
      <Button type="submit" className="self-start max-sm:w-full" busy={saving.isSaving}>
        {texts.make}
      </Button>
    </form>
  )
}

/** A tag with all that is known of it, as list and table show it. */
function describe({ event, tag_notes }: EventRead) {
  const booths = new Map(event.vendors.map(({ vendor_id, name }) => [vendor_id, name]))
  const labels = new Map(event.point_types.map(({ point_type, label }) => [point_type, label]))
  const notes = new Map(tag_notes.map((note) => [note.nfc_id, note]))
  return event.tags.map((tag) => {
    const { nfc_id, nfc_type, vendor_id, point_type, proof } = tag
    const url = new URL(`/s/${nfc_id}`, publicOrigin.get()).href
    return {
      ...{ tag, nfc_id, nfc_type, url, note: notes.get(nfc_id) },
      booth: vendor_id === undefined ? null : (booths.get(vendor_id) ?? vendor_id),
      label: point_type === undefined ? null : (labels.get(point_type) ?? point_type),
      template: proof === undefined ? null : tagTemplate(url),
    }
  })
}
type Described = ReturnType<typeof describe>[number]

const momentOf = (at: string) => formatMoment(Date.parse(at))

function kindText({ nfc_type, booth, label, note }: Described): string {
  switch (nfc_type) {
    case 'team':
      return dotted(texts.team, note?.team_name == null ? texts.free : texts.ofTeam(note.team_name))
    case 'vendor':
      return booth ?? ''
    case 'bonus':
      return dotted(texts.bonus(label ?? ''), booth)
  }
}

/** What is written on the chip of a tag that proves each touch, and whose chip it is. */
function Chip({ read, described: { tag, template } }: { read: EventRead; described: Described }) {
  const form = useEntryForm({
    read,
    at: 'tags.0',
    current: { uid: tag.uid ?? '' },
    part: ({ uid }) => {
      const { uid: _before, ...others } = tag
      return { tags: [{ ...others, ...(uid.trim() !== '' && { uid: uid.trim() }) }] }
    },
    done: () => texts.chipSaved(groupTagId(tag.nfc_id)),
  })
  if (template === null) return null
  const lines = [
    [texts.template, template.template],
    [texts.piccOffset, String(template.piccOffset)],
    [texts.cmacOffset, String(template.cmacOffset)],
  ] as const
  return (
    <Fold title={texts.chip} className="w-full">
      <dl className="mb-4 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="select-all">{value}</dd>
          </div>
        ))}
      </dl>
      <EntryFields form={form}>
        <EntryField form={form} name="uid" label={texts.uid} hint={texts.uidHint} />
      </EntryFields>
    </Fold>
  )
}

function TagRow({ described, read }: { described: Described; read: EventRead }) {
  const { nfc_id, url, note } = described
  const id = groupTagId(nfc_id)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3 wrap-anywhere first:border-t-0">
      <div className="min-w-0 flex-1 basis-48">
        <p className="font-semibold">{kindText(described)}</p>
        <p className="text-sm">{id}</p>
        <p className="text-sm text-soft select-all">{url}</p>
        <p className="text-sm text-soft">
          {dotted(
            note?.created_at == null ? null : texts.madeNote(note.created_by, momentOf(note.created_at)),
            note?.written_at == null ? texts.unwritten : texts.writtenNote(note.written_by, momentOf(note.written_at)),
          )}
        </p>
      </div>
      <RemoveEntry what="tag" id={nfc_id} version={read.version} says={texts.remove(id)} />
      <Chip read={read} described={described} />
    </li>
  )
}

/** All that is known of the tags, as a table that a spreadsheet opens. */
function saveTags(tags: readonly Described[]): void {
  const rows = tags.map(({ tag, nfc_id, nfc_type, booth, label, note, url, template }) => [
    ...[nfc_id, texts.types[nfc_type], booth, label, note?.team_name ?? null, url],
    ...[note?.created_at ?? null, note?.created_by ?? null, note?.written_at ?? null, note?.written_by ?? null],
    ...[template?.template ?? null, template?.piccOffset ?? null, template?.cmacOffset ?? null, tag.uid ?? null],
  ])
  void saveTable(texts.file, [texts.columns, ...rows], 'csv')
}

const FILTERS = ['all', ...TAG_TYPES] as const
const PAGE = 30

/** What tags there are, with their addresses, who made and wrote them; and new ones. */
export function TagsPart({ read }: PartProps) {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all')
  const [shown, setShown] = useState(PAGE)
  const all = describe(read)
  // Those that were just made stand first.
  const tags = all
    .filter(({ nfc_type }) => filter === 'all' || nfc_type === filter)
    .toSorted((a, b) => (b.note?.created_at ?? '').localeCompare(a.note?.created_at ?? ''))
  return (
    <>
      <Panel title={texts.make}>
        <MakeTags read={read} />
      </Panel>
      <Panel title={setupTexts.parts.oznake} aside={<span className="text-soft">{texts.list(tags.length)}</span>}>
        <div className="mb-4 flex flex-wrap gap-2">
          <Choice
            small
            legend={texts.type}
            options={FILTERS}
            names={{ all: texts.all, ...texts.types }}
            chosen={filter}
            onChoose={setFilter}
          />
        </div>
        {read.tag_notes.some(({ shares_keys }) => shares_keys) && <p className="mb-4 text-warn">{texts.sharesKeys}</p>}
        {tags.length === 0 && <p className="text-soft">{texts.none}</p>}
        {tags.length > 0 && (
          <Button variant="secondary" icon={Download} onClick={() => saveTags(tags)}>
            {texts.save}
          </Button>
        )}
        <ul className="empty:hidden">
          {tags.slice(0, shown).map((tag) => (
            <TagRow key={tag.nfc_id} described={tag} read={read} />
          ))}
        </ul>
        {tags.length > shown && (
          <Button variant="secondary" className="mt-3" onClick={() => setShown(shown + PAGE)}>
            {texts.more}
          </Button>
        )}
      </Panel>
    </>
  )
}
