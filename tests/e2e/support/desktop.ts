import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { followCalls } from './dbus-connection'
import { type Argument, type Call, flag, type Header, KIND, number, text, texts, writeMessage } from './dbus-message'

/**
 * The notifications of a Linux desktop (https://specifications.freedesktop.org/notification-spec/), with the part of a session
 * bus that Chromium needs to find them. A tap here is one that the browser trusts, unlike an event that a test dispatches.
 */
const NAME = 'org.freedesktop.Notifications'
const PATH = '/org/freedesktop/Notifications'
const BUS = 'org.freedesktop.DBus'
/** The unique name of the notification service. */
const SERVICE = ':1.0'
const BROWSER = ':1.1'
/** The name of the action of a tap on the notification itself. */
const DEFAULT_ACTION = 'default'

export interface DesktopNotification {
  readonly id: number
  readonly title: string
  readonly body: string
}

export interface Desktop {
  /** The environment that a browser on it runs in. */
  readonly env: { readonly DBUS_SESSION_BUS_ADDRESS: string }
  /** The notifications that stand there, oldest first. */
  notifications(): readonly DesktopNotification[]
  tap(notification: DesktopNotification): void
  close(): Promise<void>
}

type Answer = { readonly args: readonly Argument[] } | { readonly errorName: string }

const UNKNOWN: Answer = { errorName: `${BUS}.Error.ServiceUnknown` }

export async function startDesktop(): Promise<Desktop> {
  const directory = mkdtempSync(join(tmpdir(), 'geekquest-desktop-'))
  const path = join(directory, 'bus')
  const shown = new Map<number, DesktopNotification>()
  const clients = new Set<Socket>()
  let [serial, ids] = [0, 0]

  const send = (socket: Socket, header: Omit<Header, 'serial'>, args: readonly Argument[] = []) =>
    socket.write(writeMessage({ ...header, serial: ++serial }, args))

  function notify(body: Call['body']): Answer {
    body.text() // the program's name
    const replaced = body.number()
    body.text() // its icon
    const id = replaced === 0 ? ++ids : replaced
    shown.set(id, { id, title: body.text(), body: body.text() })
    return { args: [number(id)] }
  }

  function answerBus({ member, body }: Call): Answer {
    switch (member) {
      case 'Hello':
        return { args: [text(BROWSER)] }
      case 'AddMatch':
      case 'RemoveMatch':
        return { args: [] }
      case 'NameHasOwner':
        return { args: [flag(body.text() === NAME)] }
      case 'GetNameOwner':
        return body.text() === NAME ? { args: [text(SERVICE)] } : { errorName: `${BUS}.Error.NameHasNoOwner` }
      case 'ListActivatableNames':
        return { args: [texts([])] }
      default:
        return UNKNOWN
    }
  }

  function answerNotifications({ member, body }: Call): Answer {
    switch (member) {
      case 'GetCapabilities':
        return { args: [texts(['actions', 'body'])] }
      case 'GetServerInformation':
        return { args: ['test', 'test', '1', '1.2'].map(text) }
      case 'Notify':
        return notify(body)
      case 'CloseNotification':
        shown.delete(body.number())
        return { args: [] }
      default:
        return UNKNOWN
    }
  }

  function hear(socket: Socket, call: Call): void {
    const isForBus = call.destination === BUS
    const answer = isForBus ? answerBus(call) : call.destination === NAME ? answerNotifications(call) : UNKNOWN
    const header = { sender: isForBus ? BUS : SERVICE, replyTo: call.serial }
    if ('args' in answer) send(socket, { ...header, kind: KIND.answer }, answer.args)
    else send(socket, { ...header, kind: KIND.error, errorName: answer.errorName })
  }

  const server = createServer((socket) => {
    clients.add(socket)
    socket.once('close', () => clients.delete(socket))
    followCalls(socket, (call) => hear(socket, call))
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))
  return {
    env: { DBUS_SESSION_BUS_ADDRESS: `unix:path=${path}` },
    notifications: () => [...shown.values()],
    tap({ id }) {
      const header = { kind: KIND.signal, sender: SERVICE, path: PATH, interface: NAME, member: 'ActionInvoked' }
      for (const socket of clients) send(socket, header, [number(id), text(DEFAULT_ACTION)])
    },
    async close() {
      for (const socket of clients) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
