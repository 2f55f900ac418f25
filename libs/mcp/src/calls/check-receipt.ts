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

/** Holds a receipt against the published keys and a policy. Of the service it reads the keys alone. */
export async function checkReceipt(
  { receipt, policy = {} }: Json,
  { send, keys }: { send: SendRequest; keys: Endpoint },
): Promise<Json> {
  const trustSet = await readTrustSet(send, keys)
  try {
    return { ...requireOutcome(receipt, policy as OutcomePolicy, { trustSet }) }
  } catch (error) {
    if (error instanceof PolicyError) throw invalid('policy', error.message)
    throw error
  }
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
