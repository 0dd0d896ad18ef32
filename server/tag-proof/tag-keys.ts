import { createSecretKey, type KeyObject } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import * as v from 'valibot'
import { Failure } from '../failure'

/** The keys of a tag: `meta` encrypts UID and counter, `file` signs them. */
export interface TagKeyPair {
  readonly meta: KeyObject
  readonly file: KeyObject
}

/** Finds a tag's keys: its own, otherwise those of `*`; null if the file has neither. */
export type TagKeys = (nfcId: string) => TagKeyPair | null

export const noTagKeys: TagKeys = () => null

const ANY_TAG = '*'
const key = v.pipe(
  v.string(),
  v.regex(/^[\da-f]{32}$/i),
  v.transform((hex) => createSecretKey(Buffer.from(hex, 'hex'))),
)
const keyFile = v.record(v.string(), v.strictObject({ meta: key, file: key }))

function readPrivate(path: string): string {
  let mode: number
  let text: string
  try {
    mode = statSync(path).mode
    text = readFileSync(path, 'utf8')
  } catch {
    throw new Failure(`TAG_KEYS names ${path}, which cannot be read.`)
  }
  if ((mode & 0o077) !== 0)
    throw new Failure(`TAG_KEYS names ${path}, which other users can read; run chmod 600 on it.`)
  return text
}

function parseKeys(text: string): ReadonlyMap<string, TagKeyPair> | null {
  try {
    const json: unknown = JSON.parse(text)
    const { success, output } = v.safeParse(keyFile, json)
    return success && !Array.isArray(json) ? new Map(Object.entries(output)) : null
  } catch {
    return null
  }
}

/** Reads the file that `TAG_KEYS` names. Throws `Failure`, which quotes nothing of the file. */
export function readTagKeys(file: string): TagKeys {
  if (file === '') return noTagKeys
  const path = resolve(file)
  const pairs = parseKeys(readPrivate(path))
  if (pairs === null) {
    throw new Failure(
      `TAG_KEYS names ${path}, which must be JSON such as { "<nfc_id>": { "meta": "<32 hex digits>", "file": "<32 hex digits>" } }, with "*" for all other tags.`,
    )
  }
  return (nfcId) => pairs.get(nfcId) ?? pairs.get(ANY_TAG) ?? null
}

type ProvingTags = Iterable<{ readonly nfc_id: string; readonly uid: string | null }>

/**
 * Finds tags that share keys and have no bound chip yet. A touch of one, sent as another, would
 * bind its chip to the wrong tag, and then neither could be collected.
 */
export function tagsSharingKeys(tags: ProvingTags, keys: TagKeys): readonly string[] {
  const unbound = new Map<TagKeyPair, string[]>()
  for (const { nfc_id, uid } of tags) {
    const pair = keys(nfc_id)
    if (pair !== null && uid === null) unbound.set(pair, [...(unbound.get(pair) ?? []), nfc_id])
  }
  return [...unbound.values()].filter((ids) => ids.length > 1).flat()
}

/** Maximum number of tags named in a warning. */
const NAMED_MAX = 5

/** Formats a warning of the tags of `tagsSharingKeys`; null if there are none. */
export function sharedKeysWarning(tags: ProvingTags, keys: TagKeys): string | null {
  const shared = tagsSharingKeys(tags, keys)
  if (shared.length === 0) return null
  const more = shared.length > NAMED_MAX ? ` and ${shared.length - NAMED_MAX} more` : ''
  return `the tags ${shared.slice(0, NAMED_MAX).join(', ')}${more} share their keys, so one touch could be passed off as a touch of two of them; give each its "uid"`
}
