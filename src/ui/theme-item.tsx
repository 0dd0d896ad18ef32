import { SunMoon } from 'lucide-react'
import { commonTexts } from '#texts/common'
import { MenuItem } from './menu'
import { toggleTheme, useTheme } from './theme'

/** Toggles the theme, in a menu. */
export function ThemeItem() {
  return (
    <MenuItem icon={SunMoon} checked={useTheme() === 'light'} onClick={toggleTheme}>
      {commonTexts.lightTheme}
    </MenuItem>
  )
}
