import * as v from 'valibot'
import { type Notice, notice } from '#contract/notice'
import { openPlace } from './open-place'

function readNotice(data: PushMessageData | null): Notice | null {
  try {
    return v.parse(notice, data?.json())
  } catch {
    return null
  }
}

/** Shows notices that the server pushes, unless the app is visible, and opens their place when they are tapped. */
export function showNotices(worker: ServiceWorkerGlobalScope): void {
  const windows = () => worker.clients.matchAll({ type: 'window' })

  async function show(data: PushMessageData | null): Promise<void> {
    const received = readNotice(data)
    if (
      received === null ||
      (await windows()).some(({ visibilityState }) => visibilityState === 'visible')
    )
      return
    const { title, body, path, tag } = received
    const icons = { icon: '/icons/icon-192.png', badge: '/icons/monochrome-192.png' }
    await worker.registration.showNotification(title, {
      body,
      tag,
      data: path,
      lang: 'hr',
      ...icons,
    })
  }

  worker.addEventListener('push', (event) => event.waitUntil(show(event.data)))
  worker.addEventListener('notificationclick', (event) => {
    event.notification.close()
    const { data: path }: { data?: unknown } = event.notification
    if (typeof path === 'string' && path.startsWith('/'))
      event.waitUntil(openPlace(worker.clients, worker.location.origin, path))
  })
}
