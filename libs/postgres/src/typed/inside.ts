import { CompiledQuery } from 'kysely'
import type { Runner } from '../runner.ts'
import type { Statement } from '../statement.ts'
import type { Tx } from './database.ts'

/** Each statement is executed within the transaction. */
export function inside<Tables>(tx: Tx<Tables>): Runner {
  return async <Row extends object>({ text }: Statement, values: readonly unknown[]) => {
    const { rows } = await tx.executeQuery<Row>(CompiledQuery.raw(text, [...values]))
    return rows
  }
}
