import { Download } from 'lucide-react'
import { type FormEvent, useState } from 'react'
import { makeTags } from '#contract/calls/setup'
import { TAG_TYPES } from '#contract/entities'
import { formatMoment } from '#lib/clock-time'
import { groupTagId } from '#rules/tag-id'
import { tagTemplate } from '#rules/tag-template'
import { dotted } from '#texts/nouns'
import { setupTexts } from '#texts/setup'
import { ApiError } from '../../api/errors'
import { publicOrigin } from '../../api/queries'
import { errorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { Panel } from '../../ui/panel'
import { SelectField, TextField } from '../../ui/text-field'
import { useCorrection } from '../organiser/correction'
import { RemoveEntry } from './remove-entry'
import type { PartProps } from './setup-parts'
import { saveTable } from './table-file'
import { type EventRead, wholeNumber } from './use-event'

const texts = setupTexts.tags
type TagType = (typeof TAG_TYPES)[number]

function MakeTags({ read }: { read: EventRead }) {
  const [type, setType] = useState<TagType>('team')
  const [count, setCount] = useState('20')
  const [booth, setBooth] = useState('')
  const [pointType, setPointType] = useState('')
  const making = useCorrection(makeTags, { done: ({ tags }) => texts.made(tags.length), quiet: true })
  const fields = making.error instanceof ApiError ? making.error.fields : {}
  const hasBooth = type !== 'team'
  function submit(event: FormEvent) {
    event.preventDefault()
    if (making.isPending) return
    making.mutate({
      count: wholeNumber(count),
      nfc_type: type,
      ...(hasBooth && booth !== '' && { vendor_id: booth }),
      ...(type === 'bonus' && pointType !== '' && { point_type: pointType }),
    })
  }
  const { vendors, point_types } = read.event
  const wrong = (label: string, fault: string | undefined) => fault && `${label}: ${fault}`
  const faults = [wrong(texts.booth, fields.vendor_id), wrong(texts.pointType, fields.point_type)].filter(
    (text) => text !== undefined,
  )
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Choice legend={texts.type} options={TAG_TYPES} names={texts.types} chosen={type} onChoose={setType} />
      <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-4 sm:grid-cols-2">
        <TextField
          label={texts.count}
          inputMode="numeric"
          autoComplete="off"
          value={count}
          onChange={({ target }) => setCount(target.value)}
          fault={fields.count && texts.countFault}
        />
        {hasBooth && (
          <SelectField
            label={type === 'vendor' ? texts.booth : texts.boothOfBonus}
            value={booth}
            onChange={setBooth}
            options={[
              { value: '', text: type === 'vendor' ? texts.choose : texts.noBooth },
              ...vendors.map(({ vendor_id, name }) => ({ value: vendor_id, text: name })),
            ]}
          />
        )}
        {type === 'bonus' && (
          <SelectField
            label={texts.pointType}
            value={pointType}
            onChange={setPointType}
            options={[
              { value: '', text: texts.choose },
              ...point_types.map(({ point_type, label }) => ({ value: point_type, text: label })),
            ]}
          />
        )}
      </div>
      <p role="alert" className="text-danger empty:hidden">
        {faults.join(' ') || (making.error !== null && fields.count === undefined && errorText(making.error))}
      </p>
      <Button type="submit" className="self-start" busy={making.isPending}>
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
  return event.tags.map(({ nfc_id, nfc_type, vendor_id, point_type, proof }) => {
    const url = new URL(`/s/${nfc_id}`, publicOrigin.get()).href
    return {
      ...{ nfc_id, nfc_type, url, note: notes.get(nfc_id) },
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

function TagRow({ tag, version }: { tag: Described; version: string }) {
  const { nfc_id, url, note, template } = tag
  const id = groupTagId(nfc_id)
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-t border-line py-3 wrap-anywhere first:border-t-0">
      <div className="min-w-0 flex-1 basis-64">
        <p className="font-semibold">{kindText(tag)}</p>
        <p className="text-sm">{id}</p>
        <p className="text-sm text-soft select-all">{url}</p>
        <p className="text-sm text-soft">
          {dotted(
            note?.created_at == null ? null : texts.madeNote(note.created_by, momentOf(note.created_at)),
            note?.written_at == null ? texts.unwritten : texts.writtenNote(note.written_by, momentOf(note.written_at)),
          )}
        </p>
        {template !== null && (
          <p className="text-sm">
            {texts.template(template.piccOffset, template.cmacOffset)}{' '}
            <span className="text-soft select-all">{template.template}</span>
          </p>
        )}
      </div>
      <RemoveEntry what="tag" id={nfc_id} version={version} says={texts.remove(id)} />
    </li>
  )
}

/** All that is known of the tags, as a table that a spreadsheet opens. */
function saveTags(tags: readonly Described[]): void {
  const rows = tags.map(({ nfc_id, nfc_type, booth, label, note, url, template }) => [
    ...[nfc_id, texts.types[nfc_type], booth, label, note?.team_name ?? null, url],
    ...[note?.created_at ?? null, note?.created_by ?? null, note?.written_at ?? null, note?.written_by ?? null],
    ...[template?.template ?? null, template?.piccOffset ?? null, template?.cmacOffset ?? null],
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
  const tags = all.filter(({ nfc_type }) => filter === 'all' || nfc_type === filter)
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
        {tags.length === 0 && <p className="text-soft">{texts.none}</p>}
        {tags.length > 0 && (
          <Button variant="secondary" icon={Download} onClick={() => saveTags(tags)}>
            {texts.save}
          </Button>
        )}
        <ul className="empty:hidden">
          {tags.slice(0, shown).map((tag) => (
            <TagRow key={tag.nfc_id} tag={tag} version={read.version} />
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
