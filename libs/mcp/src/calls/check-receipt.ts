import { type Endpoint, invalid, unavailable } from '@outturn/contracts'
import {
  KeyDocumentError,
  type OutcomePolicy,
  parseKeyDocument,
  PolicyError,
  requireOutcome,
  type TrustSet,
} from '@outturn/receipt-verifier'
import type { Json } from '../tools/tool.ts'
import type { SendRequest } from './api.ts'

/** Verifies a receipt by the published keys and a policy. It reads only the keys from the service. */
export async function checkReceipt(
  { receipt, policy = {} }: Json,
  { send, keys }: { send: SendRequest; keys: Endpoint },
): Promise<Json> {
  const trustSet = await readTrustSet(send, keys)
  try {
    const { checks, verdict, ...decision } = requireOutcome(receipt, policy as OutcomePolicy, { trustSet })
    return {
      ...decision,
      checks: notPassed(checks),
      verdict: { ...verdict, checks: notPassed(verdict.checks) },
    }
  } catch (error) {
    if (error instanceof PolicyError) throw invalid('policy', error.message)
    throw error
  }
}

/** A check that passed has the reason that it looked for, which a model reads as a finding. */
function notPassed<Check extends { readonly status: string }>(checks: readonly Check[]): readonly Check[] {
  return checks.filter(({ status }) => status !== 'ok')
}

async function readTrustSet(send: SendRequest, { path }: Endpoint): Promise<TrustSet> {
  const { status, body } = await send({
    method: 'GET',
    path,
    headers: { accept: 'application/json' },
    isRateLimited: false,
  })
  try {
    if (status !== 200) throw new KeyDocumentError(`The key document was answered with status ${status}.`)
    return parseKeyDocument(JSON.parse(Buffer.from(body).toString()))
  } catch (error) {
    if (!(error instanceof KeyDocumentError) && !(error instanceof SyntaxError)) throw error
    throw unavailable('The published keys could not be read, so that no receipt can be checked.')
  }
}
