import { Link } from '@tanstack/react-router'
import { ChevronRight, Star } from 'lucide-react'
import { useState } from 'react'
import type { Vendor } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { TitledDialog } from '../../ui/dialog'
import { type Stars, TeamArt } from '../arrival/team-art'

/** A transparent button over the constellation, which opens the list of its stars. */
export function TeamStars({
  teamId,
  stars,
  className,
}: {
  teamId: string
  stars: Stars
  className: string
}) {
  const [open, setOpen] = useState(false)
  const { booths = [], lit } = stars
  if (booths.length === 0) return null
  const isLit = ({ vendor_id }: Vendor) => lit.has(vendor_id)
  const unlitFirst = [...booths.filter((booth) => !isLit(booth)), ...booths.filter(isLit)]
  const litHere = booths.filter(isLit).length
  return (
    <>
      <button
        type="button"
        aria-haspopup="dialog"
        aria-label={teamTexts.openStars(litHere, booths.length)}
        onClick={() => setOpen(true)}
        className={`${className} cursor-pointer rounded-control`}
      />
      {open && (
        <TitledDialog title={teamTexts.starsTitle} onClose={() => setOpen(false)}>
          <TeamArt teamId={teamId} stars={stars} className="w-full" />
          <p className="mt-3 font-semibold">{teamTexts.starsLit(litHere, booths.length)}</p>
          <p className="mb-2 text-sm text-pretty text-soft">{teamTexts.starsHint}</p>
          <ul
            // biome-ignore lint/a11y/noRedundantRoles: Safari ignores a list without markers.
            role="list"
            aria-label={teamTexts.starsTitle}
            className="flex flex-col divide-y divide-line"
          >
            {unlitFirst.map((booth) => (
              <BoothStar key={booth.vendor_id} booth={booth} isLit={isLit(booth)} />
            ))}
          </ul>
        </TitledDialog>
      )}
    </>
  )
}

/** A star of the list, which leads to its booth. */
function BoothStar({
  booth: { vendor_id, name, location },
  isLit,
}: {
  booth: Vendor
  isLit: boolean
}) {
  const state = isLit ? teamTexts.lit : teamTexts.notLit
  return (
    <li aria-label={`${name}, ${state}`}>
      <Link
        to="/player/standovi"
        search={{ booth: vendor_id }}
        className="flex min-h-12 items-center gap-3 rounded-control px-1 py-1.5 hover:bg-raised"
      >
        <Star
          aria-hidden
          className={
            isLit ? 'size-5 shrink-0 fill-accent text-accent' : 'size-5 shrink-0 text-soft'
          }
        />
        <span className="min-w-0 flex-1 leading-tight">
          <span className={isLit ? 'text-soft' : 'font-semibold'}>{name}</span>
          <span className="text-soft">, {state}</span>
          {location !== '' && <span className="block text-sm text-soft">{location}</span>}
        </span>
        <ChevronRight aria-hidden className="size-5 shrink-0 text-soft" />
      </Link>
    </li>
  )
}
