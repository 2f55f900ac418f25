import { balanceLow, type Event, type EventPayload, keyCapNear, statementClosed } from '@outturn/contracts'
import type { Statement } from '@outturn/contracts'
import { type OutboxRow, outboxRow } from '@outturn/postgres'
import type { BillingDeps } from './deps.ts'
import type { KeyCap, NotedPercent } from './domain/spending/key-cap.ts'

type EventDeps = Pick<BillingDeps, 'environment' | 'newUuid'>

function announced<E extends Event>(
  { environment, newUuid }: EventDeps,
  event: E,
  payload: EventPayload<E>,
  now: Date,
): OutboxRow {
  return outboxRow({ environment, event, payload }, { id: newUuid(), now })
}

/** The balance of an account fell below its threshold. */
export function balanceFell(
  deps: EventDeps,
  facts: { accountId: string; availableMicros: bigint; thresholdMicros: bigint },
  now: Date,
): OutboxRow {
  const payload = {
    accountId: facts.accountId,
    availableMicros: String(facts.availableMicros),
    thresholdMicros: String(facts.thresholdMicros),
    at: now.toISOString(),
  }
  return announced(deps, balanceLow, payload, now)
}

/** The statement of a month was made. */
export function statementMade(
  deps: EventDeps,
  accountId: string,
  { month, number, chargedMicros, closingMicros }: Statement,
  now: Date,
): OutboxRow {
  const payload = { accountId, month, number, chargedMicros, closingMicros, at: now.toISOString() }
  return announced(deps, statementClosed, payload, now)
}

/** A key used so much of its cap. */
export function capNeared(
  deps: EventDeps,
  accountId: string,
  { keyId, capMicros, usedMicros, month }: KeyCap,
  percent: Exclude<NotedPercent, 0>,
  now: Date,
): OutboxRow {
  const amounts = { capMicros: String(capMicros), usedMicros: String(usedMicros) }
  return announced(
    deps,
    keyCapNear,
    { accountId, keyId, percent, ...amounts, month, at: now.toISOString() },
    now,
  )
}
