/** The hall of a location such as 'Hala A, štand 3': what is before the first comma. */
export function hallOf(location: string): string {
  return (location.split(',')[0] ?? '').trim()
}
