import { canonicalJson } from '@outturn/canonical'
import { bodyOfReceipt, receiptIdOf } from '../receipt-body.ts'
import { type Finding, failed, ok } from '../finding.ts'
import type { Expectations, Inspection } from '../inspection.ts'

/** Whether this verifier knows how to read receipts of the schema; judged of any object, well-formed or not. */
export function checkSchema(schema: unknown, { schemas }: Expectations): Finding {
  return typeof schema === 'string' && schemas.includes(schema)
    ? ok(`The schema is ${schema}.`)
    : failed(`The schema is not ${schemas.join(' or ')}.`)
}

/** Whether the receipt is of the environment that the caller expects; judged of any object, well-formed or not. */
export function checkEnvironment(environment: unknown, { environment: expected }: Expectations): Finding {
  if (environment === expected) return ok(`The receipt says that it is of the ${expected} environment.`)
  return environment === 'demo'
    ? failed('The receipt is a demonstration, and demo was not asked for.')
    : failed(`The receipt is not of the ${expected} environment.`)
}

/** The id is derived from the body, so a changed body has another id. */
export function checkReceiptId({ receipt, suite }: Inspection): Finding {
  const derived = receiptIdOf(canonicalJson(bodyOfReceipt(receipt)), suite.sha256)
  return derived === receipt.id
    ? ok('The id is the one that the content has.')
    : failed(`The content has the id ${derived}.`)
}
