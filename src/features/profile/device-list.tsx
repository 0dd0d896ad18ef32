import { useMutation, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { endOtherSessions, listSessions } from '#contract/calls/profile'
import { formatDay, formatMoment } from '#lib/clock-time'
import { profileTexts } from '#texts/profile'
import { mutation, query } from '../../api/calls'
import { Button } from '../../ui/button'
import { QueryState } from '../../ui/query-state'
import { toast } from '../../ui/toast'

/** The devices on which one is signed in, with a button that signs out all others. */
export function DeviceList() {
  const headingId = useId()
  const sessions = useQuery(query(listSessions, {}))
  const { mutate, isPending } = useMutation(mutation(endOtherSessions))
  return (
    <section aria-labelledby={headingId} className="mt-5 border-t border-line pt-5">
      <h3 id={headingId} className="mb-2 font-bold">
        {profileTexts.devices}
      </h3>
      <QueryState query={sessions}>
        {(data) => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {data.sessions.map(({ browser, current, started_at, last_used_at }) => (
                <li key={`${started_at} ${browser} ${current}`} className="py-2">
                  <p className="font-semibold">
                    {browser === '' ? profileTexts.unknownBrowser : browser}
                    {current && <span className="ml-2 text-sm text-accent">{profileTexts.thisDevice}</span>}
                  </p>
                  <p className="text-sm text-soft">
                    {profileTexts.started(formatMoment(Date.parse(started_at)))}
                    {!current && <> · {profileTexts.lastUsed(formatDay(Date.parse(last_used_at)))}</>}
                  </p>
                </li>
              ))}
            </ul>
            {data.sessions.some(({ current }) => !current) ? (
              <Button
                variant="secondary"
                className="mt-3 w-full"
                busy={isPending}
                onClick={() => mutate({}, { onSuccess: () => toast.success(profileTexts.ended) })}
              >
                {profileTexts.endOthers}
              </Button>
            ) : (
              <p className="mt-1 text-sm text-soft">{profileTexts.onlyThis}</p>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}
