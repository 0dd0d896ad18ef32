import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { commonTexts } from '#i18n/common'
import { Button } from '../../ui/button'

/** One step back in history; to the start where the step before is no page of ours. */
export function BackButton() {
  const router = useRouter()

  function goBack() {
    // The router knows only what this load of the page has passed through, the browser also what came before a reload.
    const canGoBack = 'navigation' in window ? window.navigation.canGoBack : router.history.canGoBack()
    if (canGoBack) router.history.back()
    else void router.navigate({ to: '/', replace: true })
  }
  return (
    <Button variant="secondary" onClick={goBack}>
      <ArrowLeft aria-hidden className="size-5" />
      {commonTexts.back}
    </Button>
  )
}
