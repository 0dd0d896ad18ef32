import { LoaderCircle, Lock, Nfc, SearchCheck, ShieldAlert, SmartphoneNfc, TriangleAlert } from 'lucide-react'
import { groupTagId } from '#rules/tag-id'
import { commonTexts } from '#texts/common'
import { tagWritingTexts as texts } from '#texts/tag-writing'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/confirm-dialog'
import type { PhaseView } from './phase-card'
import type { TagContent } from './tag-content'
import type { Phase } from './tag-phase'
import type { TagWriter } from './tag-writer'

function occupiedView(content: TagContent, writer: TagWriter): PhaseView {
  const body = (
    <>
      <ReplaceDialog content={content} onReplace={writer.replace} />
      <Button variant="secondary" onClick={writer.leave}>
        {commonTexts.cancel}
      </Button>
    </>
  )
  const shown = { icon: <TriangleAlert />, tone: 'warn', body } as const
  if (content.is === 'own')
    return { ...shown, title: texts.taken, text: texts.takenText(groupTagId(content.nfcId)), advice: texts.takenAdvice }
  const text = content.is === 'foreign' ? content.text : ''
  return { ...shown, title: texts.occupied, text: texts.occupiedText(text), advice: texts.occupiedAdvice }
}

/** The content and the actions of each phase. */
export function phaseView(phase: Phase, writer: TagWriter): PhaseView {
  const start = () => void writer.start()
  switch (phase.is) {
    case 'asleep':
      return { icon: <Nfc />, title: texts.asleep, text: texts.asleepText, body: <Button onClick={start}>{texts.start}</Button> }
    case 'starting':
      return { icon: <LoaderCircle className="animate-spin" />, title: texts.starting, text: texts.startingText }
    case 'blocked':
      return {
        icon: <ShieldAlert />,
        tone: 'danger',
        title: texts.blocked[phase.by],
        text: texts.blockedText[phase.by],
        ...(phase.by === 'missing' ? {} : { body: <Button onClick={start}>{commonTexts.retry}</Button> }),
      }
    case 'ready':
      return phase.trouble === null
        ? { icon: <SmartphoneNfc />, title: texts.ready, text: texts.readyText }
        : {
            icon: <TriangleAlert />,
            tone: 'warn',
            title: texts.troubles[phase.trouble],
            text: texts.troubleTexts[phase.trouble],
          }
    case 'writing':
      return { icon: <LoaderCircle className="animate-spin" />, title: texts.writing, text: texts.writingText }
    case 'checking':
      return { icon: <SearchCheck />, title: texts.checking, text: texts.checkingText }
    case 'occupied':
      return occupiedView(phase.content, writer)
    case 'replacing':
      return {
        icon: <SmartphoneNfc />,
        title: texts.replacing,
        text: texts.replacingText,
        body: <CancelButton writer={writer} />,
      }
    case 'locking': {
      const notes = { 'other-tag': texts.lockOther, failed: texts.lockFailed } as const
      const text = phase.trouble === null ? texts.lockingText(groupTagId(phase.nfcId)) : notes[phase.trouble]
      const tone = phase.trouble === null ? {} : ({ tone: 'warn' } as const)
      return { icon: <Lock />, title: texts.locking, text, ...tone, body: <CancelButton writer={writer} /> }
    }
  }
}

function CancelButton({ writer }: { writer: TagWriter }) {
  return (
    <Button variant="secondary" onClick={writer.leave}>
      {commonTexts.cancel}
    </Button>
  )
}

/** Asks for confirmation before overwriting a tag's content. */
function ReplaceDialog({ content, onReplace }: { content: TagContent; onReplace: () => void }) {
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
