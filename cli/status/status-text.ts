import { isInsideEvent } from '#rules/award-time'
import { localTime } from '#server/local-time'
import { plural } from '../common/output'
import type { EventStatus } from './status'

const EVENTS = {
  none: 'none yet; enter one with "apply event.json"',
  demo: 'the demo event, made up for trying out',
  real: "the organiser's event",
} as const satisfies Record<EventStatus['event'], string>

function windowText({ settings }: EventStatus, now: number): string {
  const from = settings.startsAt === null ? 'no start' : `from ${localTime(settings.startsAt)}`
  const to = settings.endsAt === null ? 'no end' : `to ${localTime(settings.endsAt)}`
  return `${from}, ${to}; now ${isInsideEvent(now, settings) ? 'open' : 'closed'}`
}

function resultsText({ closedAt, late }: EventStatus): string {
  const state = closedAt === null ? 'open' : `closed since ${localTime(closedAt)}`
  return `${state}, ${plural(late, 'late entry', 'late entries')} not accepted`
}

function tagText({ type, total, claimed, written }: EventStatus['tags'][number]): string {
  return `${type} ${total} (${type === 'team' ? `${claimed} claimed, ` : ''}${written} written)`
}

type Line = readonly [label: string, value: string]

/** Formats the overview for the terminal. */
export function statusText(status: EventStatus, database: string, now: number): string {
  const { awards, settings } = status
  const lines: readonly Line[] = [
    ['Database', database],
    ['Event', EVENTS[status.event]],
    ['Window', windowText(status, now)],
    ['Time zone', settings.timeZone],
    ['Team size', settings.teamMaxMembers === 0 ? 'no limit' : `at most ${settings.teamMaxMembers} members`],
    ['Players', `${status.players} (${status.playersSignedIn} have signed in)`],
    ['Staff', `${status.staff} (${status.staffSignedIn} have signed in)`],
    ['Teams', `${status.teams}, and ${status.teamsDisbanded} disbanded`],
    ['Booths', String(status.booths)],
    ['Point types', String(status.pointTypes)],
    ['Tags', status.tags.map(tagText).join(', ')],
    ['Awards', `${awards.award} by booths, ${awards.bonus} bonuses, ${awards.adjustment} adjustments; ${status.voided} voided`],
    ['Results', resultsText(status)],
    ['Refusals', status.refusals.map(({ code, total }) => `${code} ${total}`).join(', ') || 'none'],
    ['Latest award', status.latestAwardAt === null ? 'none' : localTime(status.latestAwardAt)],
  ]
  return lines.map(([name, value]) => `${name.padEnd(14)}${value}\n`).join('')
}
