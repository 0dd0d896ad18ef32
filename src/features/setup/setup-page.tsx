import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { ChevronRight } from 'lucide-react'
import { type ComponentType, createElement, type ReactNode } from 'react'
import { overview } from '#contract/calls/organiser'
import type { EventFile } from '#contract/event'
import type { Overview } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { counted, nouns } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { setupTexts } from '#texts/setup'
import type { DocumentNode } from '../../../scripts/guide'
import { classes } from '../../ui/classes'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { useNow } from '../../ui/use-now'
import { ConfirmNumber } from '../organiser/confirm-number'
import { organiserQuery } from '../organiser/correction'
import { BackButton } from '../organiser/frame'
import { MissingList } from '../organiser/missing-list'
import { OrganiserFrame } from '../organiser/organiser-frame'
import { missingOf } from '../organiser/readiness'
import { BoothsPart } from './booths-part'
import { FilePart } from './file-part'
import { PlayersPart } from './players-part'
import { PointTypesPart } from './point-types-part'
import { PrintPart } from './print-part'
import { SettingsPart } from './settings-part'
import { TagsPart } from './tags-part'
import {
  type EventRead,
  eventQuery,
  isEntryOpen,
  type PartName,
  type PartProps,
  useOpened,
} from './use-entry-form'

const PROSE =
  'max-w-[68ch] leading-relaxed text-soft [&_h2]:text-2xl [&_h2]:font-bold [&_h2]:text-ink [&_h3]:mt-8 [&_h3]:text-xl [&_h3]:font-bold [&_h3]:text-ink [&_img]:mt-4 [&_img]:w-full [&_img]:max-w-80 [&_img]:rounded-card [&_img]:border [&_img]:border-line print:[&_img]:max-w-48 [&_li]:mt-2 [&_ol]:list-decimal [&_ol]:pl-6 [&_p]:mt-3 [&_strong]:font-semibold [&_strong]:text-ink [&_ul]:list-disc [&_ul]:pl-6'

function elementOf(node: DocumentNode): ReactNode {
  return typeof node === 'string'
    ? node
    : createElement(node.tag, node.props, ...(node.children ?? []).map(elementOf))
}

/** The guide for organisers, loaded when it is opened. */
function GuidePart() {
  const guide = useQuery({
    queryKey: ['guide'],
    queryFn: async () => (await import('../../../docs/vodic.md')).default,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return (
    <article
      translate="yes"
      className="rounded-card border border-line bg-surface p-5 sm:p-8 print:border-0 print:p-0"
    >
      <QueryState query={guide}>
        {(nodes) => createElement('div', { className: PROSE }, ...nodes.map(elementOf))}
      </QueryState>
    </article>
  )
}

interface SetupPart {
  readonly name: PartName
  /** A summary of the part's content and gaps; null if there is none. */
  readonly has: (read: EventRead, overview: Overview | undefined) => string | null
  readonly Part: ComponentType<PartProps>
}

function windowText({ starts_at, ends_at }: EventFile['settings']): string {
  const moment = (at: string | null, open: string) =>
    at === null ? open : formatMoment(Date.parse(at))
  return setupTexts.has.window(
    moment(starts_at, setupTexts.has.openStart),
    moment(ends_at, setupTexts.has.openEnd),
  )
}

/** The parts of Priprema, in the order of its navigation. */
const SETUP_PARTS: readonly SetupPart[] = [
  { name: 'settings', has: ({ event }) => windowText(event.settings), Part: SettingsPart },
  {
    name: 'pointTypes',
    has: ({ event }) => setupTexts.has.types(event.point_types.length),
    Part: PointTypesPart,
  },
  {
    name: 'booths',
    has: ({ event: { vendors } }) =>
      setupTexts.has.booths(
        vendors.length,
        vendors.filter(({ closed, staff }) => !closed && staff.length === 0).length,
      ),
    Part: BoothsPart,
  },
  {
    name: 'tags',
    has: ({ tag_notes }) =>
      setupTexts.has.tags(
        tag_notes.length,
        tag_notes.filter(({ written_at }) => written_at === null).length,
      ),
    Part: TagsPart,
  },
  {
    name: 'players',
    has: (_read, overview) =>
      overview === undefined ? null : counted(overview.counts.listed, nouns.player),
    Part: PlayersPart,
  },
  { name: 'print', has: () => null, Part: PrintPart },
  { name: 'file', has: () => null, Part: FilePart },
  { name: 'guide', has: () => null, Part: GuidePart },
]

const TO = '/organizator/priprema'

/**
 * Every part with its content and gaps: the whole screen on a phone, next to the open part on a
 * desktop.
 */
function SetupNav({ read, part }: PartProps & { readonly part: PartName | undefined }) {
  const state = useQuery(organiserQuery(overview, {})).data
  return (
    <nav
      aria-label={setupTexts.nav}
      className={classes(part !== undefined && 'max-lg:hidden', 'print:hidden')}
    >
      <ul className="rounded-card border border-line bg-surface">
        {SETUP_PARTS.map(({ name, has }) => (
          <li key={name} className="border-t border-line first:border-t-0">
            <Link
              to={TO}
              search={{ part: name }}
              aria-current={name === part ? 'page' : undefined}
              className={classes(
                'flex min-h-16 items-center gap-2 px-panel py-2',
                name === part && 'text-accent',
              )}
            >
              <span className="min-w-0 flex-1 wrap-anywhere">
                <span className="block font-semibold">{setupTexts.parts[name]}</span>
                <span className="block text-sm text-soft empty:hidden">{has(read, state)}</span>
              </span>
              <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Lists what the event still lacks, starting with a phone number that no SMS has confirmed. */
function MissingParts({ read }: PartProps) {
  const query = useQuery(organiserQuery(overview, {}))
  const now = useNow()
  const { unconfirmed: texts } = organiserTexts.now
  return (
    <QueryState query={query}>
      {(overview) => {
        const missing = missingOf(read.event, overview, now)
        const { unconfirmed } = overview
        return (
          <>
            {unconfirmed !== null && (
              <Panel title={texts.title(unconfirmed.mobile)}>
                <ConfirmNumber unconfirmed={unconfirmed} />
              </Panel>
            )}
            <Panel title={setupTexts.missing}>
              {missing.length === 0 && <p className="text-soft">{setupTexts.nothingMissing}</p>}
              <MissingList missing={missing} />
            </Panel>
          </>
        )
      }}
    </QueryState>
  )
}

/** Priprema: the whole event in the browser, part by part. */
export function SetupPage() {
  const { opened, open } = useOpened()
  const event = useQuery(eventQuery())
  const part = SETUP_PARTS.find(({ name }) => name === opened.part)
  return (
    <OrganiserFrame title={setupTexts.title}>
      <QueryState query={event}>
        {(read) => (
          <div className="grid grid-cols-[minmax(0,1fr)] items-start gap-5 print:block lg:grid-cols-[18rem_minmax(0,1fr)]">
            <SetupNav read={read} part={part?.name} />
            <div
              className={classes(
                'flex min-w-0 flex-col gap-5 print:block',
                part === undefined && 'max-lg:order-first',
              )}
            >
              {part !== undefined && !isEntryOpen(read, opened) && (
                <div className="lg:hidden">
                  <BackButton text={setupTexts.back} onBack={() => open({})} />
                </div>
              )}
              {part === undefined ? <MissingParts read={read} /> : <part.Part read={read} />}
            </div>
          </div>
        )}
      </QueryState>
    </OrganiserFrame>
  )
}
