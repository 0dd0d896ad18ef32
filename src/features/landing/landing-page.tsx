import { useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { ranking } from '#contract/calls/ranking'
import { landingTexts } from '#texts/landing'
import { query } from '../../api/queries'
import { buttonClasses, linkClasses } from '../../ui/button'
import { Logo } from '../../ui/logo'
import { Meteors } from '../../ui/meteors'
import { PRODUCT_NAME } from '../../ui/product'
import { ThemeSwitch } from '../../ui/theme'
import { useHasPassed } from '../../ui/use-now'

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
    <div className="relative grid aspect-square w-[min(18rem,34dvh)] place-items-center short:w-[20dvh]">
      <div
        aria-hidden
        className="absolute size-full bg-[radial-gradient(closest-side,color-mix(in_srgb,var(--color-brand)_18%,transparent)_10%,transparent)]"
      />
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

const COUNT_MS = 60_000
const READING = query(ranking, { limit: 1 })

/**
 * Reads the public ranking at once, each minute, and when the page or the network returns. Does not
 * use `useQuery`: its observer would be a fiftieth of what a visitor's first start loads.
 */
function useLatestCount() {
  const client = useQueryClient()
  const [latest, setLatest] = useState(() => client.getQueryData(READING.queryKey))
  useEffect(() => {
    function read(): void {
      if (!document.hidden) client.fetchQuery(READING).then(setLatest, () => undefined)
    }
    read()
    const timer = setInterval(read, COUNT_MS)
    document.addEventListener('visibilitychange', read)
    window.addEventListener('online', read)
    return () => {
      clearInterval(timer)
      document.removeEventListener('visibilitychange', read)
      window.removeEventListener('online', read)
    }
  }, [client])
  return latest
}

/** The public ranking in two lines of reserved space. Empty until there is a team. */
function LiveCount() {
  const latest = useLatestCount()
  const isOver = useHasPassed(latest?.ends_at == null ? null : Date.parse(latest.ends_at))
  const [first] = latest?.teams ?? []
  return (
    <p className="min-h-12 text-accent short:-mt-1 short:min-h-10 short:text-sm">
      {latest !== undefined && first !== undefined && (
        <>
          <span className="block">
            {isOver ? landingTexts.finished(latest.total) : landingTexts.playing(latest.total)}
          </span>
          {first.points > 0 && !isOver && (
            <span className="block">{landingTexts.leads(first.points)}</span>
          )}
        </>
      )}
    </p>
  )
}

export function LandingPage() {
  return (
    <>
      <Meteors />
      <div className="absolute top-[calc(0.75rem+env(safe-area-inset-top))] right-3">
        <ThemeSwitch />
      </div>
      <main className="mx-auto flex min-h-dvh max-w-md flex-col items-center px-[min(1.25rem,5vw)] pt-10 pb-[calc(2.5rem+env(safe-area-inset-bottom))] short:px-[min(1rem,5vw)] short:pt-3 short:pb-[calc(0.75rem+env(safe-area-inset-bottom))] md:justify-center">
        <div className="grid grow place-items-center overflow-hidden md:grow-0">
          <OrbitingLogo />
        </div>
        <div className="flex w-full flex-col items-center gap-4 rounded-card border border-line bg-surface p-[min(1.75rem,7vw)] text-center short:gap-2 short:p-[min(1rem,5vw)]">
          <h1 className="text-[min(1.875rem,11vw)] leading-tight font-bold short:text-[min(1.5rem,11vw)] short:leading-tight">
            {landingTexts.title(PRODUCT_NAME)}
          </h1>
          <p className="text-lg text-soft short:text-base short:leading-snug">
            {landingTexts.text}
          </p>
          <p className="text-lg font-bold short:text-base">{landingTexts.game}</p>
          <LiveCount />
          <Link
            to="/auth/login"
            className={`${buttonClasses()} mt-3 w-full text-[min(1.125rem,9vw)] short:mt-0 short:text-base`}
          >
            {landingTexts.signInOrRegister}
          </Link>
          <p className="text-soft short:text-sm">{landingTexts.smsHint}</p>
          <Link to="/poredak" className={`${linkClasses} -my-2`}>
            {landingTexts.liveRanking}
          </Link>
        </div>
      </main>
    </>
  )
}
