import {
  LoaderCircle,
  Nfc,
  SearchCheck,
  ShieldAlert,
  SmartphoneNfc,
  TriangleAlert,
} from 'lucide-react'
import type { ReactNode } from 'react'
import { groupTagId } from '#rules/tag-id'
import { commonTexts } from '#texts/common'
import { tagWritingTexts as texts } from '#texts/tag-writing'
import { Button } from '../../ui/button'
import { ConfirmDialog } from '../../ui/dialog'
import type { Phase, TagContent, TagWriter } from './tag-writer'

function occupiedView(content: TagContent, writer: TagWriter): PhaseView {
  const body = (
    <>
      <ReplaceDialog content={content} onReplace={writer.replace} />
      <CancelButton writer={writer} />
    </>
  )
  const shown = { icon: <TriangleAlert />, tone: 'warn', body } as const
  if (content.kind === 'own')
    return {
      ...shown,
      title: texts.taken,
      text: texts.takenText(groupTagId(content.nfcId)),
      advice: texts.takenAdvice,
    }
  const text = content.kind === 'foreign' ? content.text : ''
  return {
    ...shown,
    title: texts.occupied,
    text: texts.occupiedText(text),
    advice: texts.occupiedAdvice,
  }
}

export function phaseView(phase: Phase, writer: TagWriter): PhaseView {
  const start = () => void writer.start()
  const { phases, blocked, problems } = texts
  switch (phase.kind) {
    case 'stopped':
      return {
        icon: <Nfc />,
        ...phases.stopped,
        body: <Button onClick={start}>{texts.start}</Button>,
      }
    case 'starting':
    case 'writing':
      return { icon: <LoaderCircle className="animate-spin" />, ...phases[phase.kind] }
    case 'blocked': {
      const retry =
        phase.by === 'missing' ? undefined : <Button onClick={start}>{commonTexts.retry}</Button>
      return { icon: <ShieldAlert />, tone: 'danger', ...blocked[phase.by], body: retry }
    }
    case 'ready':
      if (phase.problem !== null)
        return { icon: <TriangleAlert />, tone: 'warn', ...problems[phase.problem] }
      return { icon: <SmartphoneNfc />, ...phases.ready }
    case 'checking':
      return { icon: <SearchCheck />, ...phases.checking }
    case 'occupied':
      return occupiedView(phase.content, writer)
    case 'replacing':
      return {
        icon: <SmartphoneNfc />,
        ...phases.replacing,
        body: <CancelButton writer={writer} />,
      }
  }
}

function CancelButton({ writer }: { writer: TagWriter }) {
  return (
    <Button variant="secondary" onClick={writer.cancel}>
      {commonTexts.cancel}
    </Button>
  )
}

function ReplaceDialog({ content, onReplace }: { content: TagContent; onReplace: () => void }) {
  return (
    <ConfirmDialog
      trigger={<Button variant="secondary">{texts.replace}</Button>}
      title={texts.replaceTitle}
      text={
        content.kind === 'own' ? texts.replaceOwn(groupTagId(content.nfcId)) : texts.replaceForeign
      }
      confirm={texts.replace}
      busy={false}
      onConfirm={(close) => {
        close()
        onReplace()
      }}
    />
  )
}

export interface PhaseView {
  readonly icon: ReactNode
  readonly title: string
  readonly text?: string
  /** Tells the person what to do; `text` describes the state. */
  readonly advice?: string
  readonly tone?: 'warn' | 'danger'
  readonly body?: ReactNode
}

const TONES = { warn: 'text-warn', danger: 'text-danger' } as const

/**
 * The frame shared by all phases. It stays mounted while they change, so that screen readers
 * announce each change.
 */
export function PhaseCard({ icon, title, text, advice, tone, body }: PhaseView) {
  return (
    <section className="flex flex-col gap-5 rounded-card border border-line bg-surface px-panel py-7 text-center">
      <div role="status" className="flex flex-col items-center gap-3">
        <span
          aria-hidden
          className={`[&>svg]:size-12 ${tone === undefined ? 'text-accent' : TONES[tone]}`}
        >
          {icon}
        </span>
        {/* Not `text-balance`, which would break "NFC-u" at its hyphen. */}
        <h2 className="text-[min(1.5rem,12vw)] leading-tight font-bold text-pretty">{title}</h2>
        {text !== undefined && <p className="max-w-prose text-soft">{text}</p>}
        {advice !== undefined && <p className="max-w-prose text-soft">{advice}</p>}
      </div>
      {body !== undefined && (
        <div className="flex flex-col gap-3 sm:flex-row sm:justify-center">{body}</div>
      )}
    </section>
  )
}
