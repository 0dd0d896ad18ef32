import { Moon, Sun } from 'lucide-react'
import { commonTexts } from '#i18n/common'
import { chooseTheme, useTheme } from './theme'

/** Toggles the theme, on screens that have no menu. */
export function ThemeSwitch() {
  const theme = useTheme()
  return (
    <button
      type="button"
      aria-label={commonTexts.lightTheme}
      aria-pressed={theme === 'light'}
      onClick={() => chooseTheme(theme === 'light' ? 'dark' : 'light')}
      className="grid size-12 cursor-pointer place-items-center rounded-full text-soft hover:text-ink"
    >
      {/* Chosen by the style, because a screen made by the build does not know the theme. */}
      <Moon aria-hidden className="hidden size-6 light:block" />
      <Sun aria-hidden className="size-6 light:hidden" />
    </button>
  )
}
