import type { Database, Tx } from '@outturn/postgres/typed'
import type { OperatorAction } from '../domain/operator/action.ts'
import type { Tables } from './tables.ts'

/** Records what an operator did; false for a command that is recorded already. */
export async function recordAction(tx: Tx<Tables>, action: OperatorAction): Promise<boolean> {
  const { doneBy, ...rest } = action
  const made = await tx
    .insertInto('operator_action')
    .values({ ...rest, done_by: doneBy })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return made !== undefined
}

/** What operators did about a settlement or an anomaly, or by switches where none is named; the oldest first. */
export async function actionsOf(db: Database<Tables>, subject: string | null): Promise<OperatorAction[]> {
  const rows = await db
    .selectFrom('operator_action')
    .selectAll()
    .where('subject', subject === null ? 'is' : '=', subject)
    .orderBy('at')
    .limit(1_000)
    .execute()
  return rows.map(({ done_by: doneBy, ...row }) => ({ ...row, doneBy }))
}

/** Switches by their names; `sending_paused` is 1 while nothing is sent, `restore_seen` the last restore that sending was paused for. */
export type SwitchName = 'sending_paused' | 'restore_seen'

/** The value of a switch; 0 where no operator has set it. Within a transaction no one changes it until that ends. */
export async function readSwitch(db: Database<Tables> | Tx<Tables>, name: SwitchName): Promise<bigint> {
  let row = db.selectFrom('switch').select('value').where('name', '=', name)
  if (db.isTransaction) row = row.forShare()
  return (await row.executeTakeFirst())?.value ?? 0n
}

export async function setSwitch(tx: Tx<Tables>, name: SwitchName, value: bigint, now: Date): Promise<void> {
  await tx
    .insertInto('switch')
    .values({ name, value, changed_at: now })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value, changed_at: now }))
    .execute()
}
