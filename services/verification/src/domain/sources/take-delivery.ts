import { conflict, Refusal, type RefusalOptions, unavailable, unprocessable } from '@outturn/contracts'
import type { FactIntake } from '../facts/fact-intake.ts'
import type { MappedPayload, RejectedElement } from '../payloads/map-payload.ts'
import { spendDelivery, tooManyDeliveries } from './delivery-rate.ts'
import type { Source } from './source.ts'
import { withFailure, withRejections, withTaken } from './source-progress.ts'

/** Time within which a webhook-id is known again, ms. */
export const knownDeliveryMs = 8 * 24 * 60 * 60 * 1_000

/** A delivery whose signature and time were checked. */
export type SignedDelivery = {
  readonly sourceId: string
  readonly webhookId: string
  /** The time that was signed, Unix seconds. */
  readonly seconds: number
  readonly bodyDigest: string
  readonly commandId: string
  readonly receivedAt: Date
  /** What its payload says; a refusal where it cannot be read, null where its list is none. */
  readonly payload: MappedPayload | Refusal | null
}

/** A delivery that was taken before. */
export type KnownDelivery = {
  readonly bodyDigest: string
  readonly commandId: string
  readonly factIds: readonly string[]
  readonly rejected: readonly ShownRejection[]
  readonly receivedAt: Date
}

export type ShownRejection = Pick<RejectedElement, 'code' | 'index' | 'pointer'>

export type DeliveryOutcome = {
  readonly source: Source
  readonly answer:
    | {
        readonly isDuplicate: boolean
        readonly factIds: readonly string[]
        readonly rejected: readonly ShownRejection[]
      }
    | Refusal
  /** Whether the delivery is kept, so that it is known again. */
  readonly isStored: boolean
}

/** Decides a delivery for its source as it is now. Facts that it creates are in the intake. */
export function takeDelivery(
  current: Source,
  known: KnownDelivery | null,
  delivery: SignedDelivery,
  intake: FactIntake,
): DeliveryOutcome {
  const fullAt = spendDelivery(current.deliveriesFullAt?.getTime() ?? 0, delivery.receivedAt.getTime())
  const source = fullAt === null ? current : { ...current, deliveriesFullAt: new Date(fullAt) }
  const refused = (answer: Refusal, after = source): DeliveryOutcome => ({
    source: after,
    answer,
    isStored: false,
  })
  if (current.status === 'revoked') return refused(noSuchSignature(), current)
  if (current.status === 'paused') return refused(sourcePaused(), current)
  if (fullAt === null) return refused(tooManyDeliveries())
  if (known !== null) return answerKnown(source, known, delivery)
  const { payload, receivedAt, webhookId, seconds } = delivery
  const at = receivedAt.toISOString()
  const place = { at, id: webhookId }
  const fail = (code: string, answer: Refusal) =>
    refused(answer, withRejections(withFailure(source, code, at), [{ code, pointer: null }], place))
  if (payload instanceof Refusal) return fail(payload.options.reason ?? 'invalid_json', payload)
  if (payload === null) return fail('unmappable_value', noList(source))
  const { factIds, created, rejected } = intake.take(source, payload, {
    provenance: 'source_webhook_signed',
    observedAt: at,
    webhookId,
    sent: { seconds, id: webhookId },
    firstIndex: 0,
  })
  const [first] = rejected
  if (first !== undefined && factIds.length === 0) {
    return refused(
      nothingMapped(first, rejected),
      withRejections(withFailure(source, first.code, at), rejected, place),
    )
  }
  return {
    source: withRejections(withTaken(source, at, created), rejected, place),
    answer: { isDuplicate: false, factIds, rejected: shown(rejected) },
    isStored: true,
  }
}

function answerKnown(source: Source, known: KnownDelivery, delivery: SignedDelivery): DeliveryOutcome {
  if (known.bodyDigest !== delivery.bodyDigest) {
    const answer = conflict('This webhook-id was taken with another body.', {
      field: 'webhook-id',
      reason: 'webhook_id_reused',
      remediation: 'Send each payload under an id of its own.',
    })
    return { source, answer, isStored: false }
  }
  const { factIds, rejected, commandId } = known
  // The bus may bring one request twice, which its sender sent once.
  const isDuplicate = commandId !== delivery.commandId
  return { source, answer: { isDuplicate, factIds, rejected }, isStored: false }
}

/** Every delivery that is not signed by a live key of a source gets these words, also where there is no source. */
export function noSuchSignature(): Refusal {
  return new Refusal('unauthenticated', 'No signature of the delivery is that of the source.', {
    remediation:
      'Sign `webhook-id.webhook-timestamp.body` with a current secret of the source, over the bytes that you send.',
  })
}

export function sourcePaused(): Refusal {
  return unavailable('The source is paused.', {
    reason: 'source_paused',
    retryAfterSeconds: 300,
    remediation: 'Send the same delivery again later, or resume the source.',
  })
}

function noList({ mapping }: Source): Refusal {
  return unprocessable(
    'mapping.items',
    `There is no list of at most 1,000 elements at ${mapping.items ?? '""'}.`,
    {
      remediation: 'Send the list where the mapping expects it, in parts if it is longer.',
    },
  )
}

const causes: Record<RejectedElement['code'], string> = {
  empty_value: 'is empty',
  unmappable_value: 'is missing or cannot be kept',
  value_not_exact: 'is a number that is not exact',
  occurred_in_future: 'is more than five minutes ahead',
  unknown_spool: 'names no Spool of the account of the source',
  spool_closed: 'is a Spool that takes no more facts',
  fact_limit: 'is a Spool with as many facts as it may have',
}

function nothingMapped(first: RejectedElement, rejected: readonly RejectedElement[]): Refusal {
  const { member, code, pointer } = first
  const place = pointer === null ? `The ${member}` : `The ${member} at ${pointer}`
  const options: Omit<RefusalOptions, 'field'> = {
    remediation:
      'Try the payload with POST /api/v1/sources/{source_id}/test. Nothing was stored, so the webhook-id may be sent again.',
    details: { rejected: shown(rejected) },
  }
  return unprocessable(`mapping.${member}`, `${place} ${causes[code]}.`, options)
}

export function shown(rejected: readonly RejectedElement[]): ShownRejection[] {
  return rejected.map(({ index, code, pointer }) => ({ index, code, pointer }))
}
