import type pg from 'pg'
import { serveProgram } from './serve.ts'
import type { VerifiedDelivery } from './verify-in-process.ts'

const text = `
with funds as (
  update account_funds set available_micros = available_micros - $20 where account_id = $5 and available_micros >= $20
), held as (
  insert into reservation values ($13, $5, 'posted', $20, $9, $9)
), moved as (
  insert into transfer (idempotency_key, kind, debit_account, credit_account, amount_micros, at)
  values ($13, 'hold', 'customer:' || $5 || ':available', 'customer:' || $5 || ':held', $20, $9),
         ($13, 'post', 'customer:' || $5 || ':held', 'revenue:verification', $20, $9)
), new_spool as (
  insert into spool values ($3, $4, $5, 2, $6, $7, decode($8, 'hex'), $9, $9)
), new_evidence as (
  insert into evidence select $3, e.n, e.item::json from unnest($10::text[]) with ordinality as e(item, n)
), new_content as (
  insert into evidence_content values ($3, $11, $12)
), new_history as (
  insert into spool_history select $3, h.n, h.body from unnest($14::text[]) with ordinality as h(body, n)
), new_run as (
  insert into run values ($13, $3, $15, $16, $17, $9)
), new_receipt as (
  insert into receipt values ($18, $13, $3, $19, $21, $9)
), new_usage as (
  insert into usage_run values ($13, $5, $9, 'pass', $7)
)
insert into command_log values ($1, $2, $22, $9)`

async function record(pool: pg.Pool, d: VerifiedDelivery): Promise<void> {
  await pool.query({
    name: 'record',
    text,
    values: [
      d.commandId,
      d.bodyDigest,
      d.spoolId,
      d.shareId,
      d.accountId,
      d.agreement,
      d.standing,
      d.salt,
      d.at,
      d.evidence,
      d.contentDigest,
      d.content,
      d.runId,
      d.history,
      d.planHash,
      d.runDigest,
      d.outcome,
      d.receiptId,
      d.receipt,
      d.amountMicros,
      d.attestation,
      d.reply,
    ],
  })
}

await serveProgram(record)
