import { BellRing } from 'lucide-react'
import type { User } from '#contract/entities'
import { pushTexts } from '#texts/notices'
import { Button } from '../ui/button'
import { Panel } from '../ui/panel'
import { turnOff, useNotifications } from './notifications'

/** Asks once whether this phone shall be notified, of a player who is in a team. */
export function NotificationOffer({ user }: { user: User }) {
  const { is, turnOn } = useNotifications(user)
  if (is !== 'unanswered') return null
  return (
    <Panel title={pushTexts.offerTitle}>
      <p className="mb-4 flex items-center gap-3 text-soft">
        <BellRing aria-hidden className="size-6 shrink-0 text-accent" />
        {pushTexts.offerText}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button onClick={turnOn}>{pushTexts.turnOn}</Button>
        <Button variant="quiet" onClick={() => void turnOff(user.id)}>
          {pushTexts.notNow}
        </Button>
      </div>
    </Panel>
  )
}
