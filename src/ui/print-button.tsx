import { deviceTexts } from '#texts/common'
import { Button } from './button'

/** Prints the page, or says that this browser cannot, as those of other apps. */
export function PrintButton() {
  if (typeof window.print !== 'function')
    return <p className="font-medium text-warn">{deviceTexts.cannotPrint}</p>
  return <Button onClick={() => window.print()}>{deviceTexts.print}</Button>
}
