import type { ReactNode } from 'react'
import { endOfDayTexts } from '#texts/end-of-day'
import { Button } from '../../ui/button'
import { PRODUCT_NAME } from '../../ui/product'
import { BackButton } from './buttons'

interface PrintedPageProps {
  readonly title: string
  readonly asOf: string
  readonly onBack: () => void
  /** What is chosen before printing. */
  readonly choice?: ReactNode
  readonly children: ReactNode
}

/** A page that is printed on A4; on the screen, what it will be. */
export function PrintedPage({ title, asOf, onBack, choice, children }: PrintedPageProps) {
  return (
    <div className="flex max-w-3xl flex-col gap-5">
      <BackButton text={endOfDayTexts.back} onBack={onBack} />
      <div className="flex flex-wrap items-end gap-3 print:hidden">
        {choice}
        <Button onClick={() => window.print()}>{endOfDayTexts.print}</Button>
      </div>
      <div>
        <h2 className="text-2xl font-bold">
          {PRODUCT_NAME} · {title}
        </h2>
        <p className="text-soft">{asOf}</p>
      </div>
      {children}
    </div>
  )
}
