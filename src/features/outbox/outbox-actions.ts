import { outboxTexts } from '#texts/outbox'
import { pageOutbox } from '../../offline/outbox/page-outbox'
import { toast } from '../../ui/toast'

/** Cancels an award. Shows a toast if the change could not be stored. */
export async function cancelAward(awardId: string): Promise<void> {
  await pageOutbox.cancel(awardId).catch(() => toast.error(outboxTexts.notCancelled))
}

/** Restores a cancelled award. Shows a toast if it could not be stored. */
export async function restoreAward(awardId: string): Promise<void> {
  await pageOutbox.restore(awardId).catch(() => toast.error(outboxTexts.notRestored))
}

/** Removes a refused award from the list. Shows a toast if the change could not be stored. */
export async function dismissAward(awardId: string): Promise<void> {
  await pageOutbox.dismiss(awardId).catch(() => toast.error(outboxTexts.notDismissed))
}
