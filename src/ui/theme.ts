const KEY = 'geek-theme'
const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

/** The theme that was chosen on this device; dark where none was, or storage is closed to us. */
function storedTheme(): Theme {
  try {
    const stored = localStorage.getItem(KEY)
    return THEMES.find((theme) => theme === stored) ?? 'dark'
  } catch {
    return 'dark'
  }
}

/** Puts the stored theme on the page, and stores the default where nothing was. */
export function applyStoredTheme(): void {
  const theme = storedTheme()
  document.documentElement.dataset.theme = theme
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Private modes that refuse storage show the default each time.
  }
}
