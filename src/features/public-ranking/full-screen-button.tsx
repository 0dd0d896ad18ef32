import { Maximize } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { publicRankingTexts } from '#texts/public-ranking'

function follow(listener: () => void): () => void {
  document.addEventListener('fullscreenchange', listener)
  return () => document.removeEventListener('fullscreenchange', listener)
}

/** Shows the ranking on the whole screen of a projector; gone once it is. */
export function FullScreenButton() {
  const isFull = useSyncExternalStore(follow, () => document.fullscreenElement !== null)
  if (isFull || !document.fullscreenEnabled) return null
  return (
    <button
      type="button"
      aria-label={publicRankingTexts.fullScreen}
      title={publicRankingTexts.fullScreen}
      // Refused: the browser's own key still does it.
      onClick={() => void document.documentElement.requestFullscreen().catch(() => undefined)}
      className="hidden size-[2em] min-h-12 min-w-12 cursor-pointer place-items-center rounded-control text-soft hover:text-ink hall:grid"
    >
      <Maximize aria-hidden className="size-[1em]" />
    </button>
  )
}
