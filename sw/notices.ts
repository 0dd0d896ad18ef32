import { readNotice } from './notice-to-show'
import { openScreen } from './open-screen'

/**
 * Shows notices pushed by the server, silently while the app is visible. A tap opens their screen.
 */
export function showNotices(worker: ServiceWorkerGlobalScope): void {
  async function isVisible(): Promise<boolean> {
    const windows = await worker.clients.matchAll({ type: 'window' }).catch(() => [])
    return windows.some(({ visibilityState }) => visibilityState === 'visible')
  }

  async function show(data: PushMessageData | null): Promise<void> {
    const { title, body, path, tag } = await readNotice(data)
    const icons = { icon: '/icons/icon-192.png', badge: '/icons/monochrome-192.png' }
    await worker.registration.showNotification(title, {
      body,
      tag,
      data: path,
      lang: 'hr',
      silent: await isVisible(),
      ...icons,
    })
  }

  worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { data: path }: { data?: unknown } = event.notification
    if (typeof path === 'string' && path.startsWith('/'))
      event.waitUntil(openScreen(worker.clients, worker.location.origin, path))
  })
}
