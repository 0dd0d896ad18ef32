import type { Device, Page } from './device'
import type { Step, ToDevice, ToPage, ToTeamPhone } from './plan'
import type { Scene } from './scene'

const MOST_PAGES = 3

function toPage(device: Device, page: Page, step: ToPage): void {
  switch (step.do) {
    case 'kill':
      device.kill(page)
      return
    case 'freeze':
      device.freeze(page)
      return
    case 'thaw':
      device.thaw(page)
      return
    case 'kick':
      page.tab.run(() => page.outbox.kick())
  }
}

async function toDevice(scene: Scene, device: Device, step: ToDevice): Promise<void> {
  switch (step.do) {
    case 'open page':
      if (device.pages.length < MOST_PAGES) device.open()
      return
    case 'network on':
      device.reach = 'on'
      return
    case 'network off':
      device.reach = 'off'
      return
    case 'captive portal':
      device.reach = 'captive'
      return
    case 'see refusals':
      scene.seeRefusals(device)
      return
    case 'take back':
      scene.takeBack(device)
      return
    case 'bring back':
      scene.bringBack(device)
      return
    case 'lose database':
      device.loseDatabase()
      return
    case 'show to team':
      scene.showToTeam(device)
      return
    case 'destroy':
      return await scene.destroy(device)
    case 'reload': {
      const page = device.pages.find(({ tab }) => tab.state === 'running')
      if (page !== undefined) device.reload(page)
    }
  }
}

async function toTeamPhone({ copies, teamAt }: Scene, step: ToTeamPhone): Promise<void> {
  const teamId = teamAt(step.team)
  switch (step.do) {
    case 'deliver':
      return await copies.deliver(teamId)
    case 'team offline':
      return await copies.reach(teamId, 'off')
    case 'team online':
      return await copies.reach(teamId, 'on')
    case 'destroy team phone':
      copies.destroy(teamId)
  }
}

async function restartServer(scene: Scene, ms: number): Promise<void> {
  scene.serverIsUp = false
  await scene.time.pass(ms)
  await scene.server.restart()
  scene.serverIsUp = true
}

/** Executes one step of a plan. Indexes of devices, pages and teams wrap around. */
export async function act(scene: Scene, step: Step): Promise<void> {
  const { server, time, devices } = scene
  const device = 'device' in step ? devices[step.device % devices.length] : undefined
  switch (step.do) {
    case 'pass':
      return await time.pass(step.ms)
    case 'put away':
      for (const one of devices) one.killAll()
      return await time.pass(step.ms)
    case 'expire sessions':
      return await server.endSessions(step.staff)
    case 'disband':
      scene.disbanded.add(scene.teamAt(step.team))
      return await server.disband(scene.teamAt(step.team))
    case 'deliver':
    case 'team offline':
    case 'team online':
    case 'destroy team phone':
      return await toTeamPhone(scene, step)
    case 'revoke key':
      scene.revoked.add(step.staff)
      return await server.revokeKey(step.staff)
    case 'move staff':
      scene.moved.add(step.staff)
      return await server.moveStaff(step.staff, step.booth)
    case 'restart server':
      return await restartServer(scene, step.ms)
    case 'back up':
      return await server.backUp()
    case 'restore':
      if (await server.restore()) scene.restores.push(time.now())
      return await scene.noteClosing()
    case 'close results':
      await server.closeResults()
      return await scene.noteClosing()
    case 'reopen results':
      await server.reopenResults()
      return await scene.noteClosing()
    case 'accept late':
      for (const awardId of await server.acceptLate()) scene.accepted.add(awardId)
      return
    case 'tap':
      return device && (await scene.tap(device, step))
    case 'sign in':
      return device && (await scene.signIn(device, step.staff))
    case 'set clock':
      return device?.setClock(step.ms)
    case 'storage':
      if (device !== undefined) device.storage = step.mood
      return
    case 'kill':
    case 'freeze':
    case 'thaw':
    case 'kick': {
      const page = device?.pages[step.tab % Math.max(1, device.pages.length)]
      return device && page && toPage(device, page, step)
    }
    case 'open page':
    case 'network on':
    case 'network off':
    case 'captive portal':
    case 'see refusals':
    case 'take back':
    case 'bring back':
    case 'lose database':
    case 'show to team':
    case 'destroy':
    case 'reload':
      return device && (await toDevice(scene, device, step))
  }
}
