import { Download } from 'lucide-react'
import { useRef, useState } from 'react'
import { TAG_TYPES, type TagType } from '#contract/entities'
import type { EventBooth, EventFile } from '#contract/event'
import { formatMoment } from '#lib/clock-time'
import { groupTagId, makeTagId, tagTemplate } from '#rules/tag-id'
import { dotted } from '#texts/nouns'
import { setupTexts } from '#texts/setup'
import { publicOrigin } from '../../api/queries'
import { Button } from '../../ui/button'
import { CheckField } from '../../ui/check-field'
import { Choice } from '../../ui/choice'
import { useListWindow } from '../../ui/lists'
import { Dotted, Panel } from '../../ui/panel'
import { SelectField, TextField } from '../../ui/text-field'
import { Disclosure, ListItem } from '../organiser/frame'
import { untaggedBooths } from '../organiser/readiness'
import type { CsvTable } from './csv'
import { RemoveEntry, SaveButton } from './entry-changes'
import { EntryFields } from './entry-form'
import { exactTimes, saveTable } from './table-file'
import { type EventRead, type PartProps, useEntryForm, wholeNumber } from './use-entry-form'

type Tag = EventFile['tags'][number]
const texts = setupTexts.tags

const MAX_COUNT = 500

type TagFormValues = Readonly<
  Record<'count' | 'vendor_id' | 'point_type' | 'proof' | 'note', string>
> & {
  readonly nfc_type: TagType
}
/** The number of tags of each type that are usually made at once. */
const USUAL_COUNTS: Readonly<Record<TagType, string>> = { team: '20', vendor: '1', bonus: '1' }
const INITIAL: TagFormValues = {
  nfc_type: 'team',
  count: USUAL_COUNTS.team,
  vendor_id: '',
  point_type: '',
  proof: '',
  note: '',
}

function tagsOf(values: TagFormValues): Tag[] {
  const { nfc_type, count, vendor_id, point_type, proof, note } = values
  const isBonus = nfc_type === 'bonus'
  const tag = {
    nfc_type,
    ...(nfc_type !== 'team' && vendor_id !== '' && { vendor_id }),
    ...(isBonus && point_type !== '' && { point_type }),
    ...(isBonus && proof !== '' && { proof }),
    ...(isBonus && note.trim() !== '' && { note }),
  }
  return Array.from({ length: Number(count) }, () => ({ nfc_id: makeTagId(), ...tag }))
}

interface DrawnTags {
  readonly content: string
  readonly tags: Tag[]
}

/**
 * Draws the ids of new tags once for each content of the form: an attempt whose answer was lost,
 * made again, makes no second tags.
 */
export function drawTags(values: TagFormValues, before: DrawnTags | null): DrawnTags {
  const content = JSON.stringify(values)
  return before?.content === content ? before : { content, tags: tagsOf(values) }
}

function MakeTags({ read }: PartProps) {
  const [current, setCurrent] = useState(INITIAL)
  const drawn = useRef<DrawnTags | null>(null)
  const form = useEntryForm({
    read,
    // All tags of a request have the same faults: show those of the first.
    at: 'tags.0',
    current,
    check: ({ count }) => {
      const number = wholeNumber(count)
      return number >= 1 && number <= MAX_COUNT ? {} : { count: texts.countInvalid }
    },
    part: (typed) => {
      drawn.current = drawTags(typed, drawn.current)
      return { tags: drawn.current.tags }
    },
    done: ({ count }) => texts.made(Number(count)),
    onDone: (_after, made) => {
      drawn.current = null
      // The next tag is mostly of the same kind, at another booth or place.
      setCurrent({ ...made, note: '', ...(made.nfc_type === 'vendor' && { vendor_id: '' }) })
    },
  })
  const { nfc_type, proof } = form.values
  const { vendors, point_types } = read.event
  const isVendor = nfc_type === 'vendor'
  return (
    <EntryFields form={form} label={texts.make}>
      <div className="sm:col-span-2">
        <Choice
          legend={texts.type}
          options={TAG_TYPES}
          names={texts.types}
          chosen={nfc_type}
          onChoose={(type) => {
            form.choose('nfc_type', type)
            form.change('count', USUAL_COUNTS[type])
          }}
        />
      </div>
      <TextField {...form.field('count')} label={texts.count} inputMode="numeric" />
      {nfc_type !== 'team' && (
        <SelectField
          {...form.select('vendor_id')}
          label={isVendor ? texts.booth : texts.boothOfBonus}
          options={[
            { value: '', text: isVendor ? texts.choose : texts.noBooth },
            ...vendors.map(({ vendor_id, name }) => ({ value: vendor_id, text: name })),
          ]}
        />
      )}
      {nfc_type === 'bonus' && (
        <>
          <SelectField
            {...form.select('point_type')}
            label={texts.pointType}
            options={[
              { value: '', text: texts.choose },
              ...point_types.map(({ point_type, label }) => ({ value: point_type, text: label })),
            ]}
          />
          <TextField {...form.field('note', texts.noteHint)} label={texts.note} />
          <div className="sm:col-span-2">
            <CheckField
              label={texts.proves}
              checked={proof !== ''}
              onChange={(isChecked) => form.change('proof', isChecked ? 'ntag424' : '')}
            />
            <p className="text-sm text-soft">{texts.provesHint}</p>
            <p role="alert" className="text-danger empty:hidden">
              {form.errorOf('proof')}
            </p>
          </div>
        </>
      )}
    </EntryFields>
  )
}

