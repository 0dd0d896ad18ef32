import { useRouter } from '@tanstack/react-router'
import { ScanLine } from 'lucide-react'
import { awardTexts } from '#texts/booth'
import { canScan } from '../../scanner/web-nfc'
import { requestScanner } from '../../session/scanner-intent'
import { Button, buttonClasses } from '../../ui/button'
import { allowSound } from '../../ui/signal'

/** The hash of the board's address that puts the cursor into the search. */
export const SEARCH_HASH = 'pretraga'

/** On the narrowest phones an icon stands for the words, so that the state and both buttons fit into one line. */
const NARROW = 'px-3! max-[25rem]:size-12 max-[25rem]:shrink-0 max-[25rem]:p-0!'
/** The class names of what takes the button's room. */
export const NEXT_TEAM_SHAPE = `${buttonClasses('secondary')} ${NARROW}`

/** Beside a waiting award stands its copy for the team: there the icon is enough, and the narrowest phones have the bar's button. */
const BRIEF = 'max-[25rem]:hidden max-[30rem]:size-12 max-[30rem]:shrink-0 max-[30rem]:p-0!'

/** The one step from an award to the next team: the scanner, or the search on a device that has none. */
export function NextTeam({ isBrief }: { isBrief: boolean }) {
  const router = useRouter()
  async function goOn() {
    allowSound()
    if (await canScan()) requestScanner()
    else await router.navigate({ to: '/vendor', hash: SEARCH_HASH })
  }
  return (
    <Button variant="secondary" arrives className={isBrief ? `px-3! ${BRIEF}` : NARROW} onClick={() => void goOn()}>
      <ScanLine aria-hidden className={`size-5 ${isBrief ? 'min-[30rem]:hidden' : 'min-[25rem]:hidden'}`} />
      <span className={isBrief ? 'max-[30rem]:sr-only' : 'max-[25rem]:sr-only'}>{awardTexts.nextTeam}</span>
    </Button>
  )
}
