import { canonicalJson, digestOf, type Sha256 } from '@outturn/canonical'

/** The value of a fact or a claim: a text, a whole number or a boolean. A decimal is a text, so that its digits stay. */
export type ReportedValue = string | number | boolean

/** The values of a fact or of a claim. Absent members are left out; a claim may have no time. */
export type ReportedValues = {
  readonly subject: string
  readonly predicate: string
  readonly value: ReportedValue
  /** RFC 3339 in UTC with milliseconds. */
  readonly occurred_at?: string
  readonly quantity?: number
  readonly amount_cents?: number
  readonly currency?: string
}

/** `sha256:` and the SHA-256 of the canonical JSON of the values, without any other member of their holder. */
export function contentDigestOf(holder: ReportedValues, sha256?: Sha256): `sha256:${string}` {
  const { subject, predicate, value, occurred_at, quantity, amount_cents, currency } = holder
  const values = { subject, predicate, value, occurred_at, quantity, amount_cents, currency }
  const present = Object.fromEntries(Object.entries(values).filter(([, member]) => member !== undefined))
  return `sha256:${digestOf(canonicalJson(present), sha256)}`
}
