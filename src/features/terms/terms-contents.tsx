import { Link } from '@tanstack/react-router'
import { useId } from 'react'
import { type TermsPart, termsTexts } from '#texts/terms'
import { ScrollArea } from '../../ui/scroll-area'

/** Moves the focus, so that screen readers and Tab continue from the section. */
function focusSection(id: string) {
  document.getElementById(id)?.focus({ preventScroll: true })
}

/** The table of contents; sticky beside the text on wide screens. */
export function TermsContents({ parts }: { parts: readonly TermsPart[] }) {
  const headingId = useId()
  return (
    <nav aria-labelledby={headingId} className="rounded-card border border-line bg-surface p-5 lg:sticky lg:top-22">
      <p id={headingId} className="text-lg font-bold">
        {termsTexts.contents}
      </p>
      <ScrollArea label={termsTexts.contents} className="mt-3 lg:max-h-[calc(100dvh-12rem)]">
        <div className="grid gap-x-6 gap-y-4 sm:max-lg:grid-cols-3">
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
