import type { BatchBytes } from '@outturn/postgres'
import type { CommitOrigin, SpoolCommit } from '../spool-commit.ts'

/** What a wave of commits writes: the names of its parts, and its kinds of origin. */
export type WaveOf<PartName extends string> = { parts: PartName[]; gates: CommitOrigin['kind'][] }

/** Something that a commit may write: the columns of its item, and the `with` part that writes them for what is in `won`. */
export type CommitPart<PartName extends string = string> = {
  isIn(commit: SpoolCommit): boolean
  columns: string
  rowOf(commit: SpoolCommit, bytes: BatchBytes): object
  /** Null where another part writes the columns. */
  sql: string | ((wave: WaveOf<PartName>) => string) | null
}
