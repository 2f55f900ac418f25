import { setImmediate } from 'node:timers/promises'
import { nodeSha256 } from '@outturn/canonical/node'
import {
  readObservations,
  readReceipt,
  readReceiptBundle,
  readRunInput,
  signBundle,
} from '@outturn/contracts'
import { bundleMemberDigest, schemaId } from '@outturn/receipt-verifier/issuing'
import { json, type Route, serve } from '../../http/route.ts'
import { asCaller } from '../bus-call.ts'
import type { ReadKeys } from '../keys/key-document.ts'
import { receiptIdOf } from './receipt-id.ts'

/** One file for an auditor with no account and no network: the receipt and all that its run was judged on. */
export function receiptBundleRoute(slug: string, readKeys: ReadKeys): Route {
  return serve(readReceiptBundle, async (call) => {
    const receiptId = receiptIdOf(call)
    const { bus } = call.instance
    // A caller that may not see the receipt is refused here, before anything else of the run is read.
    const { receipt, status } = await bus.request(readReceipt, { receiptId }, asCaller(call))
    const runId = receipt.verification.run_id
    const [input, { observations, opinions = [] }, keys] = await Promise.all([
      bus.requestBytes(readRunInput, { runId }, asCaller(call)),
      bus.request(readObservations, { runId }, asCaller(call)),
      readKeys(call),
    ])
    const judged = { observations, ...(opinions.length > 0 && { opinions }) }
    const rest = { schema: schemaId(slug, 'bundle'), receipt, ...judged, keys, status }
    const members = await digestsOf({ ...rest, ...(JSON.parse(input.bytes.toString()) as object) })
    const { manifest } = await bus.request(signBundle, { receiptId, members }, asCaller(call))
    return json(200, withMembers({ ...rest, manifest }, input.bytes), {
      'content-disposition': `attachment; filename="${receiptId}.bundle.json"`,
    })
  })
}

/** The digest of each member. Contents can be megabytes, so other requests have their turn between them. */
async function digestsOf(bundle: object): Promise<Record<string, string>> {
  const digests: Record<string, string> = {}
  for (const [name, value] of Object.entries(bundle)) {
    await setImmediate()
    digests[name] = bundleMemberDigest(name, value, nodeSha256)
  }
  return digests
}

/** JSON of an object with the members of another, whose text is copied as it came: it may be megabytes of evidence. */
function withMembers(object: object, other: Uint8Array): Uint8Array {
  const head = Buffer.from(JSON.stringify(object).slice(0, -1))
  return Buffer.concat([head, Buffer.from(','), other.subarray(other.indexOf(0x7b) + 1)])
}
