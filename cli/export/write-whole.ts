import { existsSync } from 'node:fs'
import { type Asking, confirm } from '../common/confirm'
import type { ChangeFlags } from '../common/on-event'
import { stagePrivateFile } from '../files/private-file'

export interface ExportFlags extends ChangeFlags {
  readonly out: string
}

/** Writes a file that is complete or not there. Names and numbers are for the organiser alone. */
export async function writeWhole(file: string, content: string | Buffer, asking: Asking): Promise<void> {
  if (existsSync(file)) await confirm(`${file} exists. Replace it?`, asking)
  const staged = await stagePrivateFile(file, content)
  await staged.publish()
}
