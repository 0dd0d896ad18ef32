const CORNERS = [
  'top-0 left-0 rounded-tl-card border-t-4 border-l-4',
  'top-0 right-0 rounded-tr-card border-t-4 border-r-4',
  'bottom-0 left-0 rounded-bl-card border-b-4 border-l-4',
  'right-0 bottom-0 rounded-br-card border-r-4 border-b-4',
] as const

/** A frame in the middle of the camera picture. Purely a guide: codes outside it are read too. */
export function Aim() {
  return (
    <div aria-hidden className="pointer-events-none absolute inset-0 grid place-items-center">
      <div className="relative aspect-square h-[min(70%,18rem)] max-w-[80%]">
        {CORNERS.map((corner) => (
          <span key={corner} className={`absolute size-[22%] border-accent ${corner}`} />
        ))}
      </div>
    </div>
  )
}
