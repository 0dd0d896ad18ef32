import { useQueryClient } from '@tanstack/react-query'
import { useRouter } from '@tanstack/react-router'
import { Store } from 'lucide-react'
import { awardTexts } from '#i18n/award'
import { queries } from '../../api/calls'
import { Button } from '../../ui/button'
import { Notice } from '../../ui/notice'
import { Panel } from '../../ui/panel'

/** For staff whose booth was taken from them while the app was open. */
export function LostBooth() {
  const queryClient = useQueryClient()
  const router = useRouter()
  async function goOn() {
    // What the device remembers still has the booth, and would lead straight back here.
    await queryClient.refetchQueries({ queryKey: queries.currentUser().queryKey })
    await router.navigate({ to: '/', replace: true })
  }
  return (
    <Panel className="mx-auto max-w-xl">
      <Notice wholeScreen icon={<Store />} title={awardTexts.lostBooth} text={awardTexts.lostBoothText}>
        <Button className="mt-2" onClick={() => void goOn()}>
          {awardTexts.onwards}
        </Button>
      </Notice>
    </Panel>
  )
}
