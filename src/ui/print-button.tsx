import { deviceTexts } from '#texts/common'
import { Button } from './button'

/** Prints the page, or says that this browser cannot, such as in-app browsers. */
export function PrintButton() {
  if (typeof window.print !== 'function')
    return <p className="font-medium text-warn">{deviceTexts.cannotPrint}</p>
  return <Button onClick={() => window.print()}>{deviceTexts.print}</Button>
}
