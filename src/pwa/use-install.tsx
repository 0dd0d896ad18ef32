import { type ComponentType, type ReactNode, useState, useSyncExternalStore } from 'react'
import { installTexts } from '#i18n/install'
import { useNothingKept } from '../offline/use-nothing-kept'
import { toast } from '../ui/toast'
import { onInstallPrompt, promptInstall } from './install-prompt'
import type { InstallStepsProps } from './install-steps'
import { type InstallWay, installWay } from './install-way'

interface Install {
  /** Null where the app cannot be installed from here, or should not be: something that waits would stay behind. */
  readonly way: InstallWay | null
  /** Has the browser ask, or shows the steps; to be called from a tap. */
  readonly start: () => void
  /** The steps, to stand anywhere on the screen. */
  readonly steps: ReactNode
}

/** Installing the app, in the way that this browser has. The steps are loaded when they are wanted. */
export function useInstall(): Install {
  const way = useSyncExternalStore(onInstallPrompt, installWay)
  const nothingKept = useNothingKept()
  const [Steps, setSteps] = useState<ComponentType<InstallStepsProps> | null>(null)
  const [open, setOpen] = useState(false)
  function start() {
    if (way === 'prompt') {
      promptInstall()
      return
    }
    setOpen(true)
    if (Steps !== null) return
    import('./install-steps').then(
      ({ InstallSteps }) => setSteps(() => InstallSteps),
      () => {
        setOpen(false)
        toast.error(installTexts.stepsNotLoaded)
      },
    )
  }
  const steps = open && Steps !== null && way !== null && way !== 'prompt' && <Steps way={way} onClose={() => setOpen(false)} />
  return { way: nothingKept ? way : null, start, steps }
}
