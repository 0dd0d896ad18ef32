import { endOfDayTexts } from '#texts/end-of-day'
import { Choice } from '../../ui/choice'

const LAST_PLACES = ['1', '3', '5', '10', '20'] as const
export type LastPlace = (typeof LAST_PLACES)[number]

interface LastPlaceChoiceProps {
  chosen: LastPlace
  onChoose: (place: LastPlace) => void
}

/** Asks for the last place with a prize. */
export function LastPlaceChoice(props: LastPlaceChoiceProps) {
  return (
    <div className="w-full max-w-md">
      <Choice
        legend={endOfDayTexts.lastPlace}
        options={LAST_PLACES}
        names={endOfDayTexts.lastPlaces}
        {...props}
      />
    </div>
  )
}
