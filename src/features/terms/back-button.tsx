import { useRouter } from '@tanstack/react-router'
import { ArrowLeft } from 'lucide-react'
import { commonTexts } from '#i18n/common'
import { Button } from '../../ui/button'

/** Goes back in history; to the landing page if the previous entry is not part of the app. */
export function BackButton() {
  const router = useRouter()

  function goBack() {
    // The router's history starts at the last page load; the Navigation API also covers entries from before a reload.
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
