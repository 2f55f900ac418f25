import {
  contentDigestOf,
  type ReadValue,
  readReportedAmount,
  readReportedName,
  readReportedQuantity,
  readReportedTime,
  readReportedValue,
  type ReportedValues,
  type ValueFault,
} from '@outturn/agreement'
import { ExactNumber, type JsonValue, plainNumber, type SentJson, SentNumber } from '@outturn/canonical'
import { type ClaimInput, unprocessable } from '@outturn/contracts'
import type { DraftClaim } from '../domain/claims/draft-claim.ts'

type Member = 'amount_cents' | 'occurred_at' | 'predicate' | 'quantity' | 'subject' | 'value'

/** Reads claims by the rules of values that also hold for facts; refuses the first value that breaks one. */
export function readClaims(sent: readonly ClaimInput[], now: Date): DraftClaim[] {
  return sent.map((claim, index) => readClaim(claim, index, now))
}

function readClaim(sent: ClaimInput, index: number, now: Date): DraftClaim {
  const read = <Value>(member: Member, rule: (found: SentJson | undefined) => ReadValue<Value>): Value => {
    const result = rule(asSent(sent[member]))
    if ('value' in result) return result.value
    throw unprocessable(`claims[${index}].${member}`, faultWords[result.fault], {
      remediation: remediations[member],
    })
  }
  const values: ReportedValues = {
    subject: read('subject', readReportedName),
    predicate: read('predicate', readReportedName),
    value: read('value', readReportedValue),
    ...present(
      'occurred_at',
      read('occurred_at', (found) => readOptionalTime(found, now)),
    ),
    ...present('quantity', read('quantity', readReportedQuantity)),
    ...present('amount_cents', read('amount_cents', readReportedAmount)),
  }
  return {
    values,
    contentDigest: contentDigestOf(values),
    evidenceRef: sent.evidence_ref ?? null,
    supersedes: sent.supersedes ?? null,
  }
}

function readOptionalTime(found: SentJson | undefined, now: Date): ReadValue<string | null> {
  return found === undefined || found === null ? { value: null } : readReportedTime(found, now)
}

function present<Name extends string, Value>(name: Name, value: Value | null): Partial<Record<Name, Value>> {
  return value === null ? {} : ({ [name]: value } as Record<Name, Value>)
}

/** A value of a request; its numbers are read as plain decimals. */
function asSent(value: JsonValue | undefined): SentJson | undefined {
  if (typeof value === 'number' || value instanceof ExactNumber) return new SentNumber(plainNumber(value))
  if (value === null || typeof value !== 'object') return value
  // A list or an object is refused whatever it holds.
  return []
}

const faultWords: Readonly<Record<ValueFault, string>> = {
  empty_value: 'The value is empty.',
  occurred_in_future: 'The time is more than 5 minutes ahead.',
  unmappable_value: 'The value is not one that this member takes.',
  value_not_exact: 'The number is not a plain decimal of at most 30 digits.',
}

const remediations: Readonly<Record<Member, string>> = {
  subject: 'Send a text of 1 to 256 characters, or a whole number.',
  predicate: 'Send a text of 1 to 256 characters, or a whole number.',
  value: 'Send a text of 1 to 1,024 characters, a whole number, a plain decimal or a boolean.',
  occurred_at: 'Send a time such as 2026-01-31T17:00:00Z that is not in the future, or leave it out.',
  quantity: 'Send a whole number, or leave it out.',
  amount_cents: 'Send a whole number of cents, 0 or more, or leave it out.',
}
