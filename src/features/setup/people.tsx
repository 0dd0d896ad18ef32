import { Plus, UserPlus } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import type { EventBooth, EventPart, EventPerson } from '#contract/event'
import { registrationTexts } from '#texts/registration'
import { setupTexts } from '#texts/setup'
import { NEW } from '../../session/search-params'
import { Button } from '../../ui/button'
import { Panel } from '../../ui/panel'
import { TextField } from '../../ui/text-field'
import { useCodeForNewNumber } from '../organiser/confirm-number'
import { BackButton, PersonRow } from '../organiser/frame'
import { SignInLink } from '../organiser/search'
import { RemoveEntry } from './entry-changes'
import { EntryFields } from './entry-form'
import { type EventRead, type PartProps, useEntryForm, useOpened } from './use-entry-form'

const texts = setupTexts.people

interface PeopleProps extends PartProps {
  readonly people: readonly EventPerson[]
  /** The booth at which these people work; null for organisers. */
  readonly booth: EventBooth | null
}

const fullName = ({ first_name, last_name }: Pick<EventPerson, 'first_name' | 'last_name'>) =>
  `${first_name} ${last_name}`.trim()

/** The change that makes these people the booth's staff, or the organisers. */
function partOf(booth: PeopleProps['booth'], people: EventPerson[]): EventPart {
  if (booth === null) return { organisers: people }
  return { vendors: [{ vendor_id: booth.vendor_id, name: booth.name, staff: people }] }
}

interface EventPersonFormProps extends PeopleProps {
  /** Undefined for a new person. */
  readonly person: EventPerson | undefined
  readonly others?: ReactNode
  readonly onDone: (after: EventRead | null, typed: { readonly mobile: string }) => void
}

function PersonForm({ read, people, booth, person, others, onDone }: EventPersonFormProps) {
  const at = person === undefined ? people.length : people.indexOf(person)
  const form = useEntryForm({
    read,
    at: `${booth === null ? 'organisers' : 'vendors.0.staff'}.${at}`,
    current: {
      first_name: person?.first_name ?? '',
      last_name: person?.last_name ?? '',
      mobile: person?.mobile ?? '',
      nickname: person?.nickname ?? '',
      email: person?.email ?? '',
    },
    part: ({ email, nickname, ...typed }) => {
      const changed = { ...person, ...typed, email: email.trim(), nickname: nickname.trim() }
      return partOf(booth, people.toSpliced(at, 1, changed))
    },
    done: (typed) => texts.saved(fullName(typed)),
    onDone,
  })
  return (
    <EntryFields form={form} first={person === undefined ? 'first_name' : 'mobile'} others={others}>
      <TextField
        {...form.field('first_name')}
        label={registrationTexts.firstName}
        enterKeyHint="next"
      />
      <TextField
        {...form.field('last_name')}
        label={registrationTexts.lastName}
        enterKeyHint="next"
      />
      <TextField
        {...form.field('mobile')}
        type="tel"
        inputMode="tel"
        label={registrationTexts.mobile}
      />
      <TextField
        {...form.field('nickname', texts.nicknameHint)}
        label={texts.optional(registrationTexts.nickname)}
      />
      <TextField
        {...form.field('email', texts.emailHint)}
        type="email"
        inputMode="email"
        label={texts.optional(registrationTexts.email)}
      />
    </EntryFields>
  )
}

interface NewStaffProps extends PartProps {
  readonly booth: EventBooth
  readonly onDone: () => void
}

/**
 * A form for adding a booth's people, which opens anew after each person. Makes a sign-in link only
 * on a tap.
 */
function NewStaff({ read, booth, onDone }: NewStaffProps) {
  const { open } = useOpened()
  /** The `user_id`s of the booth's people before the first was added. */
  const [before] = useState(() => new Set(booth.staff.map(({ user_id }) => user_id)))
  const [count, setCount] = useState(0)
  const added = booth.staff.filter(({ user_id }) => !before.has(user_id)).toReversed()
  return (
    <>
      <Panel title={texts.add}>
        <PersonForm
          key={count}
          read={read}
          people={booth.staff}
          booth={booth}
          person={undefined}
          onDone={() => setCount(count + 1)}
          others={
            <>
              <Button variant="secondary" className="max-sm:flex-1" onClick={onDone}>
                {texts.allAdded}
              </Button>
              {count > 0 && (
                <Button
                  variant="quiet"
                  icon={Plus}
                  onClick={() => open({ part: 'booths', boothId: NEW })}
                >
                  {setupTexts.booths.add}
                </Button>
              )}
            </>
          }
        />
      </Panel>
      {added.length > 0 && (
        <Panel title={texts.added(added.length)}>
          <ul>
            {added.map(({ user_id = '', ...one }) => (
              <PersonRow key={user_id} person={one}>
                <SignInLink person={{ ...one, user_id }} />
              </PersonRow>
            ))}
          </ul>
        </Panel>
      )}
    </>
  )
}

/** The people of a booth, or the organisers. */
export function People(props: PeopleProps) {
  const { people, booth } = props
  const { opened, open } = useOpened()
  const sendCode = useCodeForNewNumber()
  const place =
    booth === null
      ? ({ part: 'settings' } as const)
      : ({ part: 'booths', boothId: booth.vendor_id } as const)
  const openPerson = (personId: string) => open({ ...place, personId })
  const person = people.find(({ user_id }) => user_id === opened.personId)
  if (person !== undefined || opened.personId === NEW) {
    const close = () => open(place)
    return (
      <>
        <BackButton text={booth?.name ?? texts.organisers} onBack={close} />
        {person === undefined && booth !== null ? (
          <NewStaff read={props.read} booth={booth} onDone={close} />
        ) : (
          <Panel title={person === undefined ? texts.add : fullName(person)}>
            <PersonForm
              key={opened.personId}
              {...props}
              person={person}
              onDone={(after, { mobile }) => {
                const saved = after?.event.organisers.find(
                  ({ user_id }) => user_id !== undefined && user_id === person?.user_id,
                )
                sendCode(person?.user_id ?? '', saved?.mobile ?? mobile)
                close()
              }}
            />
          </Panel>
        )}
      </>
    )
  }
  return (
    <Panel
      title={booth === null ? texts.organisers : texts.staff}
      aside={
        booth !== null && <span className="min-w-0 text-soft wrap-anywhere">{booth.name}</span>
      }
    >
      <Button icon={UserPlus} className="mb-4" onClick={() => openPerson(NEW)}>
        {texts.add}
      </Button>
      {booth === null && <p className="mb-3 text-soft">{texts.organisersHint}</p>}
      {people.length === 0 && <p className="text-soft">{texts.noStaff}</p>}
      <ul>
        {people.map(({ user_id = '', ...one }) => (
          <PersonRow key={one.mobile} person={one}>
            <div className="flex flex-wrap gap-2">
              {booth !== null && <SignInLink person={{ ...one, user_id }} />}
              <Button variant="secondary" onClick={() => openPerson(user_id)}>
                {texts.change}
              </Button>
              <RemoveEntry
                what={booth === null ? 'organiser' : 'staff'}
                id={user_id}
                version={props.read.version}
                texts={
                  booth === null
                    ? texts.leaveRole(fullName(one))
                    : texts.leave(fullName(one), booth.name)
                }
              />
            </div>
          </PersonRow>
        ))}
      </ul>
    </Panel>
  )
}
