import type { RateLimitOptions } from '@fastify/rate-limit'
import type { FastifyRequest } from 'fastify'
import { TransportRefusal } from '../refusal'

/** Calls of one signed-in account in a second. */
const ACCOUNT_LIMIT = { max: 100, windowMs: 1_000 }
/** Calls of one address in a minute without a session: a whole venue may share one. */
const ANONYMOUS_LIMIT = { max: 1_200, windowMs: 60_000 }

const limitOf = (request: FastifyRequest) => (request.caller === null ? ANONYMOUS_LIMIT : ACCOUNT_LIMIT)

/** A booth that replays what waited must not be slowed down: its awards know no limit but the database's back-pressure. */
function isStaffAward(request: FastifyRequest): boolean {
  const name = request.call?.name
  return (name === 'awardPoints' || name === 'awardMany') && request.caller?.vendorId != null
}

/** Limits per account, and per address for who is not signed in; runs once it is known who calls. */
export const rateLimit: RateLimitOptions = {
  hook: 'preHandler',
  keyGenerator: (request) => (request.caller === null ? `address ${request.ip}` : `account ${request.caller.userId}`),
  max: (request) => limitOf(request).max,
  timeWindow: (request) => limitOf(request).windowMs,
  allowList: isStaffAward,
  errorResponseBuilder: (_request, context) =>
    new TransportRefusal('TOO_MANY_REQUESTS', Math.max(1, Math.ceil(context.ttl / 1000))),
}
