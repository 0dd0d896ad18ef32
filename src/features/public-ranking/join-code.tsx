import { publicRankingTexts } from '#texts/public-ranking'
import { QrCode } from '../../ui/qr-code'

/** On a projector: the address of the game, to be scanned or typed. */
export function JoinCode() {
  const { host, origin } = window.location
  return (
    <section
      aria-labelledby="join"
      className="mt-auto hidden items-center gap-[0.9em] rounded-card border border-line bg-surface p-[0.6em] hall:flex"
    >
      <QrCode text={`${origin}/`} label={publicRankingTexts.joinCode} className="size-[6.2em] shrink-0 rounded-control" />
      <div className="min-w-0">
        <h2 id="join" className="text-[1.15em] leading-tight font-bold">
          {publicRankingTexts.join}
        </h2>
        <p className="text-accent">{host}</p>
      </div>
    </section>
  )
}
