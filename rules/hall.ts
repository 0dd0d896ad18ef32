/** The hall of a booth's location, which the organiser writes as 'Hala A, štand 3': what stands before the first comma. */
export function hallOf(location: string): string {
  return (location.split(',')[0] ?? '').trim()
}