/** Makes a tag for each of these booths at once. */
export function TagEachBooth({
  read,
  booths,
  children,
}: PartProps & { readonly booths: readonly EventBooth[]; readonly children: string }) {
  const input = () => ({
    event: {
      tags: booths.map(({ vendor_id }) => ({
        nfc_id: makeTagId(),
        nfc_type: 'vendor' as const,
        vendor_id,
      })),
    },
    version: read.version,
  })
  return (
    <SaveButton
      variant="secondary"
      className="max-sm:w-full"
      input={input}
      done={texts.made(booths.length)}
    >
      {children}
    </SaveButton>
  )
}

/** Every tag, the newest first, with its address and the names that its ids stand for. */
export function describeTags({ event, tag_notes }: EventRead) {
  const booths = new Map(event.vendors.map(({ vendor_id, name }) => [vendor_id, name]))
  const labels = new Map(event.point_types.map(({ point_type, label }) => [point_type, label]))
  const notes = new Map(tag_notes.map((note) => [note.nfc_id, note]))
  const age = ({ nfc_id }: Tag) => `${notes.get(nfc_id)?.created_at ?? ''} ${nfc_id}`
  return event.tags
    .toSorted((a, b) => (age(a) < age(b) ? 1 : -1))
    .map((tag) => ({
      tag,
      note: notes.get(tag.nfc_id),
      url: new URL(`/s/${tag.nfc_id}`, publicOrigin.get()).href,
      booth: tag.vendor_id === undefined ? null : (booths.get(tag.vendor_id) ?? tag.vendor_id),
      label: tag.point_type === undefined ? null : (labels.get(tag.point_type) ?? tag.point_type),
    }))
}
export type DescribedTag = ReturnType<typeof describeTags>[number]

const momentOf = (at: string) => formatMoment(Date.parse(at))

function kindText({ tag, booth, label, note }: DescribedTag): string {
  switch (tag.nfc_type) {
    case 'team':
      return dotted(texts.team, note?.team_name == null ? texts.free : texts.ofTeam(note.team_name))
    case 'vendor':
      return booth ?? ''
    case 'bonus':
      return dotted(tag.note ?? null, texts.bonus(label ?? ''), booth)
  }
}

/** The template to write on a tag that proves each touch, and the chip's UID. */
function Chip({ read, described: { tag, url } }: PartProps & { readonly described: DescribedTag }) {
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
  const { template, piccOffset, cmacOffset } = tagTemplate(url)
  const lines = [
    [texts.template, template],
    [texts.piccOffset, String(piccOffset)],
    [texts.cmacOffset, String(cmacOffset)],
  ] as const
  return (
    <Disclosure title={texts.chip} className="w-full">
      <dl className="mb-4 grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[auto_1fr]">
        {lines.map(([name, value]) => (
          <div key={name} className="contents">
            <dt className="text-soft">{name}</dt>
            <dd className="select-all">{value}</dd>
          </div>
        ))}
      </dl>
      <EntryFields form={form}>
        <TextField {...form.field('uid', texts.uidHint)} label={texts.uid} />
      </EntryFields>
    </Disclosure>
  )
}

