import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { awardTexts } from '#texts/booth'
import { currentUserQuery } from '../../api/queries'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/load-failed'
import { Panel } from '../../ui/panel'
import { OutboxPanel } from '../outbox/outbox-panel'

/** For staff who lost their booth while the app was open. Awards refused for that reason stay visible (fault 18). */
export function LostBooth() {
  const queryClient = useQueryClient()
  const router = useRouter()
  const { data: user } = useQuery(currentUserQuery())
  async function goOn() {
    // The cached user still has the booth and would redirect straight back here.
    await queryClient.refetchQueries({ queryKey: currentUserQuery().queryKey })
    await router.navigate({ to: '/', replace: true })
  }
  return (
    <div className="mx-auto flex max-w-xl flex-col gap-5">
      <Panel>
        <Notice wholeScreen icon={<Store />} title={awardTexts.lostBooth} text={awardTexts.lostBoothText}>
          <Button className="mt-2" onClick={() => void goOn()}>
            {awardTexts.onwards}
          </Button>
        </Notice>
      </Panel>
      {user != null && <OutboxPanel userId={user.id} />}
    </div>
  )
}
