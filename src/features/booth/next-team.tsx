import { useRouter } from '@tanstack/react-router'
import { awardTexts } from '#texts/booth'
import { canScan } from '../../scanner/web-nfc'
import { requestScanner } from '../../session/guards'
import { Button } from '../../ui/button'
import { allowSound } from '../../ui/signal'

/** The hash of the board's address that puts the cursor into the search. */
export const SEARCH_HASH = 'pretraga'

/** The one step from an award to the next team: the scanner, or the search on a device that has none. */
export function NextTeam() {
  const router = useRouter()
  async function goOn() {
    allowSound()
    if (await canScan()) requestScanner()
    else await router.navigate({ to: '/vendor', hash: SEARCH_HASH })
  }
  return (
    <Button variant="secondary" arrives className="px-3!" onClick={() => void goOn()}>
      {awardTexts.nextTeam}
    </Button>
  )
}
