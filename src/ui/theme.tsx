import { Moon, Sun } from 'lucide-react'
import { useSyncExternalStore } from 'react'
import { storeChoice, storedChoice } from '#lib/local-storage'
import { createObservable } from '#lib/observable'
import { commonTexts } from '#texts/common'

const KEY = 'geek-theme'
const THEMES = ['dark', 'light'] as const
type Theme = (typeof THEMES)[number]

function parseTheme(value: string | null | undefined): Theme {
  return THEMES.find((theme) => theme === value) ?? 'dark'
}

const shown = createObservable<Theme>('dark')

/**
 * Applies a theme. For the light one, a script in index.html did the same before the first paint.
 */
function show(theme: Theme): void {
  const page = document.documentElement
  page.dataset.theme = theme
  // The browser's toolbar matches the page background.
  const sky = getComputedStyle(page).getPropertyValue('--color-sky')
  if (sky !== '') document.querySelector('meta[name="theme-color"]')?.setAttribute('content', sky)
  shown.set(theme)
}

function chooseTheme(theme: Theme): void {
  show(theme)
  storeChoice(KEY, theme)
}

export function toggleTheme(): void {
  chooseTheme(shown.get() === 'light' ? 'dark' : 'light')
}

/**
 * Applies the stored theme (storing the default if there is none) and follows changes made in other
 * tabs.
 */
export function applyStoredTheme(): void {
  chooseTheme(parseTheme(storedChoice(KEY)))
  window.addEventListener('storage', ({ key, newValue }) => {
    if (key === KEY) show(parseTheme(newValue))
  })
}

export function useTheme(): Theme {
  // The build renders public screens without a document.
  return useSyncExternalStore(shown.subscribe, shown.get, () => 'dark')
}

/** Toggles the theme, on screens without a menu. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <button
      type="button"
      aria-label={commonTexts.lightTheme}
      aria-pressed={theme === 'light'}
      onClick={toggleTheme}
      className="grid size-12 cursor-pointer place-items-center rounded-full text-soft hover:text-ink"
    >
      {/* Chosen by CSS, because a prerendered screen does not know the theme. */}
      <Moon aria-hidden className="hidden size-6 light:block" />
      <Sun aria-hidden className="size-6 light:hidden" />
    </button>
  )
}
