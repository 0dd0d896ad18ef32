import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Panel } from '../ui/panel'
import { TextField } from '../ui/text-field'
import { toast } from '../ui/toast'

const LOOKS = ['primary', 'secondary', 'danger', 'quiet'] as const

/** What one presses and types into. */
export function Controls() {
  return (
    <>
      {LOOKS.map((look) => (
        <Panel key={look} title={`Button: ${look}`}>
          <div className="flex flex-wrap gap-3">
            <Button look={look}>Pošalji</Button>
            <Button look={look} disabled>
              Pošalji
            </Button>
            <Button look={look} busy>
              Pošalji
            </Button>
          </div>
        </Panel>
      ))}
      <Panel title="TextField">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField label="Naziv tima" />
          <TextField label="Naziv tima" hint="Od 2 do 40 znakova." defaultValue="Plavi Vukovi" />
          <TextField label="Naziv tima" placeholder="Upišite dio naziva" type="search" />
          <TextField label="Naziv tima" fault="Upišite naziv od 2 do 40 znakova." defaultValue="P" />
        </div>
      </Panel>
      <Panel title="ConfirmDialog">
        <ConfirmDialog
          trigger={<Button look="secondary">Raspusti tim</Button>}
          title="Raspusti tim"
          text="Za potvrdu upišite naziv tima."
          confirm="Raspusti tim"
          busy={false}
          onConfirm={(close) => close()}
        >
          <TextField label="Naziv tima" />
        </ConfirmDialog>
      </Panel>
      <Panel title="Toasts">
        <div className="flex flex-wrap gap-3">
          <Button look="secondary" onClick={() => toast.success('Dobrodošli, Ana.')}>
            success
          </Button>
          <Button look="secondary" onClick={() => toast.error('Tim je popunjen.')}>
            error
          </Button>
        </div>
      </Panel>
    </>
  )
}
