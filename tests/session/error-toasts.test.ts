import { expect, test } from 'vitest'
import { updateProfile } from '#contract/calls/profile'
import { ApiError, CommunicationError } from '../../src/api/errors'
import { mutation } from '../../src/api/queries'
import { atFields, createQueryClient } from '../../src/api/query-client'

const refusal = (fields: Record<string, string>) =>
  new ApiError(
    {
      status: 'KO',
      message: 'Provjerite podatke.',
      code: 'INVALID_INPUT',
      fields,
      server_time: '2026-05-09T12:00:00.000Z',
    },
    { status: 200, retryAfterMs: null },
  )

/** The toasts after a failed change in a form that has only the field of the nickname. */
async function toastsOf(error: Error): Promise<string[]> {
  const toasts: string[] = []
  const client = createQueryClient({
    toastError: (text) => toasts.push(text),
    onSignedOut: () => undefined,
  })
  const change = client.getMutationCache().build(client, {
    ...mutation(updateProfile, atFields('nickname')),
    mutationFn: () => Promise.reject(error),
  })
  await change.execute({ user_data: {} }).catch(() => undefined)
  return toasts
}

test('an error appears at its field, and as a toast only if the screen does not have that field', async () => {
  expect(await toastsOf(refusal({ nickname: 'Taj je nadimak zauzet.' }))).toEqual([])
  expect(await toastsOf(refusal({ mobile: 'Broj nije ispravan.' }))).toEqual([
    'Provjerite podatke.',
  ])
  expect(await toastsOf(refusal({}))).toEqual(['Provjerite podatke.'])
  expect(await toastsOf(new CommunicationError('no network'))).toEqual(['Došlo je do pogreške.'])
})
