import { deviceTexts } from '#texts/common'
import { Button } from './button'
import { isInsideApp } from './share'

/** A button that prints the page, or a text where browsers cannot print, such as inside apps. */
export function PrintButton() {
  if (typeof window.print !== 'function' || isInsideApp())
    return <p className="font-medium text-warn">{deviceTexts.cannotPrint}</p>
  return <Button onClick={() => window.print()}>{deviceTexts.print}</Button>
}
