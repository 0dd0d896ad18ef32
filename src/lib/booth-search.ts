import { teamNameKey } from '#rules/team-name'

interface Searched {
  readonly name: string
  readonly location: string
  readonly point_types: readonly { readonly label: string }[]
}

/** The booths whose name, location or point types contain the typed text, compared as team names are (rule 3). */
export function boothsLike<Booth extends Searched>(booths: readonly Booth[], typed: string): readonly Booth[] {
  const wanted = teamNameKey(typed)
  if (wanted === '') return booths
  return booths.filter(({ name, location, point_types }) =>
    [name, location, ...point_types.map(({ label }) => label)].some((text) => teamNameKey(text).includes(wanted)),
  )
}
