import { useMutation } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useMemo, useState } from 'react'
import { staffLinks } from '#contract/calls/organiser'
import type { EventFile } from '#contract/event'
import { formatMoment } from '#lib/clock-time'
import { groupTagId, makeTagId } from '#rules/tag-id'
import { endOfDayTexts } from '#texts/end-of-day'
import { counted, nouns } from '#texts/nouns'
import { sheetTexts } from '#texts/printed'
import { setupTexts, tagTypes } from '#texts/setup'
import { call } from '../../api/call'
import { publicOrigin } from '../../api/queries'
import { Button, buttonClasses } from '../../ui/button'
import { Choice } from '../../ui/choice'
import { SelectField } from '../../ui/text-field'
import { type Cell, Sheet } from './sheet'
import { type EventRead, type PartProps, useSave } from './use-event'

type Tag = EventFile['tags'][number]
type TagType = Tag['nfc_type']

const tagUrl = (nfcId: string) => new URL(`/s/${nfcId}`, publicOrigin.get()).href

/** Of each tag, when it was made. */
const madeAt = ({ tag_notes }: EventRead) => new Map(tag_notes.map(({ nfc_id, created_at }) => [nfc_id, created_at ?? '']))

/** The booths that are open, each with its tag. Every tag of a booth works; the oldest is on the earlier prints. */
function taggedBooths(read: EventRead) {
  const made = madeAt(read)
  const age = ({ nfc_id }: Tag) => `${made.get(nfc_id) ?? ''} ${nfc_id}`
  const tags = read.event.tags.toSorted((a, b) => (age(a) < age(b) ? -1 : 1))
  return read.event.vendors
    .filter(({ closed }) => !closed)
    .map((booth) => ({
      booth,
      tag: tags.find(({ nfc_type, vendor_id }) => nfc_type === 'vendor' && vendor_id === booth.vendor_id),
    }))
}

function posterCells(read: EventRead): Cell[] {
  const types = new Map(read.event.point_types.map((type) => [type.point_type, type]))
  return taggedBooths(read).flatMap(({ booth, tag }) => {
    if (tag === undefined) return []
    const gives = booth.point_types.flatMap((id) => types.get(id) ?? [])
    const cell: Cell = {
      ...{ key: booth.vendor_id, title: booth.name },
      lines: [
        ...(booth.location === '' ? [] : [{ text: booth.location }]),
        ...gives.map(({ label, points }) => ({ text: label, value: counted(points, nouns.point) })),
      ],
      code: { url: tagUrl(tag.nfc_id), label: sheetTexts.boothCode(booth.name) },
      foot: { text: sheetTexts.scan },
    }
    return [cell]
  })
}

function Posters({ read }: { read: EventRead }) {
  const untagged = taggedBooths(read).flatMap(({ booth, tag }) => (tag === undefined ? [booth] : []))
  const saving = useSave()
  const make = () =>
    saving.save({
      part: { tags: untagged.map(({ vendor_id }) => ({ nfc_id: makeTagId(), nfc_type: 'vendor', vendor_id })) },
      version: read.version,
      done: setupTexts.tags.made(untagged.length),
    })
  const cells = useMemo(() => posterCells(read), [read])
  return (
    <>
      {untagged.length > 0 && (
        <div className="flex flex-col items-start gap-3 print:hidden">
          <p className="wrap-anywhere text-warn">{sheetTexts.boothsWithoutTag(untagged.map(({ name }) => name))}</p>
          <Button busy={saving.isSaving} onClick={make}>
            {sheetTexts.makeBoothTags}
          </Button>
          <p role="alert" className="text-danger empty:hidden">
            {saving.fault}
          </p>
        </div>
      )}
      {untagged.length + cells.length === 0 && <p className="text-soft">{sheetTexts.noBooths}</p>}
      {cells.length > 0 && <Sheet kind="poster" heading="" cells={cells} />}
    </>
  )
}

/** What a tag is for, as people know it. */
function purposeOf({ nfc_type, vendor_id, point_type }: Tag, { event }: EventRead): string {
  switch (nfc_type) {
    case 'team':
      return sheetTexts.teamTag
    case 'vendor':
      return event.vendors.find((booth) => booth.vendor_id === vendor_id)?.name ?? ''
    case 'bonus':
      return event.point_types.find((type) => type.point_type === point_type)?.label ?? ''
  }
}

function labelCell(tag: Tag, read: EventRead): Cell {
  return {
    ...{ key: tag.nfc_id, title: purposeOf(tag, read), lines: [] },
    code: { url: tagUrl(tag.nfc_id), label: sheetTexts.tagCode(tag.nfc_id) },
    foot: { text: groupTagId(tag.nfc_id), isId: true },
  }
}

const ALL = 'all'

/** The tags that were made at once, newest first. */
function batchesOf(tags: readonly Tag[], read: EventRead) {
  const made = madeAt(read)
  const batches = new Map<string, Tag[]>()
  for (const tag of tags) {
    const at = made.get(tag.nfc_id) ?? ''
    const batch = batches.get(at) ?? []
    batches.set(at, batch)
    batch.push(tag)
  }
  return [...batches].toSorted(([a], [b]) => (a < b ? 1 : -1))
}

