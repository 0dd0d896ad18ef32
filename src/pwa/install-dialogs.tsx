import {
  Check,
  Download,
  EllipsisVertical,
  ExternalLink,
  type LucideIcon,
  Menu,
  Share,
  SquarePlus,
} from 'lucide-react'
import { inAppBrowser } from '#lib/in-app-browser'
import type { InstallSteps as Steps } from '#lib/install-steps'
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

const { steps } = installTexts
const IN_SHEET: readonly (readonly [LucideIcon, string])[] = [
  [SquarePlus, steps.addToHomeScreen],
  [Check, steps.confirmAdding],
]
const STEPS: Readonly<Record<Steps, readonly (readonly [icon: LucideIcon, text: string])[]>> = {
  'ios-safari': [[Share, steps.share], ...IN_SHEET],
  'ios-chrome': [[Share, steps.shareInAddressBar], ...IN_SHEET],
  'ios-menu': [[Share, steps.shareInMenu], ...IN_SHEET],
  samsung: [
    [Menu, steps.samsungMenu],
    [SquarePlus, steps.samsungAdd],
    [Check, steps.confirmOnPhone],
  ],
  'firefox-android': [
    [EllipsisVertical, steps.firefoxMenu],
    [SquarePlus, steps.firefoxAdd],
    [Check, steps.confirmOnPhone],
  ],
  'in-app': [
    [ExternalLink, steps.leaveApp],
    [Download, steps.installThere],
  ],
}

/** Explains how to install the app through this browser's menus. */
export function InstallSteps({ way, onClose }: { way: Steps; onClose: () => void }) {
  const app = inAppBrowser()
  // The target shares no storage with this page: an iPhone's installed app, or the browser outside
  // an in-app one.
  const isElsewhere = way === 'in-app' || way.startsWith('ios-')
  return (
    <TitledDialog title={installTexts.stepsTitle} onClose={onClose}>
      {app !== null && <p className="mb-4">{installTexts.notInApp(app)}</p>}
      <ol className="flex flex-col gap-3">
        {STEPS[way].map(([Icon, text]) => (
          <li key={text} className="flex items-center gap-4">
            <span
              aria-hidden
              className="grid size-12 shrink-0 place-items-center rounded-control bg-raised text-accent [&>svg]:size-6"
            >
              <Icon />
            </span>
            <span className="text-lg">{text}</span>
          </li>
        ))}
      </ol>
      {isElsewhere && <p className="mt-4 text-soft">{installTexts.ownSignIn}</p>}
    </TitledDialog>
  )
}
