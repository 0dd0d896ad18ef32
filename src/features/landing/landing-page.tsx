import { Link } from '@tanstack/react-router'
import { landingTexts } from '#texts/landing'
import { buttonClasses, linkClasses } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { Meteors } from '../../ui/meteors'
import { PRODUCT_NAME } from '../../ui/product'
import { ThemeSwitch } from '../../ui/theme'

const ORBITS = [
  { ring: 'size-[72%]', star: 'size-2 bg-accent', turn: 'rotate-81' },
  {
    ring: 'size-[94%]',
    star: 'size-1.5 bg-ink',
    turn: '-rotate-243 [animation-direction:reverse]',
  },
] as const

function OrbitingLogo() {
  return (
    <div className="relative grid aspect-square w-[min(18rem,36dvh)] place-items-center">
      <div aria-hidden className="absolute size-[60%] rounded-full bg-accent/15 blur-2xl" />
      {ORBITS.map(({ ring, star, turn }) => (
        <div
          key={ring}
          aria-hidden
          className={`absolute ${ring} ${turn} animate-orbit rounded-full border border-line`}
        >
          <span className={`absolute top-0 left-1/2 -translate-1/2 rounded-full ${star}`} />
        </div>
      ))}
      <Logo className="size-[44%]" />
    </div>
  )
}

export function LandingPage() {
  return (
    <>
      <Meteors />
      <div className="absolute top-[calc(0.75rem+env(safe-area-inset-top))] right-3">
        <ThemeSwitch />
      </div>
      <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center px-5 pt-10 pb-[calc(2.5rem+env(safe-area-inset-bottom))] md:justify-center">
        <div className="grid grow place-items-center overflow-hidden md:grow-0">
          <OrbitingLogo />
        </div>
        <div className="flex w-full flex-col items-center gap-4 rounded-card border border-line bg-surface p-7 text-center">
          <h1 className="text-3xl leading-tight font-bold">{landingTexts.title(PRODUCT_NAME)}</h1>
          <p className="text-lg text-soft">{landingTexts.text}</p>
          <Link to="/auth/login" className={`${buttonClasses()} mt-3 w-full text-lg`}>
            {landingTexts.signInOrRegister}
          </Link>
          <p className="text-soft">{landingTexts.smsHint}</p>
          <Link to="/poredak" className={linkClasses}>
            {landingTexts.liveRanking}
          </Link>
        </div>
      </main>
    </>
  )
}
