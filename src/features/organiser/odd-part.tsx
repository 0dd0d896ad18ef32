import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { dismissOdd, odd as oddCall } from '#contract/calls/organiser'
import type { Odd } from '#contract/organiser-entities'
import { formatMoment } from '#lib/clock-time'
import { ODD_KINDS, type OddKind } from '#rules/odd'
import { correctionTexts } from '#texts/corrections'
import { organiserTexts } from '#texts/organiser'
import { buttonClasses } from '../../ui/button'
import { QueryState } from '../../ui/loading'
import { Panel } from '../../ui/panel'
import { Correction } from './correction'
import { organiserQuery } from './organiser-calls'

/** The server looks at many entries for it (ms). */
const LOOK_AGAIN_MS = 60_000

type Known = Odd & { readonly kind: OddKind }

const isKnown = (odd: Odd): odd is Known => ODD_KINDS.some((kind) => kind === odd.kind)

function oddText({ kind, count, team_name = '', vendor_name = '', nickname = '', nfc_id = '' }: Known): string {
  switch (kind) {
    case 'shared_tag':
      return organiserTexts.oddShared(nfc_id, count, team_name)
    case 'two_places':
      return organiserTexts.oddPlaces(team_name, count)
    case 'favourite':
      return organiserTexts.oddFavourite(team_name, vendor_name, count)
    case 'unproven':
      return organiserTexts.oddUnproven(nfc_id, count, team_name)
    case 'fast_booth':
      return organiserTexts.oddFast(nickname, vendor_name, count)
  }
}

/** Leads to its history: the team's, else the booth's. */
function History({ odd: { team_id, team_name = '', vendor_id, vendor_name = '' } }: { odd: Known }) {
  const search = team_id === undefined ? { dio: 'pregled', stand: vendor_id } : { dio: 'trazi', tim: team_id }
  return (
    <Link to="/organizator" search={search} className={buttonClasses('secondary')}>
      {team_id === undefined ? organiserTexts.boothHistory(vendor_name) : organiserTexts.teamHistory(team_name)}
    </Link>
  )
}

function OddRow({ odd }: { odd: Known }) {
  const { kind, team_id, vendor_id, user_id, nfc_id, until } = odd
  return (
    <li className="flex flex-col gap-2 border-t border-line py-3 first:border-t-0 lg:first:border-t">
      <p className="wrap-anywhere">
        <strong>{organiserTexts.oddKinds[kind]}.</strong> {oddText(odd)}
      </p>
      <p className="text-sm text-soft">{formatMoment(Date.parse(until))}</p>
      <div className="flex flex-wrap gap-2">
        <History odd={odd} />
        <Correction
          change={dismissOdd}
          says={correctionTexts.dismissOdd}
          input={(reason) => ({ kind, team_id, vendor_id, user_id, nfc_id, until, reason })}
        />
      </div>
    </li>
  )
}

/** What may be worth a look. Nobody is accused. */
export function OddPart() {
  const query = useQuery({ ...organiserQuery(oddCall, {}), refetchInterval: LOOK_AGAIN_MS })
  return (
    <Panel title={organiserTexts.odd} className="lg:col-span-2">
      <QueryState query={query} empty={({ odd }) => !odd.some(isKnown)} emptyText={organiserTexts.nothingOdd}>
        {({ odd }) => (
          <>
            <p className="mb-2 text-sm text-soft">{organiserTexts.oddText}</p>
            <ul className="lg:grid lg:grid-cols-2 lg:gap-x-8">
              {odd.filter(isKnown).map((one) => (
                <OddRow key={`${one.kind} ${one.team_id} ${one.vendor_id} ${one.user_id} ${one.nfc_id} ${one.since}`} odd={one} />
              ))}
            </ul>
          </>
        )}
      </QueryState>
    </Panel>
  )
}
