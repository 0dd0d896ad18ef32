import { Check, EllipsisVertical, MonitorDown, Share, SquarePlus, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import type { ReactNode } from 'react'
import { commonTexts } from '#i18n/common'
import { installTexts } from '#i18n/install'
import type { InstallWay } from './install-way'

export interface InstallStepsProps {
  way: Exclude<InstallWay, 'prompt'>
  open: boolean
  onOpenChange: (open: boolean) => void
}

interface Step {
  /** The sign that the browser's own button bears. */
  readonly icon: ReactNode
  readonly text: string
}

const ADD: readonly Step[] = [
  { icon: <SquarePlus />, text: installTexts.addToHomeScreen },
  { icon: <Check />, text: installTexts.confirmAdding },
]
const STEPS: Readonly<Record<InstallStepsProps['way'], readonly Step[]>> = {
  'iphone-safari': [{ icon: <Share />, text: installTexts.shareInSafari }, ...ADD],
  'iphone-other': [{ icon: <Share />, text: installTexts.shareElsewhere }, ...ADD],
  'mac-safari': [
    { icon: <MonitorDown />, text: installTexts.addToDock },
    { icon: <Check />, text: installTexts.confirmAdding },
  ],
  'firefox-android': [
    { icon: <EllipsisVertical />, text: installTexts.openMenu },
    { icon: <SquarePlus />, text: installTexts.installInFirefox },
    { icon: <Check />, text: installTexts.confirmInFirefox },
  ],
}

/** How the app is installed where the browser does not ask by itself. */
export function InstallSteps({ way, open, onOpenChange }: InstallStepsProps) {
  const ownStorage = way === 'iphone-safari' || way === 'iphone-other'
  return (
    <Dialog.Root open={open} onOpenChange={onOpenChange}>
      <Dialog.Portal>
        <Dialog.Overlay className="fixed inset-0 z-30 bg-sky/80" />
        <Dialog.Content
          aria-describedby={undefined}
          className="fixed inset-x-3 bottom-[max(0.75rem,env(safe-area-inset-bottom))] z-30 mx-auto max-h-[calc(100dvh-1.5rem)] max-w-lg animate-arrive overflow-y-auto rounded-card border border-line bg-surface p-5 shadow-2xl sm:top-1/2 sm:bottom-auto sm:-translate-y-1/2"
        >
          <div className="mb-4 flex items-center justify-between gap-3">
            <Dialog.Title className="text-xl font-bold">{installTexts.stepsTitle}</Dialog.Title>
            <Dialog.Close
              aria-label={commonTexts.close}
              className="grid size-12 shrink-0 cursor-pointer place-items-center rounded-full hover:bg-raised"
            >
              <X aria-hidden className="size-6" />
            </Dialog.Close>
          </div>
          <ol className="flex flex-col gap-3">
            {STEPS[way].map(({ icon, text }) => (
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
          {ownStorage && <p className="mt-4 text-soft">{installTexts.ownSignIn}</p>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
