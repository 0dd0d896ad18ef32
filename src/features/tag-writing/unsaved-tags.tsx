import { groupTagId } from '#rules/tag-id'
import { tagWritingTexts as texts } from '#texts/tag-writing'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import type { Reports } from './use-reports'

/** Written tags that the server doesn't know of, or has refused; renders nothing if there are none. */
export function UnsavedTags({ reports: { kept, sending, refused, sendNow } }: { reports: Reports }) {
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
