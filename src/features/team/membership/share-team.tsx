import { Share2 } from 'lucide-react'
import type { User } from '#contract/entities'
import { teamTexts } from '#texts/team'
import { Button } from '../../../ui/button'
import { Panel } from '../../../ui/panel'
import { toast } from '../../../ui/toast'

/** Asks a friend in: a link to the team, shared or copied, that leads to a request for a place. */
export function ShareTeam({ team }: { team: NonNullable<User['team']> }) {
  const url = new URL(`/qr/${encodeURIComponent(team.team_id)}`, window.location.origin).href

  async function share(): Promise<void> {
    if ('share' in navigator) {
      try {
        await navigator.share({ title: team.team_name, text: teamTexts.shareText(team.team_name), url })
        return
      } catch (reason) {
        // The person closed the sheet. Any other failure: copying still works.
        if (reason instanceof DOMException && reason.name === 'AbortError') return
      }
    }
    try {
      await navigator.clipboard.writeText(url)
      toast.success(teamTexts.linkCopied)
    } catch {
      toast.error(teamTexts.linkNotCopied)
    }
  }
  return (
    <Panel title={teamTexts.shareTitle}>
      <p className="mb-4 text-soft">{teamTexts.shareHint}</p>
      <Button variant="secondary" className="w-full" onClick={() => void share()}>
        <Share2 aria-hidden className="size-5" />
        {teamTexts.share}
      </Button>
    </Panel>
  )
}
