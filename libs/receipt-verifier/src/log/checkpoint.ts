import { fromBase64 } from '@outturn/canonical'
import { readSignedNote, type SignedNote } from './signed-note.ts'

/** What a log signs about itself (C2SP tlog-checkpoint): so many leaves, under this root. */
export interface Checkpoint {
  readonly origin: string
  /** Number of leaves. */
  readonly size: number
  /** 32 bytes. */
  readonly root: Uint8Array
  readonly note: SignedNote
}

const WHOLE_NUMBER = /^(?:0|[1-9]\d{0,15})$/

/** Reads a checkpoint without judging its signatures; undefined for anything else. */
export function readCheckpoint(text: string): Checkpoint | undefined {
  const note = readSignedNote(text)
  const [origin = '', size = '', hash = '', ...rest] = note?.text.split('\n') ?? []
  const root = fromBase64(hash)
  const isWhole = origin !== '' && rest.pop() === '' && !rest.includes('')
  const leaves = readWholeNumber(size)
  if (note === undefined || leaves === undefined || root?.length !== 32 || !isWhole) return undefined
  return { origin, size: leaves, root, note }
}

/** A number as logs write it: decimal, no leading zero, within the safe integers. */
export function readWholeNumber(text: string): number | undefined {
  const number = Number(text)
  return WHOLE_NUMBER.test(text) && Number.isSafeInteger(number) ? number : undefined
}
