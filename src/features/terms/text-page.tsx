import { Link, useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { Fragment } from 'react'
import { commonTexts } from '#texts/common'
import { unbroken } from '#texts/numbers'
import { Button } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { Meteors } from '../../ui/meteors'
import { PRIVACY_CONTACT, PRODUCT_NAME } from '../../ui/product'

/** The top of a page to read, with the way back. */
export function TextPageHeader() {
  return (
    <>
      <Meteors />
      <header className="sticky top-0 z-10 border-b border-line bg-sky/90 backdrop-blur">
        <div className="mx-auto flex min-h-16 max-w-6xl items-center justify-between gap-4 px-4 py-2">
          <Link
            to="/"
            aria-label={PRODUCT_NAME}
            className="flex min-h-12 items-center gap-3 text-lg font-bold"
          >
            <Logo className="size-9" />
            <span className="max-sm:hidden">{PRODUCT_NAME}</span>
          </Link>
          <BackButton />
        </div>
      </header>
    </>
  )
}

/** Goes back in history; to the landing page if the previous entry is not part of the app. */
function BackButton() {
  const router = useRouter()

  function goBack() {
    // The router's history starts at the last page load; the Navigation API also covers entries
    // from before a reload.
    const canGoBack =
      'navigation' in window ? window.navigation.canGoBack : router.history.canGoBack()
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/', replace: true })
  }
  return (
    <Button icon={ArrowLeft} variant="secondary" className="print:hidden" onClick={goBack}>
      {commonTexts.back}
    </Button>
  )
}

/**
 * A paragraph, with its numbers unbroken, in which the contact becomes a mailto link if it is an
 * e-mail address.
 */
export function LinkedText({ text: written }: { text: string }) {
  const text = unbroken(written)
  if (!PRIVACY_CONTACT.includes('@')) return <span>{text}</span>
  return text.split(PRIVACY_CONTACT).map((between, index) => (
    <Fragment key={between}>
      {index > 0 && (
        <a href={`mailto:${PRIVACY_CONTACT}`} className="text-ink underline underline-offset-4">
          {PRIVACY_CONTACT}
        </a>
      )}
      {between}
    </Fragment>
  ))
}
