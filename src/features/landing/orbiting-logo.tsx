import { Logo } from '../../ui/logo'

/** Stars that orbit the logo. */
const ORBITS = [
  { ring: 'size-[72%]', star: 'size-2 bg-accent', turn: '[animation-delay:-9s]' },
  { ring: 'size-[94%]', star: 'size-1.5 bg-ink', turn: '[animation-delay:-27s] [animation-direction:reverse]' },
] as const

/** The logo with orbiting stars. */
export function OrbitingLogo() {
  return (
    <div className="relative grid aspect-square w-[min(18rem,36dvh)] place-items-center">
      <div aria-hidden className="absolute size-[60%] rounded-full bg-accent/15 blur-2xl" />
      {ORBITS.map(({ ring, star, turn }) => (
        <div key={ring} aria-hidden className={`absolute ${ring} ${turn} animate-orbit rounded-full border border-line`}>
          <span className={`absolute top-0 left-1/2 -translate-1/2 rounded-full ${star}`} />
        </div>
      ))}
      <Logo className="size-[44%]" />
    </div>
  )
}
