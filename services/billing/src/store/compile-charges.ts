import { snakeNames } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import type { CompileCharge } from '../domain/prices/charge-compile.ts'
import { chargeTime } from './statements/closed-until.ts'
import type { Tables } from './tables.ts'

/** The charge of a compile or an audit; null while it was not charged. */
export async function findCompileCharge(tx: Tx<Tables>, compileId: string): Promise<CompileCharge | null> {
  const row = await tx
    .selectFrom('compile_charge')
    .selectAll()
    .where('compile_id', '=', compileId)
    .executeTakeFirst()
  if (row === undefined) return null
  return {
    compileId: row.compile_id,
    accountId: row.account_id,
    keyId: row.key_id,
    coveredBy: row.covered_by,
    amountMicros: row.amount_micros,
    work: row.work,
    allowance: {
      month: row.allowance_month,
      verifications: row.allowance_verifications,
      compiles: row.allowance_compiles,
    },
    at: row.at,
  }
}

/** Records a charge; its transfers stand in the same transaction. */
export async function recordCompileCharge(
  tx: Tx<Tables>,
  { allowance, ...columns }: CompileCharge,
): Promise<void> {
  await tx
    .insertInto('compile_charge')
    .values({
      ...snakeNames(columns),
      at: chargeTime(columns.at),
      allowance_month: allowance.month,
      allowance_compiles: allowance.compiles,
      allowance_verifications: allowance.verifications,
    })
    .execute()
}
