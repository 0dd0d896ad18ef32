const COUNT = 20

/** A place and a pace for each meteor, spread evenly so that none ever bunch up. */
const METEORS = Array.from({ length: COUNT }, (_, index) => ({
  left: `${(index * 37) % 100}%`,
  top: `${-10 - ((index * 13) % 40)}%`,
  animationDelay: `${((index * 0.83) % 9).toFixed(2)}s`,
  animationDuration: `${5 + ((index * 7) % 6)}s`,
}))

/** The night sky behind everything; stands still for who wants less motion. */
export function Meteors() {
  return (
    <div
      aria-hidden="true"
      className="pointer-events-none fixed inset-0 -z-10 overflow-hidden bg-[radial-gradient(90rem_50rem_at_70%_-20%,var(--color-glow)_0%,transparent_60%)]"
    >
      {METEORS.map((style) => (
        <span
          key={style.left + style.top}
          style={style}
          className="absolute h-px w-24 animate-meteor rounded-full bg-linear-to-r from-soft to-transparent opacity-0 motion-reduce:hidden"
        />
      ))}
    </div>
  )
}
