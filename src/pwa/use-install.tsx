import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react'
import { installTexts } from '#texts/install'
import { useNothingPending } from '../offline/page-outbox'
import { toast } from '../ui/toast'
import type { InstallStepsProps } from './install-steps'
import { type InstallWay, installWay, onInstallPrompt, promptInstall } from './install-way'

interface Install {
  /** Null if the app cannot be installed from here, or should not be because waiting items would stay behind. */
  readonly way: InstallWay | null
  /** Opens the browser's prompt, or shows the steps. Must be called from a user gesture. */
  readonly start: () => void
  /** The dialog with the steps; render it anywhere on the screen. */
  readonly steps: ReactNode
}

/** Installs the app in the way that this browser supports. The code of the steps is loaded on demand. */
export function useInstall(): Install {
  const way = useSyncExternalStore(onInstallPrompt, installWay)
  const nothingPending = useNothingPending()
  const [Steps, setSteps] = useState<ComponentType<InstallStepsProps> | null>(null)
  function start() {
    if (way === 'prompt') promptInstall()
    else {
      import('./install-steps').then(
        ({ InstallSteps }) => setSteps(() => InstallSteps),
        () => toast.error(installTexts.stepsNotLoaded),
      )
    }
  }
  const steps = Steps !== null && way !== null && way !== 'prompt' && <Steps way={way} onClose={() => setSteps(null)} />
  return { way: nothingPending ? way : null, start, steps }
}
