/** Whether the person has asked their device for less motion. */
export function wantsLessMotion(): boolean {
  return window.matchMedia('(prefers-reduced-motion: reduce)').matches
}
