import {
  readObservations,
  readReceipt,
  readReceiptBundle,
  readRunInput,
  signBundle,
} from '@outturn/contracts'
import { schemaId } from '@outturn/receipt-verifier/issuing'
import { digestsOf } from '../../adapters/bundle-worker.ts'
import type { RequestOptions } from '@outturn/messaging'
import type { GatewayInstance } from '../../deps.ts'
import { type Answer, type Call, json, type Route, serve } from '../../http/route.ts'
import { asCaller } from '../bus-call.ts'
import type { ReadKeys } from '../keys/key-document.ts'
import { receiptIdOf } from './receipt-id.ts'

const openBrace = 0x7b

/** Most bytes of what a bundle has beside the receipt. */
const besideReceiptBytes = 12 * 1_048_576

/**
 * The first large part of a bundle takes the room of all: who held one part and waited for the next would wait for others that do the
 * same. A part is held twice, as it came and in the bundle, and the receipt once more, as it is read.
 */
function bundleRoom({ roomFor }: Call): (bytes: number) => Promise<void> {
  return async (bytes) => roomFor?.(bytes, 2 * (bytes + besideReceiptBytes))
}

/** Who a bundle is for, and where its parts are asked for. */
type BundleReader = {
  readonly slug: string
  readonly readKeys: ReadKeys
  readonly bus: GatewayInstance['bus']
  readonly options: RequestOptions
}

/** One file for an auditor with no account and no network: the receipt and all that its run was judged on. */
export function receiptBundleRoute(slug: string, readKeys: ReadKeys): Route {
  return serve(readReceiptBundle, (call) =>
    receiptBundle(call, receiptIdOf(call), {
      slug,
      readKeys,
      bus: call.instance.bus,
      options: asCaller(call),
    }),
  )
}

/** The bundle of a receipt, for who may read the receipt. */
export async function receiptBundle(
  call: Call,
  receiptId: string,
  { slug, readKeys, bus, options }: BundleReader,
): Promise<Answer> {
  const asReader = { ...options, roomFor: bundleRoom(call) }
  // A caller that may not see the receipt is refused here, before anything else of the run is read.
  const record = await bus.requestBytes(readReceipt, { receiptId }, asReader)
  // Receipt and contents can be megabytes: they are copied as texts, and read outside of the event loop.
  const { runId, receipt, status, digests } = await call.bundles.readRecord(record.bytes, call.deadline)
  const [input, { observations, opinions = [] }, keys] = await Promise.all([
    bus.requestBytes(readRunInput, { runId }, asReader),
    bus.request(readObservations, { runId }, asReader),
    readKeys(call),
  ])
  const schema = schemaId(slug, 'bundle')
  const judged = { observations, ...(opinions.length > 0 && { opinions }) }
  const members = {
    ...digests,
    ...digestsOf({ schema, ...judged, keys }),
    ...(await call.bundles.digestMembers(input.bytes, call.deadline)),
  }
  const { manifest } = await bus.request(signBundle, { receiptId, members }, options)
  const between = JSON.stringify({ ...judged, keys, status, manifest }).slice(1, -1)
  const bundle = Buffer.concat([
    Buffer.from(`{"schema":${JSON.stringify(schema)},"receipt":`),
    receipt,
    Buffer.from(`,${between},`),
    input.bytes.subarray(input.bytes.indexOf(openBrace) + 1),
  ])
  return json(200, bundle, { 'content-disposition': `attachment; filename="${receiptId}.bundle.json"` })
}
