import { Copy, Share2 } from 'lucide-react'
import { useState } from 'react'
import type { Output } from '#contract/call'
import { blockPerson, erasePerson, personData, signInLink, unblockPerson, withdrawSignIns } from '#contract/calls/organiser'
import type { FoundPerson } from '#contract/organiser-entities'
import { commonTexts } from '#texts/common'
import { correctionTexts } from '#texts/corrections'
import { organiserTexts } from '#texts/organiser'
import { Button } from '../../ui/button'
import { Modal, ModalText, ModalTitle, SHEET } from '../../ui/dialog'
import { Dotted } from '../../ui/panel'
import { QrCode } from '../../ui/qr-code'
import { saveFile } from '../../ui/save-file'
import { share } from '../../ui/share'
import { toast } from '../../ui/toast'
import { Fold } from './buttons'
import { Correction } from './correction'
import { useCorrection } from './organiser-calls'

/** Not on a page without https. */
const canCopy = 'clipboard' in navigator

async function copy(link: string): Promise<void> {
  await navigator.clipboard.writeText(link)
  toast.success(organiserTexts.linkCopied)
}

type LinkedPerson = Pick<FoundPerson, 'user_id' | 'first_name' | 'last_name'>

/** Makes somebody's link; `dialog` shows it. */
export function useSignInLink() {
  const [made, setMade] = useState<{ person: LinkedPerson; link: string } | null>(null)
  // The dialog is the answer; a toast would cover what it says.
  const making = useCorrection(signInLink, {})
  return {
    isMaking: making.isPending,
    make: (person: LinkedPerson) =>
      making.mutate({ user_id: person.user_id }, { onSuccess: ({ link }) => setMade({ person, link }) }),
    dialog: made && <LinkDialog {...made} onClose={() => setMade(null)} />,
  }
}

interface LinkDialogProps {
  readonly person: LinkedPerson
  readonly link: string
  readonly onClose: () => void
}

/** The link as a large code, which the person's own phone scans. */
function LinkDialog({ person, link, onClose }: LinkDialogProps) {
  return (
    <Modal described onClose={onClose} className={SHEET}>
      <div className="flex flex-col items-center gap-4">
        <ModalTitle className="text-xl font-bold wrap-anywhere">
          {person.first_name} {person.last_name}
        </ModalTitle>
        <QrCode text={link} label={organiserTexts.linkLabel} className="w-full max-w-sm rounded-card" />
        <ModalText className="text-center text-soft">{organiserTexts.linkHint}</ModalText>
        <div className="flex w-full flex-wrap gap-2">
          {canCopy && (
            <Button variant="secondary" icon={Copy} className="flex-1" onClick={() => void copy(link)}>
              {organiserTexts.copyLink}
            </Button>
          )}
          {'share' in navigator && (
            <Button variant="secondary" icon={Share2} className="flex-1" onClick={() => void share({ url: link })}>
              {organiserTexts.shareLink}
            </Button>
          )}
        </div>
        <Button variant="secondary" className="w-full" onClick={onClose}>
          {commonTexts.close}
        </Button>
      </div>
    </Modal>
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

/** Why a search found somebody or a team, where the name does not show it. */
export function FoundBy({ why }: { why: FoundPerson['found_by'] }) {
  if (why === undefined) return null
  const field = organiserTexts.foundFields[why.field] ?? why.field
  return <p className="text-sm text-soft wrap-anywhere">{organiserTexts.foundBy(field, why.value)}</p>
}

/** Everything that is kept about somebody, in a file for them. */
function SaveData({ person: { user_id, nickname } }: { person: FoundPerson }) {
  const asked = useCorrection(personData, {})
  const save = ({ data }: Output<typeof personData>) =>
    saveFile(new Blob([JSON.stringify(data, null, 2)], { type: 'application/json' }), organiserTexts.dataFile(nickname))
  return (
    <Button variant="secondary" busy={asked.isPending} onClick={() => asked.mutate({ user_id }, { onSuccess: save })}>
      {organiserTexts.saveData}
    </Button>
  )
}

interface PersonRowProps {
  person: FoundPerson
  boothName: (vendorId: string) => string
  onTeam: (teamId: string) => void
}

export function PersonRow({ person, boothName, onTeam }: PersonRowProps) {
  const { user_id, nickname, team_id, team_name, vendor_id, blocked } = person
  const facts = [person.mobile, person.email, ...(vendor_id === null ? [] : [organiserTexts.staffOf(boothName(vendor_id))])]
  const [change, says] = blocked
    ? [unblockPerson, correctionTexts.unblock(nickname)]
    : [blockPerson, correctionTexts.block(nickname)]
  return (
    <li className="flex flex-col gap-2 border-t border-line py-3 first:border-t-0">
      <p className="font-semibold wrap-anywhere">
        {person.first_name} {person.last_name} ({nickname})
        {blocked && <strong className="text-danger"> · {organiserTexts.blocked}</strong>}
      </p>
      <p className="text-sm text-soft wrap-anywhere">
        <Dotted parts={facts} />
      </p>
      <FoundBy why={person.found_by} />
      <div className="flex flex-wrap gap-2">
        {team_id !== null && (
          <Button variant="secondary" onClick={() => onTeam(team_id)}>
            {team_name}
          </Button>
        )}
        {!blocked && person.organiser !== true && <SignInLink person={person} />}
        <Correction
          key={says.label}
          change={change}
          says={says}
          tone={blocked ? 'primary' : 'danger'}
          input={(reason) => ({ user_id, reason })}
        />
        <Correction
          change={withdrawSignIns}
          says={correctionTexts.withdraw(nickname)}
          tone="danger"
          input={(reason) => ({ user_id, reason })}
        />
      </div>
      <Fold title={organiserTexts.personalData} className="text-soft">
        <div className="flex flex-wrap gap-2">
          <SaveData person={person} />
          <Correction
            change={erasePerson}
            says={correctionTexts.erase(`${person.first_name} ${person.last_name}`)}
            tone="danger"
            input={(reason) => ({ user_id, reason })}
          />
        </div>
      </Fold>
    </li>
  )
}
