import { Star } from 'lucide-react'
import { useState } from 'react'
import type { Vendor } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { Modal, ModalHeading, SHEET } from '../../../ui/dialog'
import type { Stars } from '../../arrival/team-art'

/** A transparent button over the constellation, which opens the list of its stars. */
export function TeamStars({ stars: { booths = [], lit }, className }: { stars: Stars; className: string }) {
  const [open, setOpen] = useState(false)
  if (booths.length === 0) return null
  const isLit = ({ vendor_id }: Vendor) => lit.has(vendor_id)
  const litFirst = [...booths.filter(isLit), ...booths.filter((booth) => !isLit(booth))]
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
        <Modal onClose={() => setOpen(false)} className={SHEET}>
          <ModalHeading title={teamTexts.starsTitle} onClose={() => setOpen(false)} />
          <p className="mb-3 text-pretty text-soft">{teamTexts.starsHint}</p>
          {/* biome-ignore lint/a11y/noRedundantRoles: without markers Safari takes a list for none. */}
          <ul role="list" aria-label={teamTexts.starsTitle} className="flex flex-col divide-y divide-line">
            {litFirst.map((booth) => (
              <BoothStar key={booth.vendor_id} booth={booth} isLit={isLit(booth)} />
            ))}
          </ul>
        </Modal>
      )}
    </>
  )
}

function BoothStar({ booth: { name, location }, isLit }: { booth: Vendor; isLit: boolean }) {
  const state = isLit ? teamTexts.lit : teamTexts.notLit
  return (
    <li aria-label={`${name}, ${state}`} className="flex items-center gap-3 py-2.5">
      <Star aria-hidden className={isLit ? 'size-5 shrink-0 fill-accent text-accent' : 'size-5 shrink-0 text-soft'} />
      <span className="min-w-0">
        <span className={isLit ? 'font-semibold' : 'text-soft'}>{name}</span>
        <span className="text-soft">, {state}</span>
        {location !== '' && <span className="block text-sm text-soft">{location}</span>}
      </span>
    </li>
  )
}
