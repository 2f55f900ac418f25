import type { Statement } from '@outturn/contracts'
import type { CreditGrantSource } from '@outturn/vocabulary'

/** A transfer that brings or takes credits of a grant, beside charges. */
export type CreditMovement = {
  readonly entryId: string
  readonly kind: 'grant' | 'grant_expiry' | 'refund_credits' | 'refund_debt'
  readonly at: Date
  readonly source: CreditGrantSource
  readonly grantId: string
  readonly note: string
  /** Above zero. */
  readonly micros: bigint
}

type ShownMovement = Statement['movements'][number]

/** What a movement is to the account. */
export function movementKind({
  kind,
  source,
}: Pick<CreditMovement, 'kind' | 'source'>): ShownMovement['kind'] {
  switch (kind) {
    case 'grant':
      return source === 'promo' || source === 'operator' ? 'granted' : 'bought'
    case 'grant_expiry':
      return 'expired'
    case 'refund_credits':
    case 'refund_debt':
      return 'refunded'
    default:
      return kind satisfies never
  }
}

/** The movement with its sign: above zero where the balance grew. */
export function signedMicros({ kind, micros }: Pick<CreditMovement, 'kind' | 'micros'>): bigint {
  return kind === 'grant' ? micros : -micros
}

/** The purchase of a pack, else the grant. */
export function referenceOf({
  note,
  grantId,
  source,
}: Pick<CreditMovement, 'note' | 'grantId' | 'source'>): string {
  if (source === 'promo' || source === 'operator') return grantId
  return /^purchase (\S+)$/.exec(note)?.[1] ?? grantId
}

export function toShownMovement(movement: CreditMovement): ShownMovement {
  return {
    at: movement.at.toISOString(),
    entryId: movement.entryId,
    kind: movementKind(movement),
    source: movement.source,
    reference: referenceOf(movement),
    amountMicros: String(signedMicros(movement)),
  }
}
