import { useQuery } from '@tanstack/react-query'
import { PackageOpen } from 'lucide-react'
import { listTags } from '#contract/calls/tags'
import type { User } from '#contract/entities'
import { groupTagId } from '#rules/tag-id'
import { tagWritingTexts as texts } from '#texts/tag-writing'
import { useRefreshInterval } from '../../api/live-state'
import { currentUserQuery, query } from '../../api/queries'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/load-failed'
import { QueryState } from '../../ui/loading'
import { LogoLoader } from '../../ui/logo'
import { Panel } from '../../ui/panel'
import { TagWriting } from './tag-writing'
import { type Reports, useReports } from './use-reports'

/** The screen 'Pisanje oznaka': a booth's staff write the event's tags with an Android phone. */
export function TagWritingPage() {
  const { data: user } = useQuery(currentUserQuery())
  if (user === undefined || user === null) return <LogoLoader />
  return <Workbench key={user.id} user={user} />
}

function Workbench({ user }: { user: User }) {
  const list = useQuery({ ...query(listTags, {}), refetchInterval: useRefreshInterval() })
  const reports = useReports(user.id)
  return (
    <div className="mx-auto flex max-w-2xl flex-col gap-5">
      <div className="ground">
        <h1 className="text-3xl font-bold">{texts.title}</h1>
        <p className="mt-1 text-lg text-soft">{texts.hint}</p>
      </div>
      <QueryState query={list}>
        {({ tags }) =>
          tags.length === 0 ? (
            <Panel>
              <Notice icon={<PackageOpen />} title={texts.noTags} text={texts.noTagsText} />
            </Panel>
          ) : (
            <TagWriting tags={tags} reports={reports} />
          )
        }
      </QueryState>
      <UnsavedTags reports={reports} />
    </div>
  )
}

/** Written tags that the server doesn't know of, or has refused; renders nothing if there are none. */
function UnsavedTags({ reports: { kept, sending, refused, sendNow } }: { reports: Reports }) {
  return (
    <>
      {refused !== null && (
        <p role="alert" className="rounded-card border border-danger p-4 text-danger">
          {texts.refused(groupTagId(refused.nfcId), refused.message)}
        </p>
      )}
      {kept.length > 0 && (
        <Panel title={texts.waitingCount(kept.length)}>
          <p className="text-soft">{texts.waitingText}</p>
          <Button className="mt-4 w-full" variant="secondary" busy={sending} onClick={sendNow}>
            {texts.sendNow}
          </Button>
        </Panel>
      )}
    </>
  )
}
