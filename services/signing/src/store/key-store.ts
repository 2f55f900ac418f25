import { snakeNames } from '@outturn/contracts'
import { type Runner, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import { type Selectable, sql } from 'kysely'
import type { PublishedDocument } from '../domain/keys/key-document.ts'
import { keyDocumentLeaves } from '../domain/log/log-leaf.ts'
import type { RegisteredKey } from '../domain/keys/key-ring.ts'
import { recordLogLeaf } from './log-store.ts'
import type { Reader, SigningKeyTable, Tables } from './tables.ts'

/** Who changed the ring and why, as the audit trail keeps it. */
export type ChangeAuthor = { readonly changedBy: string; readonly reason: string }

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

/**
 * The ring, oldest key first, held until the transaction ends: changes happen one after the other, and every document that
 * a key has signed is stored before this returns or not at all.
 */
export async function holdKeyRing(tx: Tx<Tables>): Promise<RegisteredKey[]> {
  await sql`select pg_advisory_xact_lock(hashtextextended(current_schema() || ' key ring', 0))`.execute(tx)
  await tx.selectFrom('signing_key').select('key_id').orderBy('key_id').forUpdate().execute()
  return loadKeyRing(tx)
}

const confirmStatement = statement(
  'confirm_signing_key',
  `select key_id from signing_key where key_id = $1 and status = 'active' for share`,
)

/** Whether a key is active at this moment. A change of the ring that is under way is waited for. */
export async function isKeyActive(runner: Runner, keyId: string): Promise<boolean> {
  return (await runner(confirmStatement, [keyId])).length > 0
}

/** Saves keys as a decision left them. */
export async function saveKeys(tx: Tx<Tables>, changed: readonly RegisteredKey[], now: Date): Promise<void> {
  for (const key of changed) {
    const row = { ...snakeNames(key), registered_at: now.toISOString() }
    const { status, not_after, retired_at, retiring_since } = row
    await tx
      .insertInto('signing_key')
      .values(row)
      .onConflict((conflict) =>
        conflict.column('key_id').doUpdateSet({ status, not_after, retired_at, retiring_since }),
      )
      .execute()
  }
}

/** Adds one row for each changed key to the audit trail. */
export async function recordKeyChanges(
  tx: Tx<Tables>,
  changed: readonly RegisteredKey[],
  { changedBy, reason, documentVersion, now }: ChangeAuthor & { documentVersion: number; now: Date },
): Promise<void> {
  if (changed.length === 0) return
  const rows = changed.map((key) => ({
    key_id: key.keyId,
    purpose: key.purpose,
    status: key.status,
    changed_by: changedBy,
    reason,
    document_version: documentVersion,
    changed_at: now.toISOString(),
  }))
  await tx.insertInto('key_change').values(rows).execute()
}

/** The audit trail, newest first. */
export async function keyChanges(db: Reader) {
  const rows = await db.selectFrom('key_change').selectAll().orderBy('seq', 'desc').limit(100).execute()
  return rows.map((row) => ({
    keyId: row.key_id,
    purpose: row.purpose,
    status: row.status,
    changedBy: row.changed_by,
    reason: row.reason,
    documentVersion: row.document_version,
    at: row.changed_at.toISOString(),
  }))
}

/** A version of the key document as it was published, the newest without a number; null when there is none. */
export async function findKeyDocument(db: Reader, version?: number): Promise<PublishedDocument | null> {
  let documents = db
    .selectFrom('key_document')
    .select(['version', 'document as text', 'document_hash as hash'])
    .orderBy('version', 'desc')
    .limit(1)
  if (version !== undefined) documents = documents.where('version', '=', version)
  return (await documents.executeTakeFirst()) ?? null
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
  for (const leaf of keyDocumentLeaves(next)) await recordLogLeaf(tx, leaf)
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
    signsFrom: row.signs_from.toISOString(),
    retiringSince: row.retiring_since?.toISOString() ?? null,
  }
}
