import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Copy, Share2 } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Output } from '#contract/call'
import { listVendors } from '#contract/calls/booth'
import {
  blockPerson,
  erasePerson,
  find,
  personData,
  signInLink,
  unblockPerson,
  withdrawSignIns,
} from '#contract/calls/organiser'
import type { MatchingPerson, MatchingTeam } from '#contract/organiser-entities'
import { serverNow } from '#lib/server-clock'
import { uniqueTeamNameKey } from '#rules/team-name'
import { correctionTexts } from '#texts/corrections'
import { DOT, dotted } from '#texts/nouns'
import { organiserTexts } from '#texts/organiser'
import { teamTexts } from '#texts/team'
import { query } from '../../api/queries'
import { inlineErrorText } from '../../api/query-client'
import { Button } from '../../ui/button'
import { TitledDialog } from '../../ui/dialog'
import { QueryState } from '../../ui/loading'
import { Dotted, Panel } from '../../ui/panel'
import { QrCode } from '../../ui/qr-code'
import { saveFile, share } from '../../ui/share'
import { SearchField } from '../../ui/text-field'
import { toast } from '../../ui/toast'
import { Correction, organiserQuery, useCorrection } from './correction'
import { Disclosure, EntryList, ListItem, useOpen } from './frame'

/** Browsers offer the clipboard only to pages with https. */
const canCopy = 'clipboard' in navigator

/** Copies a link; shows an error if the browser refuses access to the clipboard. */
async function copy(link: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(link)
    toast.success(organiserTexts.linkCopied)
  } catch {
    toast.error(organiserTexts.linkNotCopied)
  }
}

type LinkedPerson = Pick<MatchingPerson, 'user_id' | 'first_name' | 'last_name'>

/** Creates a person's sign-in link; `dialog` shows it. */
export function useSignInLink() {
  const [made, setMade] = useState<{ person: LinkedPerson; link: string } | null>(null)
  // Show no toast: it would cover the dialog with the link.
  const making = useCorrection(signInLink)
  return {
    isMaking: making.isPending,
    make: (person: LinkedPerson) =>
      making.mutate(
        { user_id: person.user_id },
        { onSuccess: ({ link }) => setMade({ person, link }) },
      ),
    dialog: made && <LinkDialog {...made} onClose={() => setMade(null)} />,
  }
}

/** The link as a large code, which the person's own phone scans. */
function LinkDialog({
  person,
  link,
  onClose,
}: {
  person: LinkedPerson
  link: string
  onClose: () => void
}) {
  return (
    <TitledDialog title={`${person.first_name} ${person.last_name}`} onClose={onClose}>
      <div className="flex flex-col items-center gap-4">
        <QrCode
          text={link}
          label={organiserTexts.linkLabel}
          className="w-full max-w-sm rounded-card"
        />
        <p className="text-center text-soft">{organiserTexts.linkHint}</p>
        <div className="flex w-full flex-wrap gap-2">
          {canCopy && (
            <Button
              variant="secondary"
              icon={Copy}
              className="flex-1"
              onClick={() => void copy(link)}
            >
              {organiserTexts.copyLink}
            </Button>
          )}
          {'share' in navigator && (
            <Button
              variant="secondary"
              icon={Share2}
              className="flex-1"
              onClick={() => void share({ url: link })}
            >
              {organiserTexts.shareLink}
            </Button>
          )}
        </div>
      </div>
    </TitledDialog>
  )
}

export function SignInLink({ person }: { person: LinkedPerson }) {
  const { make, isMaking, dialog } = useSignInLink()
  return (
    <>
      <Button variant="secondary" busy={isMaking} onClick={() => make(person)}>
        {organiserTexts.link}
      </Button>
      {dialog}
    </>
  )
}

/** Explains why a person or team was found, if another field than the name matched. */
const foundBy = (why: MatchingPerson['found_by']) =>
  why === undefined
    ? null
    : organiserTexts.foundBy(organiserTexts.foundFields[why.field], why.value)

/** Saves everything stored about a person as a page and as JSON. */
function SaveData({
  person: { user_id, nickname, first_name, last_name },
}: {
  person: MatchingPerson
}) {
  const reading = useCorrection(personData)
  const save = async ({ data }: Output<typeof personData>) => {
    const { personDataPage } = await import('./person-data-page')
    const page = personDataPage(`${first_name} ${last_name}`, serverNow(), data)
    const name = organiserTexts.dataFile(nickname)
    saveFile(new Blob([page], { type: 'text/html;charset=utf-8' }), `${name}.html`)
    saveFile(
      new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }),
      `${name}.json`,
    )
  }
  return (
    <Button
      variant="secondary"
      busy={reading.isPending}
      onClick={() =>
        reading.mutate(
          { user_id },
          {
            onSuccess: (found) => {
              // The code that makes the page may not load.
              save(found).catch((reason: Error) => toast.error(inlineErrorText(reason)))
            },
          },
        )
      }
    >
      {organiserTexts.saveData}
    </Button>
  )
}

