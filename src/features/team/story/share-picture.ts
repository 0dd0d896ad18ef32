import type { QueryClient } from '@tanstack/react-query'
import { storyTexts } from '#texts/story'
import { PRODUCT_NAME } from '../../../ui/product'
import { saveFile } from '../../../ui/save-file'
import { share } from '../../../ui/share'
import { toast } from '../../../ui/toast'
import { drawPicture } from './draw-picture'
import { type OwnTeam, pictureFacts } from './picture-facts'

const TYPE = 'image/png'

async function fileOf(canvas: HTMLCanvasElement): Promise<File> {
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, TYPE))
  if (blob === null) throw new Error('this device writes no pictures')
  return new File([blob], storyTexts.file(PRODUCT_NAME), { type: TYPE })
}

/** Draws the team's picture and shares it; where it cannot be shared, it is saved. What this device has last seen is enough. */
export async function sharePicture(client: QueryClient, team: OwnTeam): Promise<void> {
  let file: File
  try {
    const canvas = document.createElement('canvas')
    await drawPicture(canvas, pictureFacts(client, team))
    file = await fileOf(canvas)
  } catch {
    toast.error(storyTexts.noPicture)
    return
  }
  if (await share({ files: [file] })) return
  saveFile(file, file.name)
  toast.success(storyTexts.saved)
}
