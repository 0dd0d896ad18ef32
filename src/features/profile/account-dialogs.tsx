import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useEffect, useId, useState } from 'react'
import { endOtherSessions, listMessages, listSessions, updateProfile } from '#contract/calls/profile'
import type { User } from '#contract/entities'
import { formatDay, formatMoment } from '#lib/clock-time'
import { messageTexts } from '#texts/notices'
import { dataTexts, profileTexts } from '#texts/profile'
import { registrationTexts } from '#texts/registration'
import { ApiError } from '../../api/errors'
import { mutation, query } from '../../api/queries'
import { replaceCurrentUser } from '../../session/current-user'
import { markRead } from '../../session/messages'
import { Button } from '../../ui/button'
import { TitledDialog } from '../../ui/dialog'
import { fieldFault } from '../../ui/field-fault'
import { QueryState } from '../../ui/loading'
import { TextField } from '../../ui/text-field'
import { toast } from '../../ui/toast'

export function ProfileDialog({ user, onClose }: { user: User; onClose: () => void }) {
  return (
    <TitledDialog title={profileTexts.title} onClose={onClose}>
      <NameForm user={user} onSaved={onClose} />
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

const schema = updateProfile.input.entries.user_data

const FIELDS = [
  { name: 'first_name', label: registrationTexts.firstName, hint: undefined, autoComplete: 'given-name', type: 'text' },
  { name: 'last_name', label: registrationTexts.lastName, hint: undefined, autoComplete: 'family-name', type: 'text' },
  { name: 'nickname', label: registrationTexts.nickname, hint: dataTexts.nickname, autoComplete: 'nickname', type: 'text' },
  { name: 'email', label: registrationTexts.email, hint: dataTexts.email, autoComplete: 'email', type: 'email' },
] as const
type Profile = Record<(typeof FIELDS)[number]['name'], string>

const faultOf = (name: keyof Profile, value: string) => fieldFault(schema.entries[name], value)

/** Changes one's own names and e-mail. An error stays at its field until the field changes. */
function NameForm({ user, onSaved }: { user: User; onSaved: () => void }) {
  const client = useQueryClient()
  const { first_name, last_name, nickname, email } = user
  const [profile, setProfile] = useState<Profile>({ first_name, last_name, nickname, email })
  /** The values last sent, or tried to. */
  const [tried, setTried] = useState<Profile | null>(null)
  const { mutate, error, isPending } = useMutation(mutation(updateProfile))
  const serverFaults = error instanceof ApiError ? error.fields : {}

  /** Staff may have been entered without an e-mail. */
  const mayLack = (name: keyof Profile) => name === 'email' && email === '' && profile.email === ''
  const fault = (name: keyof Profile) => (mayLack(name) ? undefined : faultOf(name, profile[name]))

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(profile)
    if (FIELDS.some(({ name }) => fault(name) !== undefined)) return
    const { email: typed, ...names } = profile
    mutate(
      { user_data: typed === '' ? names : profile },
      {
        onSuccess: ({ user: saved }) => {
          replaceCurrentUser(client, saved)
          toast.success(profileTexts.saved)
          onSaved()
        },
      },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {FIELDS.map(({ name, ...attributes }) => (
        <TextField
          key={name}
          {...attributes}
          name={name}
          value={profile[name]}
          onChange={(event) => setProfile({ ...profile, [name]: event.target.value })}
          fault={tried?.[name] === profile[name] ? (fault(name) ?? serverFaults[name]) : undefined}
        />
      ))}
      <Button type="submit" busy={isPending}>
        {profileTexts.save}
      </Button>
    </form>
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
                    {current && <span className="ml-2 text-sm text-accent">{profileTexts.thisDevice}</span>}
                  </p>
                  <p className="text-sm text-soft">
                    {profileTexts.started(formatMoment(Date.parse(started_at)))}
                    {!current && <> · {profileTexts.lastUsed(formatDay(Date.parse(last_used_at)))}</>}
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
      <QueryState query={list} empty={({ messages }) => messages.length === 0} emptyText={messageTexts.none}>
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
