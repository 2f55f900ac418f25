import type { Reservation } from './reservation.ts'
import { customerAccounts, type Transfer } from './transfer.ts'

/** The transfers that hold what a reservation sets aside, or release it: one for each grant, and one for what is owed. */
export function moveSetAside(
  kind: 'hold' | 'release',
  { runId, accountId, attempt, parts, receivableMicros, keyId, useCase }: Reservation,
  at: Date,
): Transfer[] {
  const { available, held, receivable } = customerAccounts(accountId)
  const move = (source: string, grantId: string | null, amountMicros: bigint): Transfer => ({
    kind,
    idempotencyKey: `${runId}/${attempt}/${grantId ?? 'receivable'}`,
    debitAccount: kind === 'hold' ? source : held,
    creditAccount: kind === 'hold' ? held : source,
    amountMicros,
    reference: runId,
    grantId,
    keyId,
    useCase,
    at,
  })
  const moves = parts.map(({ grant, micros }) => move(available, grant.id, micros))
  return receivableMicros === 0n ? moves : [...moves, move(receivable, null, receivableMicros)]
}
