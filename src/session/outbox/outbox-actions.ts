import { outboxTexts } from '#i18n/outbox'
import { pageOutbox } from '../../offline/page-outbox'
import { toast } from '../../ui/toast'

/** Cancels an award; a toast says where that could not be stored. */
export async function cancelAward(awardId: string): Promise<void> {
  await pageOutbox.cancel(awardId).catch(() => toast.error(outboxTexts.notCancelled))
}

/** Brings a cancelled award back; a toast says where it could not be stored. */
export async function restoreAward(awardId: string): Promise<void> {
  await pageOutbox.restore(awardId).catch(() => toast.error(outboxTexts.notRestored))
}

/** Removes a refused award that was seen; a toast says where that could not be stored. */
export async function dismissAward(awardId: string): Promise<void> {
  await pageOutbox.dismiss(awardId).catch(() => toast.error(outboxTexts.notDismissed))
}
