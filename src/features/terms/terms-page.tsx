import { Link, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { useId } from 'react'
import { commonTexts } from '#texts/common'
import { type TermsPart as Part, termsOf, termsTexts } from '#texts/terms'
import { Button } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { Meteors } from '../../ui/meteors'
import { COMPANY_NAME, PRIVACY_CONTACT, PRODUCT_NAME } from '../../ui/product'
import { ScrollArea } from '../../ui/scroll-area'
import { TermsPart } from './terms-part'

const PARTS = termsOf({ product: PRODUCT_NAME, company: COMPANY_NAME, contact: PRIVACY_CONTACT })

/** The Terms of Use and Privacy Policy; public. */
export function TermsPage() {
  return (
    <>
      <Meteors />
      <header className="sticky top-0 z-10 border-b border-line bg-sky/90 backdrop-blur">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-4 px-4 py-2">
          <Link to="/" aria-label={PRODUCT_NAME} className="flex min-h-12 items-center gap-3 text-lg font-bold">
            <Logo className="size-9" />
            <span className="max-sm:hidden">{PRODUCT_NAME}</span>
          </Link>
          <BackButton />
        </div>
      </header>
      <main translate="yes" className="mx-auto max-w-6xl px-4 pt-8 pb-24">
        <h1 className="ground text-3xl leading-tight font-bold sm:text-4xl">{termsTexts.title}</h1>
        <div className="mt-3 flex flex-wrap gap-x-6 text-soft">
          <p>{termsTexts.publishedBy(COMPANY_NAME)}</p>
          <p>{termsTexts.effectiveFrom(termsTexts.effectiveDate)}</p>
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

/** Goes back in history; to the landing page if the previous entry is not part of the app. */
function BackButton() {
  const router = useRouter()

  function goBack() {
    // The router's history starts at the last page load; the Navigation API also covers entries from before a reload.
    const canGoBack = 'navigation' in window ? window.navigation.canGoBack : router.history.canGoBack()
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/', replace: true })
  }
  return (
    <Button icon={ArrowLeft} variant="secondary" onClick={goBack}>
      {commonTexts.back}
    </Button>
  )
}

/** Moves the focus, so that screen readers and Tab continue from the section. */
function focusSection(id: string) {
  document.getElementById(id)?.focus({ preventScroll: true })
}

function TermsContents({ parts }: { parts: readonly Part[] }) {
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
