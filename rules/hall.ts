/** Returns the hall of a location such as 'Hala A, štand 3': the text before the first comma. */
export function hallOf(location: string): string {
  return (location.split(',')[0] ?? '').trim()
}