/** A treasure's name and location. */
function TreasureForm({ read, tag }: PartProps & { readonly tag: Tag }) {
  const form = useEntryForm({
    read,
    at: 'tags.0',
    current: { note: tag.note ?? '' },
    part: ({ note }) => ({ tags: [{ ...tag, note }] }),
    done: () => texts.noteSaved(groupTagId(tag.nfc_id)),
  })
  return (
    <Disclosure title={texts.note} className="w-full">
      <EntryFields form={form}>
        <TextField {...form.field('note', texts.noteHint)} label={texts.note} />
      </EntryFields>
    </Disclosure>
  )
}

function TagRow({ described, read }: PartProps & { readonly described: DescribedTag }) {
  const { tag, url, note } = described
  const id = groupTagId(tag.nfc_id)
  const lines = (
    <>
      <span className="block text-ink">{id}</span>
      <span className="block select-all">{url}</span>
      <Dotted
        parts={[
          ...(note?.created_at == null
            ? []
            : [texts.madeNote(note.created_by, momentOf(note.created_at))]),
          note?.written_at == null
            ? texts.unwritten
            : texts.writtenNote(note.written_by, momentOf(note.written_at)),
        ]}
      />
    </>
  )
  return (
    <ListItem title={kindText(described)} detail={lines}>
      <RemoveEntry what="tag" id={tag.nfc_id} version={read.version} texts={texts.remove(id)} />
      {tag.nfc_type === 'bonus' && <TreasureForm read={read} tag={tag} />}
      {tag.proof !== undefined && <Chip read={read} described={described} />}
    </ListItem>
  )
}

/** All that is known of the tags as a table, with times in the event's zone. */
export function tagsTable(tags: readonly DescribedTag[], timeZone: string): CsvTable {
  const exact = exactTimes(timeZone)
  const timeOf = (at: string | null | undefined) => (at == null ? null : exact(at))
  const rows = tags.map(({ tag, booth, label, note, url }) => {
    const chip = tag.proof === undefined ? null : tagTemplate(url)
    return [
      tag.nfc_id,
      texts.types[tag.nfc_type],
      booth,
      label,
      note?.team_name,
      url,
      timeOf(note?.created_at),
      note?.created_by,
      timeOf(note?.written_at),
      note?.written_by,
      chip?.template,
      chip?.piccOffset,
      chip?.cmacOffset,
      tag.uid,
      tag.note,
    ]
  })
  return [texts.columns, ...rows]
}

const FILTERS = ['all', ...TAG_TYPES] as const
const SHOWN_AT_FIRST = 30

/** Lists the tags with their addresses, makers and writers; makes new ones. */
export function TagsPart({ read }: PartProps) {
  const [filter, setFilter] = useState<(typeof FILTERS)[number]>('all')
  const tags = describeTags(read).filter(({ tag }) => filter === 'all' || tag.nfc_type === filter)
  const { shown, endRef } = useListWindow(tags.length, SHOWN_AT_FIRST)
  const untagged = untaggedBooths(read.event)
  return (
    <>
      <Panel title={texts.make}>
        {untagged.length > 0 && (
          <div className="mb-5 flex flex-wrap items-center gap-x-4 gap-y-2">
            <TagEachBooth read={read} booths={untagged}>
              {texts.forEachBooth}
            </TagEachBooth>
            <span className="text-soft">{texts.untagged(untagged.length)}</span>
          </div>
        )}
        <MakeTags read={read} />
      </Panel>
      <Panel
        title={setupTexts.parts.tags}
        aside={<span className="text-soft">{texts.list(tags.length)}</span>}
      >
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
        {read.tag_notes.some(({ shares_keys }) => shares_keys) && (
          <p className="mb-4 text-warn">{texts.sharesKeys}</p>
        )}
        {tags.length === 0 && <p className="text-soft">{texts.none}</p>}
        {tags.length > 0 && (
          <Button
            variant="secondary"
            icon={Download}
            onClick={() =>
              void saveTable(texts.file, tagsTable(tags, read.event.settings.time_zone), 'csv')
            }
          >
            {texts.save}
          </Button>
        )}
        <ul className="empty:hidden">
          {tags.slice(0, shown).map((described) => (
            <TagRow key={described.tag.nfc_id} described={described} read={read} />
          ))}
        </ul>
        <div ref={endRef} />
      </Panel>
    </>
  )
}
