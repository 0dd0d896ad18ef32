/** A window of the app, as far as opening a place needs it. */
interface PlaceWindow {
  readonly url: string
  readonly focused: boolean
  focus(): Promise<PlaceWindow>
  navigate(address: string): Promise<unknown>
}

export interface Windows {
  matchAll(options: { readonly type: 'window' }): Promise<readonly PlaceWindow[]>
  openWindow(address: string): Promise<unknown>
}

/** A notice without a place of its own: any window of the app will do. */
const ANYWHERE = '/'

/** Brings a window of the app to the front that shows the place, or leads one there, or opens one. */
export async function openPlace(windows: Windows, origin: string, path: string): Promise<void> {
  const address = new URL(path, origin).href
  const open = await windows.matchAll({ type: 'window' })
  const isThere = ({ url }: PlaceWindow) => path === ANYWHERE || new URL(url).pathname === path
  const best = open.find(isThere) ?? open.find(({ focused }) => focused) ?? open[0]
  try {
    if (best === undefined) throw new Error('no window')
    const shown = await best.focus()
    // Do not reload a page in which somebody is typing.
    if (!isThere(best)) await shown.navigate(address)
  } catch {
    // A window that closes meanwhile cannot be focused.
    await windows.openWindow(address)
  }
}
