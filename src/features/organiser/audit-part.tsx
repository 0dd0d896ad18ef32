import { useInfiniteQuery } from '@tanstack/react-query'
import { audit } from '#contract/calls/organiser'
import { formatMoment } from '#lib/clock-time'
import { organiserTexts } from '#texts/organiser'
import { call } from '../../api/call'
import { Panel } from '../../ui/panel'
import { QueryState } from '../../ui/query-state'
import { auditActor, auditTitle } from './audit-text'
import { OlderButton } from './buttons'

const PAGE = 50

/** Who did what, and why. */
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
