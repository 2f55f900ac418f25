import type pg from 'pg'
import { serveProgram } from './serve.ts'
import type { VerifiedDelivery } from './verify-in-process.ts'

async function insertAll(client: pg.PoolClient, d: VerifiedDelivery): Promise<void> {
  await client.query('insert into reservation values ($1, $2, $3, $4, $5, $5)', [
    d.runId,
    d.accountId,
    'posted',
    d.amountMicros,
    d.at,
  ])
  await client.query(
    `insert into transfer (idempotency_key, kind, debit_account, credit_account, amount_micros, at)
     values ($1, 'hold', $2, $3, $4, $5), ($1, 'post', $3, 'revenue:verification', $4, $5)`,
    [d.runId, `customer:${d.accountId}:available`, `customer:${d.accountId}:held`, d.amountMicros, d.at],
  )
  await client.query("insert into spool values ($1, $2, $3, 2, $4, $5, decode($6, 'hex'), $7, $7)", [
    d.spoolId,
    d.shareId,
    d.accountId,
    d.agreement,
    d.standing,
    d.salt,
    d.at,
  ])
  for (const [index, item] of d.evidence.entries()) {
    await client.query('insert into evidence values ($1, $2, $3)', [d.spoolId, index + 1, item])
  }
  await client.query('insert into evidence_content values ($1, $2, $3)', [
    d.spoolId,
    d.contentDigest,
    d.content,
  ])
  for (const [index, body] of d.history.entries()) {
    await client.query('insert into spool_history values ($1, $2, $3)', [d.spoolId, index + 1, body])
  }
  await client.query('insert into run values ($1, $2, $3, $4, $5, $6)', [
    d.runId,
    d.spoolId,
    d.planHash,
    d.runDigest,
    d.outcome,
    d.at,
  ])
  await client.query('insert into receipt values ($1, $2, $3, $4, $5, $6)', [
    d.receiptId,
    d.runId,
    d.spoolId,
    d.receipt,
    d.attestation,
    d.at,
  ])
  await client.query('insert into usage_run values ($1, $2, $3, $4, $5)', [
    d.runId,
    d.accountId,
    d.at,
    'pass',
    d.standing,
  ])
  await client.query('insert into command_log values ($1, $2, $3, $4)', [
    d.commandId,
    d.bodyDigest,
    d.reply,
    d.at,
  ])
}

async function record(pool: pg.Pool, delivery: VerifiedDelivery): Promise<void> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    await insertAll(client, delivery)
    await client.query('commit')
  } catch (error) {
    await client.query('rollback')
    throw error
  } finally {
    client.release()
  }
}

await serveProgram(record)
