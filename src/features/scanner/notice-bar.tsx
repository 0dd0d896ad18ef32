import { CircleCheck, TriangleAlert } from 'lucide-react'
import { scannerTexts } from '#texts/scanner'
import { classes } from '../../ui/classes'
import type { ScanNotice } from './use-target'

const { refused, picture, camera } = scannerTexts
const REFUSED = {
  empty: { tag: [refused.emptyTag], code: [refused.emptyCode] },
  foreign: { tag: [refused.foreignTag, refused.foreignHint], code: [refused.foreignCode, refused.foreignHint] },
  page: { tag: [refused.page, refused.foreignHint], code: [refused.page, refused.foreignHint] },
  unreadable: { tag: [refused.unreadable], code: [refused.unreadable] },
} as const
const WORDS = {
  found: [scannerTexts.found],
  'reading-error': [refused.readingError],
  'nothing-found': [picture.nothingFound],
  'no-picture': [picture.noPicture],
  'no-decoder': [camera.noDecoder],
  'no-pixels': [camera.noPixels],
  'passed-over': [scannerTexts.passedOver],
} as const

function wordsOf(notice: ScanNotice): readonly string[] {
  if (notice.is !== 'refused') return WORDS[notice.is]
  const [what, ...more] = REFUSED[notice.reason][notice.from]
  return notice.host === undefined ? [what, ...more] : [what, refused.leadsTo(notice.host), ...more]
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
