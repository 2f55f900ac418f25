import { type JsonObject, type JsonValue, canonicalJson } from '@outturn/canonical'
import { schemaId } from './schema-id.ts'

export interface AgreedParty {
  readonly role: string
  readonly kind: string
  readonly display_name: string
  readonly settlement_address?: string
}

export interface AgreedValue {
  readonly amount_cents: number
  readonly currency: string
  readonly rail_preference?: string
}

/** What the parties agreed, as the agreement hash binds it; members beyond these are left out of the hash. */
export interface Agreement {
  readonly spool_id: string
  readonly agreement_version: number
  readonly type: string
  readonly mode: string
  readonly parties: readonly AgreedParty[]
  readonly value: AgreedValue
  readonly deliverable: JsonValue
  readonly terms: readonly JsonValue[]
  /** In full, with their ids. */
  readonly conditions: readonly JsonObject[]
  readonly unitization: JsonObject | null
  readonly economics: { readonly fee_cents?: number; readonly expiry?: string }
  readonly dispute_policy: JsonValue
  readonly finality: JsonValue
}

/** Canonical text whose SHA-256 is `agreement_hash`; contact details and account ids of the parties never enter it. */
export function agreementPreimage(slug: string, agreement: Agreement): string {
  const { fee_cents, expiry } = agreement.economics
  return canonicalJson({
    schema: schemaId(slug, 'agreement'),
    spool_id: agreement.spool_id,
    agreement_version: agreement.agreement_version,
    type: agreement.type,
    mode: agreement.mode,
    parties: agreement.parties.map(agreedParty),
    value: agreedValue(agreement.value),
    deliverable: agreement.deliverable,
    terms: agreement.terms,
    conditions: agreement.conditions,
    unitization: agreement.unitization,
    economics: {
      ...(fee_cents === undefined ? {} : { fee_cents }),
      ...(expiry === undefined ? {} : { expiry }),
    },
    dispute_policy: agreement.dispute_policy,
    finality: agreement.finality,
  })
}

function agreedValue({ amount_cents, currency, rail_preference }: AgreedValue): AgreedValue {
  return { amount_cents, currency, ...(rail_preference === undefined ? {} : { rail_preference }) }
}

function agreedParty({ role, kind, display_name, settlement_address }: AgreedParty): AgreedParty {
  return { role, kind, display_name, ...(settlement_address === undefined ? {} : { settlement_address }) }
}
