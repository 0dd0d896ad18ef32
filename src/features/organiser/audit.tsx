import { useInfiniteQuery } from '@tanstack/react-query'
import { audit } from '#contract/calls/organiser'
import { AUDIT_PAGE } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { dotted } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { call } from '../../api/call'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { ListItem, OlderButton } from './frame'

export function AuditPart() {
  const query = useInfiniteQuery({
    queryKey: ['audit'],
    queryFn: ({ pageParam, signal }) => call(audit, { before: pageParam }, signal),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ entries }) =>
      entries.length < AUDIT_PAGE ? undefined : entries.at(-1)?.entry_id,
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
                .map(({ entry_id, at, who, what, about, reason }) => (
                  <ListItem
                    key={entry_id}
                    title={`${organiserTexts.actions[what] ?? what}${about === '' ? '' : `: ${about}`}`}
                    detail={dotted(formatMoment(Date.parse(at)), who, reason)}
                  />
                ))}
            </ol>
            <OlderButton {...query} />
          </>
        )}
      </QueryState>
    </Panel>
  )
}
