import { randomUUID } from 'node:crypto'
import { type Agent, request } from 'node:http'
import { API_PATH, SESSION_COOKIE } from '#contract/protocol'
import type { PlannedRequest } from './requests'

export interface Answer {
  readonly status: number
  readonly body: Buffer
}

export const isOk = ({ status, body }: Answer) => status === 200 && body.includes('"status":"OK"')

const addressOf = (account: number) => `10.${(account >> 16) & 255}.${(account >> 8) & 255}.${account & 255}`

/** Makes a call as a phone behind a proxy would. */
export function send(url: string, planned: PlannedRequest, agent: Agent): Promise<Answer> {
  const { query, body, account, token } = planned
  const headers = {
    cookie: `${SESSION_COOKIE}=${token}`,
    'x-forwarded-for': addressOf(account),
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': Buffer.byteLength(body),
  }
  return new Promise((resolve, reject) => {
    const call = request(
      `${url}${API_PATH}?fingerprint=${randomUUID()}&${query}`,
      { method: 'POST', agent, headers },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('end', () => resolve({ status: response.statusCode ?? 0, body: Buffer.concat(chunks) }))
        response.on('error', reject)
      },
    )
    call.on('error', reject)
    call.end(body)
  })
}
