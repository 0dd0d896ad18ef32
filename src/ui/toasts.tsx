import { Toaster } from 'sonner'
import { commonTexts } from '#i18n/common'

const DURATION_MS = 2_000
const MOST_VISIBLE = 3
const GAP_PX = 14

export function Toasts() {
  return (
    <Toaster
      theme="dark"
      position="bottom-right"
      richColors
      duration={DURATION_MS}
      visibleToasts={MOST_VISIBLE}
      gap={GAP_PX}
      style={{ fontFamily: 'inherit' }}
      containerAriaLabel={commonTexts.notifications}
    />
  )
}
