import { useInfiniteQuery } from '@tanstack/react-query'
import { audit } from '#contract/calls/organiser'
import { formatMoment } from '#lib/clock-time'
import { numeral } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { call } from '../../api/call'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { OlderButton } from './frame'

const { auditAbout, actions, oddKinds, toNames, commandLine } = organiserTexts

const inCroatian = (words: Readonly<Record<string, string>>, word: string) => words[word] ?? word

/** What an entry is about. Some actions say it with words of the API and of the command line; all others with names. */
function aboutText(what: string, about: string): string {
  switch (what) {
    case 'announce':
    case 'recall':
      return about.replace(/^(all|players|staff): /, (_all, to: keyof typeof toNames) => `${toNames[to]}: `)
    case 'dismiss_odd':
      return about.replace(/^\w+/, (kind) => inCroatian(oddKinds, kind))
    // These end with points, which the server writes with a hyphen where they are negative.
    case 'adjust':
    case 'accept_late':
    case 'move_award':
    case 'void_award':
      return about.replace(/-?\d+$/, (points) => numeral(Number(points)))
    case 'repair':
      return about.replace(/^(\d+) scores?$/, (_all, count: string) => auditAbout.scores(Number(count)))
    case 'make_tags':
      return about.replace(/^(\d+) (\w+)$/, (_all, count: string, type: string) => auditAbout.tags(Number(count), type))
    case 'export':
      return inCroatian(auditAbout.tables, about)
    case 'reset':
      return auditAbout.kept(about.split(', ').map((one) => inCroatian(auditAbout.keepable, one)))
    default:
      return about
  }
}

/** What was done, and about whom or what. */
export function auditTitle({ what, about }: { readonly what: string; readonly about: string }): string {
  const action = inCroatian(actions, what)
  return about === '' ? action : `${action}: ${aboutText(what, about)}`
}

/** Who did it; the server says `npm run event` for the command line. */
export function auditActor(who: string): string {
  return who === 'npm run event' ? commandLine : who
}

const PAGE = 50

export function AuditPart() {
  const query = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => call(audit, { before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries }) => (entries.length < PAGE ? undefined : entries.at(-1)?.entry_id),
  })
  return (
    <Panel title={organiserTexts.audit}>
      <QueryState
        query={query}
        empty={({ pages }) => pages.every(({ entries }) => entries.length === 0)}
        emptyText={organiserTexts.noAudit}
      >
        {({ pages }) => (
          <>
            <ol>
              {pages
                .flatMap(({ entries }) => entries)
                .map(({ entry_id, at, who, reason, ...entry }) => (
                  <li key={entry_id} className="border-t border-line py-3 first:border-t-0">
                    <p className="font-semibold wrap-anywhere">{auditTitle(entry)}</p>
                    <p className="text-sm text-soft wrap-anywhere">
                      {formatMoment(Date.parse(at))} · {auditActor(who)}
                      {reason !== null && ` · ${reason}`}
                    </p>
                  </li>
                ))}
            </ol>
            <OlderButton {...query} />
          </>
        )}
      </QueryState>
    </Panel>
  )
}
