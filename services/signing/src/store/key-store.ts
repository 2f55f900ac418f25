import type { Database, Tx } from '@outturn/postgres'
import { type Selectable, sql } from 'kysely'
import type { PublishedDocument } from '../domain/key-document.ts'
import type { RegisteredKey, RingChange } from '../domain/key-ring.ts'
import type { SigningKeyTable, Tables } from './tables.ts'

type Reader = Database<Tables> | Tx<Tables>

/** Every key of the ring, oldest first. */
export async function loadKeyRing(db: Reader): Promise<RegisteredKey[]> {
  const rows = await db
    .selectFrom('signing_key')
    .selectAll()
    .orderBy('registered_at')
    .orderBy('key_id')
    .execute()
  return rows.map(fromRow)
}

/** Keeps replicas that start together from registering at once; given back at the end of the transaction. */
export async function lockKeyRing(tx: Tx<Tables>): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' key ring', 0))`.execute(tx)
}

/** Saves what registering changed; the keys that retire give the active place free before the new ones take it. */
export async function saveRingChange(tx: Tx<Tables>, change: RingChange, now: Date): Promise<void> {
  if (change.retiring.length > 0) {
    await tx
      .updateTable('signing_key')
      .set({ status: 'retiring' })
      .where('key_id', 'in', [...change.retiring])
      .execute()
  }
  if (change.added.length > 0) {
    await tx
      .insertInto('signing_key')
      .values(change.added.map((key) => toRow(key, now)))
      .execute()
  }
}

/** The newest published key document, or null when none was. */
export async function latestKeyDocument(db: Reader): Promise<PublishedDocument | null> {
  const row = await db
    .selectFrom('key_document')
    .select(['version', 'document as text', 'document_hash as hash'])
    .orderBy('version', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row ?? null
}

export async function publishKeyDocument(tx: Tx<Tables>, next: PublishedDocument, now: Date): Promise<void> {
  await tx
    .insertInto('key_document')
    .values({
      version: next.version,
      document: next.text,
      document_hash: next.hash,
      published_at: now.toISOString(),
    })
    .execute()
}

function fromRow(row: Selectable<SigningKeyTable>): RegisteredKey {
  return {
    keyId: row.key_id,
    purpose: row.purpose,
    publicKey: row.public_key,
    status: row.status,
    notBefore: row.not_before.toISOString(),
    notAfter: row.not_after?.toISOString() ?? null,
    retiredAt: row.retired_at?.toISOString() ?? null,
  }
}

function toRow(key: RegisteredKey, now: Date) {
  return {
    key_id: key.keyId,
    purpose: key.purpose,
    public_key: key.publicKey,
    status: key.status,
    not_before: key.notBefore,
    not_after: key.notAfter,
    retired_at: key.retiredAt,
    registered_at: now.toISOString(),
  }
}
