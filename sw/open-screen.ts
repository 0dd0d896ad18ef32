/** The part of a window of the app that `openScreen` uses. */
interface AppWindow {
  readonly url: string
  readonly focused: boolean
  focus(): Promise<AppWindow>
  navigate(address: string): Promise<unknown>
}

export interface Windows {
  matchAll(options: { readonly type: 'window' }): Promise<readonly AppWindow[]>
  openWindow(address: string): Promise<unknown>
}

/** The path of a notice without a screen of its own: any window of the app will do. */
const ANYWHERE = '/'

/** Focuses a window that shows the screen, navigates one there, or opens one. */
export async function openScreen(windows: Windows, origin: string, path: string): Promise<void> {
  const address = new URL(path, origin).href
  const open = await windows.matchAll({ type: 'window' })
  const isThere = ({ url }: AppWindow) => path === ANYWHERE || new URL(url).pathname === path
  const best = open.find(isThere) ?? open.find(({ focused }) => focused) ?? open[0]
  try {
    if (best === undefined) throw new Error('no window')
    const shown = await best.focus()
    // Do not reload a page in which somebody is typing.
    if (!isThere(best)) await shown.navigate(address)
  } catch {
    // Focusing fails if the window closes meanwhile.
    await windows.openWindow(address)
  }
}
