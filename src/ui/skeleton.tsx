import { commonTexts } from '#i18n/common'

/** Placeholder lines for content that is loading. */
export function Skeleton() {
  return (
    <div role="status" className="flex flex-col gap-3">
      <span className="sr-only">{commonTexts.loading}</span>
      <div className="h-5 w-2/3 animate-pulse rounded-control bg-raised" />
      <div className="h-5 w-full animate-pulse rounded-control bg-raised" />
      <div className="h-5 w-1/2 animate-pulse rounded-control bg-raised" />
    </div>
  )
}
