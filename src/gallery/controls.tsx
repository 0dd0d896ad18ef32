import { Button } from '../ui/button'
import { ConfirmDialog } from '../ui/confirm-dialog'
import { Panel } from '../ui/panel'
import { TextField } from '../ui/text-field'
import { toast } from '../ui/toast'

const VARIANTS = ['primary', 'secondary', 'danger', 'quiet'] as const

/** Buttons, inputs and dialogs. */
export function Controls() {
  return (
    <>
      {VARIANTS.map((variant) => (
        <Panel key={variant} title={`Button: ${variant}`}>
          <div className="flex flex-wrap gap-3">
            <Button variant={variant}>Pošalji</Button>
            <Button variant={variant} disabled>
              Pošalji
            </Button>
            <Button variant={variant} busy>
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
          trigger={<Button variant="secondary">Raspusti tim</Button>}
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
          <Button variant="secondary" onClick={() => toast.success('Dobrodošli, Ana.')}>
            success
          </Button>
          <Button variant="secondary" onClick={() => toast.error('Tim je popunjen.')}>
            error
          </Button>
        </div>
      </Panel>
    </>
  )
}
