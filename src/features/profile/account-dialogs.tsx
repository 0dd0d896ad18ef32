import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useId } from 'react'
import {
  endOtherSessions,
  listMessages,
  listSessions,
  updateProfile,
} from '#contract/calls/profile'
import type { User } from '#contract/entities'
import { formatDay, formatMoment } from '#lib/clock-time'
import { messageTexts } from '#texts/notices'
import { DOT } from '#texts/nouns'
import { dataTexts, profileTexts } from '#texts/profile'
import { registrationTexts } from '#texts/registration'
import { mutation, query } from '../../api/queries'
import { atFields } from '../../api/query-client'
import { markRead } from '../../game/messages'
import { replaceCurrentUser } from '../../session/current-user'
import { PersonForm } from '../../session/person-form'
import { Button } from '../../ui/button'
import { TitledDialog } from '../../ui/dialog'
import { QueryState } from '../../ui/loading'
import { toast } from '../../ui/toast'

export function ProfileDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <TitledDialog title={profileTexts.title} onClose={onClose}>
      <OwnDataForm user={user} onSaved={onClose} />
      <section className="mt-6 border-t border-line pt-5">
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
          <dt className="text-soft">{registrationTexts.mobile}</dt>
          <dd>{user.mobile}</dd>
        </dl>
        <p className="mt-2 text-sm text-soft">{profileTexts.fixed}</p>
      </section>
      <DeviceList />
    </TitledDialog>
  )
}

const FIELDS = ['first_name', 'last_name', 'nickname', 'email'] as const

/**
 * Lets users change their own names and e-mail. An empty e-mail may stay empty, because staff may
 * have been added without one.
 */
function OwnDataForm({ user, onSaved }: { user: User; onSaved: () => void }) {
  const client = useQueryClient()
  const { first_name, last_name, nickname, email } = user
  const { mutate, variables, error, isPending } = useMutation(
    mutation(updateProfile, atFields(...FIELDS)),
  )
  return (
    <PersonForm
      fields={FIELDS}
      hints={{ nickname: dataTexts.nickname, email: dataTexts.email }}
      initial={{ first_name, last_name, nickname, email }}
      optionalField="email"
      sent={variables?.user_data}
      error={error}
      busy={isPending}
      submitText={profileTexts.save}
      onSubmit={({ mobile: _fixed, email: typed, ...names }) =>
        mutate(
          { user_data: typed === '' ? names : { ...names, email: typed } },
          {
            onSuccess: ({ user: saved }) => {
              replaceCurrentUser(client, saved)
              toast.success(profileTexts.saved)
              onSaved()
            },
          },
        )
      }
    />
  )
}

function DeviceList() {
  const headingId = useId()
  const sessions = useQuery(query(listSessions, {}))
  const { mutate, isPending } = useMutation(mutation(endOtherSessions))
  return (
    <section aria-labelledby={headingId} className="mt-5 border-t border-line pt-5">
      <h3 id={headingId} className="mb-2 font-bold">
        {profileTexts.devices}
      </h3>
      <QueryState query={sessions}>
        {(data) => (
          <>
            <ul className="flex flex-col divide-y divide-line">
              {data.sessions.map(({ browser, current, started_at, last_used_at }) => (
                <li key={`${started_at} ${browser} ${current}`} className="py-2">
                  <p className="font-semibold">
                    {browser === '' ? profileTexts.unknownBrowser : browser}
                    {current && (
                      <span className="ml-2 text-sm text-accent">{profileTexts.thisDevice}</span>
                    )}
                  </p>
                  <p className="text-sm text-soft">
                    {profileTexts.started(formatMoment(Date.parse(started_at)))}
                    {!current && DOT + profileTexts.lastUsed(formatDay(Date.parse(last_used_at)))}
                  </p>
                </li>
              ))}
            </ul>
            {data.sessions.some(({ current }) => !current) ? (
              <Button
                variant="secondary"
                className="mt-3 w-full"
                busy={isPending}
                onClick={() => mutate({}, { onSuccess: () => toast.success(profileTexts.ended) })}
              >
                {profileTexts.endOthers}
              </Button>
            ) : (
              <p className="mt-1 text-sm text-soft">{profileTexts.onlyThis}</p>
            )}
          </>
        )}
      </QueryState>
    </section>
  )
}

export function MessagesDialog({ onClose }: { onClose: () => void }) {
  const list = useQuery(query(listMessages, {}))
  const { data } = list
  useEffect(() => markRead(data?.messages ?? []), [data])
  return (
    <TitledDialog title={messageTexts.title} onClose={onClose}>
      <QueryState
        query={list}
        empty={({ messages }) => messages.length === 0}
        emptyText={messageTexts.none}
      >
        {({ messages }) => (
          <ul>
            {messages.map(({ message_id, text, sent_at }) => (
              <li key={message_id} className="border-t border-line py-3 first:border-t-0">
                <p className="whitespace-pre-line wrap-anywhere">{text}</p>
                <p className="text-sm text-soft">{formatMoment(Date.parse(sent_at))}</p>
              </li>
            ))}
          </ul>
        )}
      </QueryState>
    </TitledDialog>
  )
}
