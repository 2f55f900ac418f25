import type { SpoolView, VerifiedSpool } from '@outturn/contracts'
import { acted, type Agreement, counterpartyKey, created } from '../agreement.ts'
import { delivery } from '../api.ts'
import { filled, type PreparedCall, type Side } from './preparation.ts'

/** A Spool that both parties accepted. In the sandbox one person speaks for both. */
export async function accepted(side: Side, changes: Partial<Agreement> = {}): Promise<SpoolView> {
  return (await acceptedWithKey(side, changes)).spool
}

/** An accepted Spool with the key of the party that accepted it. */
export async function acceptedWithKey(
  side: Side,
  changes: Partial<Agreement> = {},
): Promise<{ spool: SpoolView; key: string }> {
  // Settled elsewhere, so that a Spool is complete when its work is verified.
  const value = { amount_cents: 500, currency: 'USD', rail_preference: 'external' }
  const spool = await created(side.send, side.key, { value, ...changes })
  const key = side.isSandbox ? side.key : (await counterpartyKey(side.send, side.key, spool.id)).api_key
  return { spool: await acted<SpoolView>(side.send, key, `${spool.id}/accept`), key }
}

export async function onAccepted(side: Side, path: string): Promise<PreparedCall> {
  return { path: filled(path, (await accepted(side)).id) }
}

/** An accepted Spool with evidence. */
export async function delivered(side: Side): Promise<SpoolView> {
  const spool = await accepted(side)
  return acted<SpoolView>(side.send, side.key, `${spool.id}/evidence`, evidenceFor(spool))
}

export async function onDelivered(side: Side, path: string): Promise<PreparedCall> {
  return { path: filled(path, (await delivered(side)).id) }
}

export function evidenceFor({ conditions }: SpoolView): unknown {
  const { rows } = delivery().evidence
  return {
    condition_id: conditions[0]?.id,
    type: 'dataset',
    source: 'export',
    metadata: { rows },
    on_behalf_of: 'provider',
  }
}

/** The receipt of a Spool of two parties, who may dispute it, and the key of the other party. */
export async function receiptOfTwo(side: Side, changes: Partial<Agreement> = {}) {
  const { spool, key: otherKey } = await acceptedWithKey(side, changes)
  const at = `${spool.id}/evidence`
  await acted<SpoolView>(side.send, side.key, at, evidenceFor(spool))
  const { receipt } = await acted<VerifiedSpool>(side.send, side.key, `${spool.id}/verify`)
  return { spool, receiptId: receipt?.id ?? 'none', otherKey }
}
