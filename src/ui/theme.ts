import { useSyncExternalStore } from 'react'

const KEY = 'geek-theme'
const THEMES = ['dark', 'light'] as const
export type Theme = (typeof THEMES)[number]

function parseTheme(value: string | null | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'dark'
}

/** The theme that was chosen on this device; dark where none was, or storage is closed to us. */
function storedTheme(): Theme {
  try {
    return parseTheme(localStorage.getItem(KEY))
  } catch {
    return 'dark'
  }
}

const listeners = new Set<() => void>()

/** The page's head has done the same before the first paint, for who chose the light one. */
function show(theme: Theme): void {
  const page = document.documentElement
  page.dataset.theme = theme
  // The browser's own bar is as high as the sky.
  const sky = getComputedStyle(page).getPropertyValue('--color-sky')
  if (sky !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', sky)
  for (const listener of listeners) listener()
}

/** Chooses the theme of this device. */
export function chooseTheme(theme: Theme): void {
  show(theme)
  try {
    localStorage.setItem(KEY, theme)
  } catch {
    // Private modes that refuse storage show the default each time.
  }
}

/** Puts the stored theme on the page, stores the default where nothing was, and follows the other pages of the app. */
export function applyStoredTheme(): void {
  chooseTheme(storedTheme())
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) show(parseTheme(newValue))
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/** The theme that the page shows. */
export function useTheme(): Theme {
  return useSyncExternalStore(subscribe, () => parseTheme(document.documentElement.dataset.theme))
}
