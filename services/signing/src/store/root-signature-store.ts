import type { Tx } from '@outturn/postgres/typed'
import type { RootSigned } from '../domain/keys/root-signed.ts'
import type { Reader, Tables } from './tables.ts'

export async function recordRootSigned(
  tx: Tx<Tables>,
  { documentHash, asOf, rootSignature }: RootSigned,
  { recordedBy, now }: { recordedBy: string; now: Date },
): Promise<void> {
  await tx
    .insertInto('root_signature')
    .values({
      document_hash: documentHash,
      root_key_id: rootSignature.key_id,
      signature: rootSignature.signature,
      as_of: asOf,
      recorded_by: recordedBy,
      recorded_at: now.toISOString(),
    })
    .execute()
}

/** What a root key said last of a document; null for one that none has signed. */
export async function findRootSigned(db: Reader, documentHash: string): Promise<RootSigned | null> {
  const row = await newestFirst(db).where('document_hash', '=', documentHash).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

/** What a root key said last of any document; null where no root key is used. */
export async function findNewestRootSigned(db: Reader): Promise<RootSigned | null> {
  const row = await newestFirst(db).executeTakeFirst()
  return row === undefined ? null : fromRow(row)
}

function newestFirst(db: Reader) {
  return db
    .selectFrom('root_signature')
    .select(['document_hash', 'root_key_id', 'signature', 'as_of'])
    .orderBy('as_of', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
}

function fromRow(row: {
  document_hash: string
  root_key_id: string
  signature: string
  as_of: Date
}): RootSigned {
  const rootSignature = { key_id: row.root_key_id, signature: row.signature }
  return { documentHash: row.document_hash, asOf: row.as_of.toISOString(), rootSignature }
}
