import { Moon, Sun } from 'lucide-react'
import { commonTexts } from '#i18n/common'
import { chooseTheme, useTheme } from './theme'

/** Toggles the theme, on screens that have no menu. */
export function ThemeSwitch() {
  const theme = useTheme()
  const Icon = theme === 'light' ? Moon : Sun
  return (
    <button
      type="button"
      aria-label={commonTexts.lightTheme}
      aria-pressed={theme === 'light'}
      onClick={() => chooseTheme(theme === 'light' ? 'dark' : 'light')}
      className="grid size-12 cursor-pointer place-items-center rounded-full text-soft hover:text-ink"
    >
      <Icon aria-hidden className="size-6" />
    </button>
  )
}
