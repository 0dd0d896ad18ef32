import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type ErrorComponentProps, useRouter } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { awardTexts } from '#texts/booth'
import { teamTexts } from '#texts/team'
import { inlineErrorText } from '../../api/query-client'
import { confirmLostBooth } from '../../session/current-user'
import { useUser } from '../../session/signed-in'
import { Button } from '../../ui/button'
import { LoadFailedScreen, Notice } from '../../ui/load-failed'
import { Panel } from '../../ui/panel'
import { displayOf, type GivenState, isUndone } from '../outbox/award-state'
import { OutboxPanel } from '../outbox/outbox-panel'
import { lastAward, useShownState } from './give-award'

/**
 * For staff who lost their booth while the app was open. Awards refused for that reason stay
 * visible (fault 18).
 */
export function LostBooth() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const user = useUser()
  const leaving = useMutation({
    mutationFn: () => confirmLostBooth(queryClient, user),
    onSuccess: () => router.navigate({ to: '/', replace: true }),
    meta: { quiet: true },
  })
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      <Panel>
        <Notice
          wholeScreen
          icon={<Store />}
          title={awardTexts.lostBooth}
          text={awardTexts.lostBoothText}
        >
          <Button className="mt-2" busy={leaving.isPending} onClick={() => leaving.mutate()}>
            {awardTexts.onwards}
          </Button>
          {leaving.error !== null && (
            <p role="alert" className="text-danger">
              {inlineErrorText(leaving.error)}
            </p>
          )}
        </Notice>
      </Panel>
      <OutboxPanel userId={user.id} />
    </div>
  )
}

/** Tells that an award is stored only if it is on its way or recorded, and was not undone. */
function lastAwardText(state: GivenState): string {
  const { text } = displayOf(state)
  const isKept = ['waiting', 'sending', 'recorded'].includes(state.kind) && !isUndone(state)
  return isKept ? awardTexts.storedAs(text) : text
}

/**
 * Replaces a crashed booth screen (fault 71). Staff who see a failure would give the points again,
 * so it shows the last award's state instead.
 */
export function BoothFailed(props: ErrorComponentProps) {
  const stateOf = useShownState()
  const last = useSyncExternalStore(lastAward.subscribe, lastAward.get)
  const state = last === null ? undefined : stateOf(last.awardId)
  if (last === null || state === undefined) return <LoadFailedScreen {...props} />
  const award = lastAwardText(state)
  const what = teamTexts.arrived(last.points, last.label, last.teamName)
  return (
    <LoadFailedScreen
      {...props}
      message={{ title: awardTexts.notShown, text: `${award} (${what})` }}
    />
  )
}
