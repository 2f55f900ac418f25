import type { PlatformTables } from '@outturn/postgres'
import type { ColumnType } from 'kysely'
import type { RegisteredKey } from '../domain/key-ring.ts'
import type { Purpose } from '../domain/purpose.ts'

type WrittenOnce<Read, Written> = ColumnType<Read, Written, never>

export type SigningKeyTable = {
  key_id: WrittenOnce<string, string>
  purpose: WrittenOnce<Purpose, Purpose>
  public_key: WrittenOnce<string, string>
  status: RegisteredKey['status']
  not_before: WrittenOnce<Date, string>
  not_after: ColumnType<Date | null, string | null, string | null>
  retired_at: ColumnType<Date | null, string | null, string | null>
  registered_at: WrittenOnce<Date, string>
}

export type KeyDocumentTable = {
  version: WrittenOnce<number, number>
  document: WrittenOnce<string, string>
  document_hash: WrittenOnce<string, string>
  published_at: WrittenOnce<Date, string>
}

export type Tables = PlatformTables & {
  signing_key: SigningKeyTable
  key_document: KeyDocumentTable
}