function Labels({ read }: { read: EventRead }) {
  const [type, setType] = useState<TagType>('team')
  const [chosen, setChosen] = useState(ALL)
  const { tags, proving, batches } = useMemo(() => {
    const ofType = read.event.tags.filter(({ nfc_type }) => nfc_type === type)
    // A printed code proves no touch.
    const tags = ofType.filter(({ proof }) => proof === undefined)
    return { tags, proving: ofType.length - tags.length, batches: batchesOf(tags, read) }
  }, [read, type])
  const cells = useMemo(() => {
    const shown = batches.find(([at]) => at === chosen)?.[1] ?? tags
    return shown.map((tag) => labelCell(tag, read))
  }, [batches, tags, chosen, read])
  return (
    <>
      <div className="flex max-w-xl flex-col gap-4 print:hidden">
        <Choice
          legend={sheetTexts.tagType}
          options={['team', 'vendor', 'bonus']}
          names={tagTypes}
          chosen={type}
          onChoose={setType}
        />
        {batches.length > 1 && (
          <SelectField
            label={sheetTexts.batch}
            value={batches.some(([at]) => at === chosen) ? chosen : ALL}
            options={[
              { value: ALL, text: sheetTexts.all(tags.length) },
              ...batches.map(([at, { length }]) => ({
                value: at,
                text: sheetTexts.madeAt(at === '' ? '' : formatMoment(Date.parse(at)), length),
              })),
            ]}
            onChange={setChosen}
          />
        )}
        {proving > 0 && <p className="text-soft">{sheetTexts.proving(proving)}</p>}
      </div>
      {cells.length === 0 ? (
        <p className="text-soft">{sheetTexts.noTags}</p>
      ) : (
        <Sheet kind="label" heading={new URL(publicOrigin.get()).host} cells={cells} />
      )}
    </>
  )
}

type Whom = keyof typeof sheetTexts.whom

/** Cards that sign staff in. They stay on this page alone: who reloads makes new ones. */
function LinkCards({ read: { event } }: { read: EventRead }) {
  const [booth, setBooth] = useState(ALL)
  const [whom, setWhom] = useState<Whom>('new')
  const making = useMutation({
    mutationFn: async () => {
      const { links } = await call(staffLinks, {
        only_new: whom === 'new' ? 1 : 0,
        ...(booth !== ALL && { vendor_id: booth }),
      })
      return links.map(({ user_id, first_name, last_name, vendor_name, link }): Cell => {
        const name = `${first_name} ${last_name}`
        return {
          ...{ key: user_id, title: name, lines: [{ text: vendor_name }] },
          code: { url: link, label: sheetTexts.linkCode(name) },
          foot: { text: sheetTexts.linkFoot },
        }
      })
    },
  })
  const cells = making.data
  return (
    <>
      <div className="flex max-w-xl flex-col gap-4 print:hidden">
        <SelectField
          label={sheetTexts.booth}
          value={booth}
          options={[
            { value: ALL, text: sheetTexts.allBooths },
            ...event.vendors.map(({ vendor_id, name }) => ({ value: vendor_id, text: name })),
          ]}
          onChange={setBooth}
        />
        <Choice legend={sheetTexts.forWhom} options={['new', 'all']} names={sheetTexts.whom} chosen={whom} onChoose={setWhom} />
        <p className="text-soft">{sheetTexts.links}</p>
        <Button className="self-start" busy={making.isPending} onClick={() => making.mutate()}>
          {sheetTexts.makeLinks}
        </Button>
      </div>
      {cells?.length === 0 && <p className="text-soft">{sheetTexts.noLinks}</p>}
      {cells !== undefined && cells.length > 0 && (
        <Sheet kind="card" heading={sheetTexts.linkHeading(new URL(publicOrigin.get()).host)} cells={cells} />
      )}
    </>
  )
}

/** What staff need to know, four to a page. */
function Guides() {
  const cells = Array.from(
    { length: 4 },
    (_, index): Cell => ({
      ...{ key: String(index), title: sheetTexts.guide, lines: sheetTexts.guideSteps.map((text) => ({ text })) },
      code: { url: publicOrigin.get(), label: sheetTexts.guideCode },
    }),
  )
  return <Sheet kind="guide" heading="" cells={cells} />
}

type Kind = keyof typeof sheetTexts.kinds

/** *Ispis*: what hangs, lies and is handed out in the hall, printed by the browser. */
export function PrintPart({ read }: PartProps) {
  const [kind, setKind] = useState<Kind>('poster')
  return (
    <div className="flex min-w-0 flex-col gap-5 print:block">
      <div className="flex flex-col gap-4 print:hidden">
        <h2 className="text-lg font-bold">{setupTexts.parts.ispis}</h2>
        <Choice
          legend={sheetTexts.what}
          options={['poster', 'label', 'card', 'guide']}
          names={sheetTexts.kinds}
          chosen={kind}
          onChoose={setKind}
        />
        <p className="flex flex-wrap items-center gap-x-4">
          <span className="w-full font-medium sm:w-auto">{sheetTexts.atTheEnd}</span>
          <Link to="/organizator" search={{ dio: 'kraj', ispis: 'nagrade' }} className={buttonClasses('quiet')}>
            {endOfDayTexts.prizes}
          </Link>
          <Link to="/organizator" search={{ dio: 'kraj', ispis: 'poredak' }} className={buttonClasses('quiet')}>
            {endOfDayTexts.printRanking}
          </Link>
        </p>
      </div>
      {kind === 'poster' && <Posters read={read} />}
      {kind === 'label' && <Labels read={read} />}
      {kind === 'card' && <LinkCards read={read} />}
      {kind === 'guide' && <Guides />}
    </div>
  )
}
