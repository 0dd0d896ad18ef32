import { ChevronLeft } from 'lucide-react'
import { Button } from '../../ui/button'

/** Leads from a detail back to the part that it belongs to. */
export function BackButton({ text, onBack }: { text: string; onBack: () => void }) {
  return (
    <Button variant="quiet" className="self-start px-0! print:hidden" onClick={onBack}>
      <ChevronLeft aria-hidden className="size-5" />
      {text}
    </Button>
  )
}
