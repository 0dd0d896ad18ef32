import { outboxTexts } from '#texts/outbox'
import { captureClocks } from '../../offline/clock'
import { pageOutbox } from '../../offline/page-outbox'
import { toast } from '../../ui/toast'

export async function cancelAward(awardId: string): Promise<void> {
  await pageOutbox.cancel(awardId, captureClocks()).catch(() => toast.error(outboxTexts.notCancelled))
}

export async function restoreAward(awardId: string): Promise<void> {
  await pageOutbox.restore(awardId).catch(() => toast.error(outboxTexts.notRestored))
}

export async function dismissAward(awardId: string): Promise<void> {
  await pageOutbox.dismiss(awardId).catch(() => toast.error(outboxTexts.notDismissed))
}
