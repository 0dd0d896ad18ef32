import type { FastifyReply, FastifyRequest } from 'fastify'
import { SESSION_COOKIE } from '#contract/protocol'
import { SESSION_LIFETIME_MS } from '#rules/sign-in'
import type { SessionPort } from '../call-context'

const USER_AGENT_MAX = 300

/** The session cookie of one request, as the handlers see it. */
export function sessionPort(request: FastifyRequest, reply: FastifyReply, secure: boolean): SessionPort {
  const attributes = { path: '/', httpOnly: true, sameSite: 'lax', secure } as const
  return {
    token: request.cookies[SESSION_COOKIE] ?? null,
    address: request.ip,
    userAgent: (request.headers['user-agent'] ?? '').slice(0, USER_AGENT_MAX),
    issue(token) {
      void reply.setCookie(SESSION_COOKIE, token, { ...attributes, maxAge: SESSION_LIFETIME_MS / 1000 })
    },
    clear() {
      void reply.clearCookie(SESSION_COOKIE, attributes)
    },
  }
}
