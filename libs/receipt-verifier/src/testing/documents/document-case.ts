import type { StrictJsonCode } from '@outturn/canonical'
import type { Environment } from '@outturn/vocabulary'
import type { ExpectedVerdict } from '../corpus/corpus-case.ts'
import type { KeyDocumentName } from '../issuers.ts'

/** Whether a key document counts for who pins a root key. */
export interface RootKeyCase {
  readonly name: string
  readonly kind: 'keys'
  readonly keys: object
  /** 32 raw bytes in base64url; none is pinned where it is left out. */
  readonly root_key?: string
  readonly expect: { readonly usable: boolean }
}

/** Whether a list of events is complete and unchanged, up to the one that a receipt names. */
export interface HistoryCase {
  readonly name: string
  readonly kind: 'history'
  readonly events: unknown
  readonly history?: { readonly seq: number; readonly hash: string }
  readonly expect: { readonly holds: boolean }
}

/** Whether a quote has the digest of its members. */
export interface QuoteCase {
  readonly name: string
  readonly kind: 'quote'
  readonly slug: string
  readonly quote: object
  readonly expect: { readonly holds: boolean }
}

/** The text that the proof of a judge's decision on a dispute is made over. */
export interface DisputeResultCase {
  readonly name: string
  readonly kind: 'dispute_result'
  readonly slug: string
  readonly result: object
  readonly expect: { readonly preimage: string }
}

/** A file that was not judged: what holds the receipt says otherwise than it, or was cut or changed. */
type RefusedFile =
  | { readonly unusable: 'file'; readonly code: StrictJsonCode }
  | { readonly refused: 'envelope' | 'bundle' }

/** What a verifier says of the receipt in a file. */
export interface FileCase {
  readonly name: string
  readonly kind: 'file'
  /** As a value, or its exact text. */
  readonly file?: unknown
  readonly text?: string
  readonly keys: KeyDocumentName | object
  readonly environment?: Environment
  /** The answer of the status route that the caller has. */
  readonly status?: unknown
  readonly now: string
  readonly expect: ExpectedVerdict | RefusedFile
}

export type DocumentCase = RootKeyCase | HistoryCase | QuoteCase | DisputeResultCase | FileCase