function FoundPersonRow({
  person,
  boothName,
}: {
  person: MatchingPerson
  boothName: (vendorId: string) => string
}) {
  const open = useOpen()
  const { user_id, nickname, team_id, team_name, vendor_id, blocked } = person
  const staffOf = vendor_id === null ? null : organiserTexts.staffOf(boothName(vendor_id))
  const facts = [person.mobile, person.email, staffOf, foundBy(person.found_by)].flatMap(
    (fact) => fact || [],
  )
  const [change, texts] = blocked
    ? [unblockPerson, correctionTexts.unblock(nickname)]
    : [blockPerson, correctionTexts.block(nickname)]
  const title = (
    <>
      {person.first_name} {person.last_name} ({nickname})
      {blocked && <strong className="text-danger">{DOT + organiserTexts.blocked}</strong>}
    </>
  )
  return (
    <ListItem title={title} detail={<Dotted parts={facts} />}>
      <div className="flex w-full flex-wrap gap-2">
        {team_id !== null && (
          <Button
            variant="secondary"
            className="wrap-anywhere"
            onClick={() => open({ part: 'search', teamId: team_id })}
          >
            {team_name}
          </Button>
        )}
        {!blocked && person.organiser !== true && <SignInLink person={person} />}
        <Correction
          key={texts.label}
          change={change}
          texts={texts}
          tone={blocked ? 'primary' : 'danger'}
          input={(reason) => ({ user_id, reason })}
        />
        <Correction
          change={withdrawSignIns}
          texts={correctionTexts.withdraw(nickname)}
          tone="danger"
          input={(reason) => ({ user_id, reason })}
        />
      </div>
      <Disclosure title={organiserTexts.personalData} className="w-full text-soft">
        <div className="flex flex-wrap gap-2">
          <SaveData person={person} />
          <Correction
            change={erasePerson}
            texts={correctionTexts.erase(
              `${person.first_name} ${person.last_name}`,
              team_name,
              person.team_if_erased,
            )}
            tone="danger"
            input={(reason) => ({ user_id, reason })}
          />
        </div>
      </Disclosure>
    </ListItem>
  )
}

/** Minimum length of a search. */
const SHORTEST = 2
/** A search starts once nothing has been typed for this long (ms). */
const DEBOUNCE_MS = 250

/** The results of a search; `isSearching` is true once enough was typed. */
export function useFound(typed: string) {
  const [wanted, setWanted] = useState('')
  useEffect(() => {
    const timer = setTimeout(() => setWanted(typed.trim()), DEBOUNCE_MS)
    return () => clearTimeout(timer)
  }, [typed])
  const isSearching = wanted.length >= SHORTEST
  const found = useQuery({
    ...organiserQuery(find, { query: wanted }),
    enabled: isSearching,
    placeholderData: keepPreviousData,
  })
  return { isSearching, found }
}

/** Whether a team's whole name was typed. */
const isTeamName = (teams: readonly MatchingTeam[], typed: string) =>
  teams.some(({ team_name }) => uniqueTeamNameKey(team_name) === uniqueTeamNameKey(typed))

function FoundTeams({ teams }: { teams: readonly MatchingTeam[] }) {
  const open = useOpen()
  return (
    <Panel title={organiserTexts.teamsFound(teams.length)}>
      <EntryList
        entries={teams.map(({ team_id, team_name, points, hidden, found_by }) => ({
          id: team_id,
          name: team_name,
          detail: dotted(
            teamTexts.points(points),
            hidden ? organiserTexts.hidden : null,
            foundBy(found_by),
          ),
        }))}
        onOpen={(teamId) => open({ part: 'search', teamId })}
      />
    </Panel>
  )
}

/** Finds people and teams by anything mentioned at the help desk. */
export function SearchPart() {
  const field = useRef<HTMLInputElement>(null)
  // Focus the field: whoever opens the search is about to type.
  useEffect(() => field.current?.focus({ preventScroll: true }), [])
  const [typed, setTyped] = useState('')
  const { isSearching, found } = useFound(typed)
  const vendors = useQuery(query(listVendors, {})).data?.vendors
  const boothName = (id: string) => vendors?.find(({ vendor_id }) => vendor_id === id)?.name ?? id
  return (
    <div className="flex flex-col gap-5">
      <SearchField
        label={organiserTexts.search}
        placeholder={organiserTexts.searchPlaceholder}
        value={typed}
        onChange={setTyped}
        ref={field}
      />
      {!isSearching && <p className="text-soft">{organiserTexts.searchHint}</p>}
      {isSearching && (
        <QueryState
          query={found}
          empty={({ people, teams }) => people.length + teams.length === 0}
          emptyText={organiserTexts.nothingFound}
        >
          {({ people, teams }) => (
            <div className="grid items-start gap-5 lg:grid-cols-2">
              {/* Whoever types a team's full name wants the team: show it before people. */}
              {isTeamName(teams, typed) && <FoundTeams teams={teams} />}
              {people.length > 0 && (
                <Panel title={organiserTexts.people(people.length)}>
                  <ul>
                    {people.map((person) => (
                      <FoundPersonRow key={person.user_id} person={person} boothName={boothName} />
                    ))}
                  </ul>
                </Panel>
              )}
              {teams.length > 0 && !isTeamName(teams, typed) && <FoundTeams teams={teams} />}
            </div>
          )}
        </QueryState>
      )}
    </div>
  )
}
