import { tagWritingTexts as texts } from '#i18n/tag-writing'
import { groupTagId } from '#rules/tag-id'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import type { TagContent } from './tag-content'

/** Asks for confirmation before overwriting a tag's content. */
export function ReplaceDialog({ content, onReplace }: { content: TagContent; onReplace: () => void }) {
  return (
    <ConfirmDialog
      trigger={<Button variant="secondary">{texts.replace}</Button>}
      title={texts.replaceTitle}
      text={content.is === 'own' ? texts.replaceOwn(groupTagId(content.nfcId)) : texts.replaceForeign}
      confirm={texts.replace}
      busy={false}
      onConfirm={(close) => {
        close()
        onReplace()
      }}
    />
  )
}
