import { Download } from 'lucide-react'
import { installTexts } from '#texts/install'
import { PRODUCT_NAME } from '../product'
import { Button } from '../ui/button'

interface InstallOfferProps {
  /** True if the browser has an install prompt; otherwise the button shows the steps. */
  prompts: boolean
  onInstall: () => void
  onDismiss: () => void
}

export function InstallOffer({ prompts, onInstall, onDismiss }: InstallOfferProps) {
  return (
    <section
      aria-labelledby="install-offer"
      className="flex animate-arrive flex-wrap items-center gap-x-6 gap-y-3 rounded-card border border-line bg-surface p-4"
    >
      <div className="flex min-w-[min(100%,14rem)] flex-1 items-center gap-4">
        <Download aria-hidden className="size-7 shrink-0 text-accent" />
        <div>
          <h2 id="install-offer" className="font-bold">
            {installTexts.offerTitle(PRODUCT_NAME)}
          </h2>
          <p className="text-soft">{installTexts.offerText}</p>
        </div>
      </div>
      <div className="flex grow flex-wrap gap-2 sm:grow-0">
        <Button className="grow" onClick={onInstall}>
          {prompts ? installTexts.install : installTexts.showSteps}
        </Button>
        <Button variant="secondary" className="grow" onClick={onDismiss}>
          {installTexts.notNow}
        </Button>
      </div>
    </section>
  )
}
