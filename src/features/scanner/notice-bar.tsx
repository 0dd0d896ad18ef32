import { CircleCheck, TriangleAlert } from 'lucide-react'
import { scannerTexts } from '#texts/scanner'
import { classes } from '../../ui/classes'
import type { ScanNotice } from './use-target'

function refusedWords(from: 'tag' | 'code', reason: Extract<ScanNotice, { is: 'refused' }>['reason']): readonly string[] {
  const { refused } = scannerTexts
  switch (reason) {
    case 'empty':
      return [from === 'tag' ? refused.emptyTag : refused.emptyCode]
    case 'foreign':
      return [from === 'tag' ? refused.foreignTag : refused.foreignCode, refused.foreignHint]
    case 'unreadable':
      return [refused.unreadable]
  }
}

function wordsOf(notice: ScanNotice): readonly string[] {
  switch (notice.is) {
    case 'found':
      return [scannerTexts.found]
    case 'refused':
      return refusedWords(notice.from, notice.reason)
    case 'reading-error':
      return [scannerTexts.refused.readingError]
    case 'nothing-found':
      return [scannerTexts.picture.nothingFound]
    case 'no-picture':
      return [scannerTexts.picture.noPicture]
    case 'no-decoder':
      return [scannerTexts.camera.noDecoder]
  }
}

/**
 * The result of the last reading. The live region stays mounted and each notice in it is a new element, so that screen
 * readers announce every one.
 */
export function NoticeBar({ notice }: { notice: ScanNotice | null }) {
  const found = notice?.is === 'found'
  const Icon = found ? CircleCheck : TriangleAlert
  return (
    <div role="status" className="empty:hidden">
      {notice !== null && (
        <div
          key={notice.number}
          className={classes(
            'flex animate-arrive items-start gap-3 rounded-control border px-4 py-3 font-medium',
            found ? 'border-accent/60 bg-raised text-accent' : 'border-warn/60 bg-raised text-warn',
          )}
        >
          <Icon aria-hidden className="mt-0.5 size-5 shrink-0" />
          <div>
            {wordsOf(notice).map((words, line) => (
              <p key={words} className={classes(line > 0 && 'text-soft')}>
                {words}
              </p>
            ))}
          </div>
        </div>
      )}
    </div>
  )
}
