import { Check, Download, Share, SquarePlus } from 'lucide-react'
import type { ReactNode } from 'react'
import { installTexts } from '#texts/install'
import { Button } from '../ui/button'
import { TitledDialog } from '../ui/dialog'
import { PRODUCT_NAME } from '../ui/product'

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

const STEPS: readonly { readonly icon: ReactNode; readonly text: string }[] = [
  { icon: <Share />, text: installTexts.share },
  { icon: <SquarePlus />, text: installTexts.addToHomeScreen },
  { icon: <Check />, text: installTexts.confirmAdding },
]

/** How the app is installed on an iPhone, whose browsers have no prompt. */
export function InstallSteps({ onClose }: { onClose: () => void }) {
  return (
    <TitledDialog title={installTexts.stepsTitle} onClose={onClose}>
      <ol className="flex flex-col gap-3">
        {STEPS.map(({ icon, text }) => (
          <li key={text} className="flex items-center gap-4">
            <span
              aria-hidden
              className="grid size-12 shrink-0 place-items-center rounded-control bg-raised text-accent [&>svg]:size-6"
            >
              {icon}
            </span>
            <span className="text-lg">{text}</span>
          </li>
        ))}
      </ol>
      <p className="mt-4 text-soft">{installTexts.ownSignIn}</p>
    </TitledDialog>
  )
}
