import { conflict } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { logSubject } from '@outturn/receipt-verifier/issuing'
import { nodeSha256 } from '@outturn/canonical/node'
import { sql } from 'kysely'
import type { ImportedReceipt } from '../domain/receipts/import-receipt.ts'
import { recordLogLeaf } from './log-store.ts'
import type { Tables } from './tables.ts'

/** Accounts that may read another receipt of the same Spool. */
export async function readersOfSpool(tx: Tx<Tables>, spoolId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct account.id from receipt, unnest(visible_to) as account (id) where spool_id = ${spoolId}
    order by 1`.execute(tx)
  return rows.map(({ id }) => id)
}

/** Stores a receipt that came back, and lets its leaf wait unless the log has it already. */
export async function recordImported(
  tx: Tx<Tables>,
  receipt: ImportedReceipt & { readonly visibleTo: readonly string[] },
  { slug, now }: { slug: string; now: Date },
): Promise<void> {
  const { receiptId, runId, spoolId, replaces, visibleTo, packedUnitResults } = receipt
  const readers = [...visibleTo]
  const { rows } = await sql<{ receipt_id: string }>`
    insert into receipt
      (receipt_id, run_id, spool_id, visible_to, replaces, signing_key_id, earned, receipt, packed_unit_results, unit_results_bytes,
       attestation, issued_at, imported_at)
    values (${receiptId}, ${runId}, ${spoolId}, ${readers}::text[], ${replaces}, ${receipt.signingKeyId}, ${receipt.earned}::numeric,
      ${receipt.receipt}, ${packedUnitResults?.file ?? null}, ${packedUnitResults?.bytes ?? null}, ${receipt.attestation},
      ${receipt.issuedAt}::timestamptz, ${now})
    on conflict do nothing returning receipt_id`.execute(tx)
  if (rows.length === 0) {
    throw conflict(`Spool ${spoolId} has another receipt in the place of this one.`, {
      reason: 'not_latest_receipt',
      remediation:
        'Import receipts of one Spool from the first to the last, before the Spool is verified again.',
    })
  }
  await sql`
    insert into receipt_of_account (account_id, issued_at, receipt_id, run_id, spool_id, verdict, earned, committed)
    select distinct account.id, ${receipt.issuedAt}::timestamptz, ${receiptId}, ${runId}, ${spoolId}, ${receipt.verdict},
      ${receipt.earned}::numeric, ${receipt.committed}::numeric
    from unnest(${readers}::text[]) as account (id)`.execute(tx)
  if (await isLogged(tx, 'receipt', receiptId, slug)) return
  await recordLogLeaf(tx, { kind: 'receipt', subject: receiptId, entry: receipt.logEntry })
}

/** Whether the log has a leaf of this kind about the receipt. */
export async function isLogged(
  tx: Tx<Tables>,
  kind: 'receipt' | 'status',
  receiptId: string,
  slug: string,
): Promise<boolean> {
  const subjects = [receiptId, logSubject(slug, receiptId, nodeSha256)]
  const { rows } = await sql`
    select 1 from log_entry where kind = ${kind} and subject = any(${subjects}::text[]) limit 1`.execute(tx)
  return rows.length > 0
}
