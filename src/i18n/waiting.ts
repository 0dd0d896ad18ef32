import { nouns } from './nouns'
import { counted, pluralForm } from './plural'

const waits = { one: 'čeka', few: 'čekaju', other: 'čeka' } as const

/** "1 dodjela čeka slanje", "3 dodjele čekaju slanje", "5 dodjela čeka slanje". */
export function awardsWaiting(count: number): string {
  return `${counted(count, nouns.award)} ${pluralForm(count, waits)} slanje`
}
