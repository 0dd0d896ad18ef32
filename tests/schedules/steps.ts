import type { Device, Page } from './device'
import type { Step } from './plan'
import type { Scene } from './scene'

const MAX_PAGES = 3

type ToDevice = { readonly device: number }
type ToPage = ToDevice & { readonly tab: number }

function deviceOf({ devices }: Scene, { device }: ToDevice): Device {
  const found = devices[device % devices.length]
  if (found === undefined) throw new Error('a plan without devices')
  return found
}

const toDevice =
  (work: (device: Device, scene: Scene) => unknown) => (scene: Scene, step: ToDevice) =>
    work(deviceOf(scene, step), scene)

const toPage = (work: (device: Device, page: Page) => void) => (scene: Scene, step: ToPage) => {
  const device = deviceOf(scene, step)
  const page = device.pages[step.tab % Math.max(1, device.pages.length)]
  if (page !== undefined) work(device, page)
}

/** Plays each kind of step. Indexes of devices, pages and teams wrap around. */
const ACTS: {
  readonly [Kind in Step['kind']]: (
    scene: Scene,
    step: Extract<Step, { readonly kind: Kind }>,
  ) => unknown
} = {
  tap: (scene, step) => scene.tap(deviceOf(scene, step), step),
  'sign in': (scene, step) => scene.signIn(deviceOf(scene, step), step.staff),
  'set clock': (scene, step) => deviceOf(scene, step).setClock(step.ms),
  sleep: (scene, step) => deviceOf(scene, step).sleep(step.ms),
  storage: (scene, step) => {
    deviceOf(scene, step).storage = step.mood
  },
  'network on': toDevice((device) => {
    device.reach = 'on'
  }),
  'network off': toDevice((device) => {
    device.reach = 'off'
  }),
  'captive portal': toDevice((device) => {
    device.reach = 'captive'
  }),
  'open page': toDevice((device) => device.pages.length < MAX_PAGES && device.open()),
  reload: toDevice((device) => device.reload()),
  'see refusals': toDevice((device, scene) => scene.seeRefusals(device)),
  'take back': toDevice((device, scene) => scene.takeBack(device)),
  'show to team': toDevice((device, scene) => scene.showToTeam(device)),
  'lose database': toDevice((device) => device.loseDatabase()),
  destroy: toDevice((device, scene) => scene.destroy(device)),
  kill: toPage((device, page) => device.kill(page)),
  freeze: toPage((device, page) => device.freeze(page)),
  thaw: toPage((device, page) => device.thaw(page)),
  kick: toPage((_device, page) => page.tab.run(() => page.outbox.onReturn())),
  deliver: ({ copies, teamAt }, { team }) => copies.deliver(teamAt(team)),
  'team offline': ({ copies, teamAt }, { team }) => copies.reach(teamAt(team), 'off'),
  'team online': ({ copies, teamAt }, { team }) => copies.reach(teamAt(team), 'on'),
  'destroy team phone': ({ copies, teamAt }, { team }) => copies.destroy(teamAt(team)),
  pass: ({ time }, { ms }) => time.pass(ms),
  'put away'({ devices, time }, { ms }) {
    for (const device of devices) device.killAll()
    return time.pass(ms)
  },
  'expire sessions': ({ server }, { staff }) => server.endSessions(staff),
  'revoke key'({ revoked, server }, { staff }) {
    revoked.add(staff)
    return server.revokeKey(staff)
  },
  'move staff'({ moved, server }, { staff, booth }) {
    moved.add(staff)
    return server.moveStaff(staff, booth)
  },
  disband({ disbanded, server, teamAt }, { team }) {
    disbanded.add(teamAt(team))
    return server.disband(teamAt(team))
  },
  async 'restart server'(scene, { ms }) {
    scene.serverIsUp = false
    await scene.time.pass(ms)
    await scene.server.restart()
    scene.serverIsUp = true
  },
  'back up': ({ server }) => server.backUp(),
  async restore({ server, restores, time, recordClosing }) {
    if (await server.restore()) restores.push(time.now())
    await recordClosing()
  },
  async 'close results'({ server, recordClosing }) {
    await server.closeResults()
    await recordClosing()
  },
  async 'reopen results'({ server, recordClosing }) {
    await server.reopenResults()
    await recordClosing()
  },
  async 'accept late'({ server, accepted }) {
    for (const awardId of await server.acceptLate()) accepted.add(awardId)
  },
}

/** Executes one step of a plan. */
export async function act(scene: Scene, step: Step): Promise<void> {
  // TypeScript cannot see that the entry for `step.kind` takes exactly this kind of step.
  await (ACTS[step.kind] as (scene: Scene, step: Step) => unknown)(scene, step)
}
