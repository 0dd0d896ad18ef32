import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useId, useRef } from 'react'
import { unbroken } from '#texts/numbers'
import { type TermsPart as Part, type TermsBlock, termsOf, termsTexts } from '#texts/terms'
import { titleTexts } from '#texts/titles'
import { linkClasses } from '../../ui/button'
import { classes } from '../../ui/classes'
import { COMPANY_NAME, PRIVACY_CONTACT, PRODUCT_NAME } from '../../ui/product'
import { LinkedText, TextPageHeader } from './text-page'

/** How long the scrollbar stays visible after scrolling, in ms. */
const HIDE_DELAY_MS = 600
const MIN_THUMB_PX = 18

interface ScrollAreaProps {
  label: string
  className?: string
  children: ReactNode
}

/** Length and position of the scrollbar's thumb, in px. */
function thumbOf({ clientHeight, scrollHeight, scrollTop }: HTMLElement): {
  readonly length: number
  readonly top: number
} {
  const length = Math.max(MIN_THUMB_PX, (clientHeight * clientHeight) / scrollHeight)
  return { length, top: ((clientHeight - length) * scrollTop) / (scrollHeight - clientHeight) }
}

/**
 * A scrollable section whose scrollbar shows only while scrolling. It isn't focusable: the keyboard
 * scrolls it by moving the focus inside.
 */
function ScrollArea({ label, className, children }: ScrollAreaProps) {
  const thumb = useRef<HTMLDivElement>(null)
  const hiding = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(hiding.current), [])

  function show(area: HTMLElement): void {
    const bar = thumb.current
    if (bar === null) return
    const { length, top } = thumbOf(area)
    bar.style.height = `${length}px`
    bar.style.transform = `translateY(${top}px)`
    bar.hidden = false
    clearTimeout(hiding.current)
    hiding.current = setTimeout(() => {
      bar.hidden = true
    }, HIDE_DELAY_MS)
  }
  return (
    <div className={classes('relative flex min-h-0 flex-col', className)}>
      <section
        aria-label={label}
        onScroll={(event) => show(event.currentTarget)}
        className="min-h-0 flex-1 overflow-y-auto rounded-[inherit] [scrollbar-width:none]"
      >
        {children}
      </section>
      <div
        ref={thumb}
        hidden
        aria-hidden
        className="pointer-events-none absolute top-0 right-0.5 w-1.5 rounded-full bg-edge"
      />
    </div>
  )
}

function Block({ block }: { block: TermsBlock }) {
  if (typeof block === 'string') {
    return (
      <p>
        <LinkedText text={block} />
      </p>
    )
  }
  return (
    <ul className="flex list-disc flex-col gap-2 pl-5 marker:text-accent">
      {block.map(({ term, text }) => (
        <li key={text} className="pl-1">
          {term !== undefined && (
            <strong className="font-semibold text-ink">{unbroken(term)} </strong>
          )}
          <LinkedText text={text} />
        </li>
      ))}
    </ul>
  )
}

function TermsPart({ part }: { part: Part }) {
  return (
    <article
      id={part.id}
      className="scroll-mt-22 rounded-card border border-line bg-surface p-5 sm:p-8"
    >
      <p className="font-semibold text-accent">{part.title}</p>
      {part.sections.map(({ id, title, blocks }) => (
        <section key={id} className="mt-8 first-of-type:mt-3">
          <h2 id={id} tabIndex={-1} className="scroll-mt-24 text-xl font-bold sm:text-2xl">
            {title}
          </h2>
          <div className="mt-3 flex max-w-[68ch] flex-col gap-3 leading-relaxed text-soft">
            {blocks.map((block) => (
              <Block key={typeof block === 'string' ? block : block[0]?.text} block={block} />
            ))}
          </div>
        </section>
      ))}
    </article>
  )
}

const PARTS = termsOf({ product: PRODUCT_NAME, company: COMPANY_NAME, contact: PRIVACY_CONTACT })

export function TermsPage() {
  return (
    <>
      <TextPageHeader />
      <main translate="yes" className="mx-auto max-w-6xl px-4 pt-8 pb-24">
        <h1 className="ground text-[min(1.875rem,11vw)] leading-tight font-bold sm:text-4xl">
          {termsTexts.title}
        </h1>
        <div className="mt-3 flex flex-wrap items-baseline gap-x-6 text-soft">
          <p>{termsTexts.publishedBy(COMPANY_NAME)}</p>
          <p>{termsTexts.effectiveFrom(termsTexts.effectiveDate)}</p>
          <Link to="/pristupacnost" className={linkClasses}>
            {titleTexts.accessibility}
          </Link>
        </div>
        <div className="mt-8 grid items-start gap-6 lg:grid-cols-[17rem_minmax(0,1fr)] lg:gap-10">
          <TermsContents parts={PARTS} />
          <div className="flex flex-col gap-6">
            {PARTS.map((part) => (
              <TermsPart key={part.id} part={part} />
            ))}
          </div>
        </div>
      </main>
    </>
  )
}

/** Moves the focus, so that screen readers and Tab continue from the section. */
function focusSection(id: string) {
  document.getElementById(id)?.focus({ preventScroll: true })
}

function TermsContents({ parts }: { parts: readonly Part[] }) {
  const headingId = useId()
  return (
    <nav
      aria-labelledby={headingId}
      className="rounded-card border border-line bg-surface p-5 lg:sticky lg:top-22"
    >
      <p id={headingId} className="text-lg font-bold">
        {termsTexts.contents}
      </p>
      <ScrollArea label={termsTexts.contents} className="-mx-2 mt-3 lg:max-h-[calc(100dvh-12rem)]">
        {/* The padding leaves room for focus rings, which a scroll area cuts off. */}
        <div className="grid gap-x-6 gap-y-4 px-2 pb-1.5 sm:max-lg:grid-cols-3">
          {parts.map((part) => (
            <div key={part.id}>
              <p className="text-sm font-semibold text-soft">{part.title}</p>
              <ul className="mt-1">
                {part.sections.map(({ id, title }) => (
                  <li key={id}>
                    {/* Replaces the history entry, so that 'Nazad' leaves the page after any number of jumps. */}
                    <Link
                      to="/uvijeti"
                      hash={id}
                      replace
                      onClick={() => focusSection(id)}
                      className="flex min-h-12 items-center underline-offset-4 hover:underline lg:min-h-9"
                    >
                      {title}
                    </Link>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </ScrollArea>
    </nav>
  )
}
