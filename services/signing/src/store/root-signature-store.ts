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
  const row = await db
    .selectFrom('root_signature')
    .select(['root_key_id', 'signature', 'as_of'])
    .where('document_hash', '=', documentHash)
    .orderBy('as_of', 'desc')
    .orderBy('seq', 'desc')
    .limit(1)
    .executeTakeFirst()
  if (row === undefined) return null
  const rootSignature = { key_id: row.root_key_id, signature: row.signature }
  return { documentHash, asOf: row.as_of.toISOString(), rootSignature }
}
