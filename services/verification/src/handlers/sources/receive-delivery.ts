import { hash } from 'node:crypto'
import { parseSentJson, type SentJson, StrictJsonError } from '@outturn/canonical'
import { SourceId } from '@outturn/agreement'
import { invalid, maxDeliveryBytes, type receiveDelivery, Refusal } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { SourceSecrets } from '../../adapters/source-secrets.ts'
import { readDeliveryHeaders } from '../../domain/sources/delivery-headers.ts'
import { isSignedBy, type LiveKey } from '../../domain/sources/delivery-signature.ts'
import { mapPayload } from '../../domain/payloads/map-payload.ts'
import { mappingOf, type Source } from '../../domain/sources/source.ts'
import { readPublicKey } from '../../domain/sources/source-keys.ts'
import { noSuchSignature, type SignedDelivery, sourcePaused } from '../../domain/sources/take-delivery.ts'
import type { ReceiveDeps } from '../../flows/sources/receive-deps.ts'
import type { KeptKey } from '../../store/sources/source-keys-store.ts'

const maxSkewSeconds = 300

/** Takes a delivery. The signature is checked before the time: a sender without the secret learns nothing but that. */
export function handleReceiveDelivery(deps: ReceiveDeps): Handler<typeof receiveDelivery> {
  return async ({ sourceId, headers, body: base64 }, { commandId }) => {
    const body = Buffer.from(base64, 'base64')
    if (body.length > maxDeliveryBytes) {
      throw new Refusal('input_too_large', `The body is over the limit of ${maxDeliveryBytes} bytes.`)
    }
    const delivery = readDeliveryHeaders(headers)
    const now = deps.clock.now()
    const isId = SourceId.safeParse(sourceId).success
    const signer = isId ? await deps.readSigner(sourceId) : null
    const keys = signer === null ? [] : signer.keys.map((key) => liveKey(deps.secrets, signer.source, key))
    if (!isSignedBy(delivery, body, keys) || signer === null) throw noSuchSignature()
    const { source } = signer
    const seconds = Number(delivery.timestamp)
    assertInTime(seconds, now)
    if (source.status === 'paused') throw sourcePaused()
    deps.guard(sourceId, now.getTime())
    const answer = await deps.takeDelivery({
      sourceId,
      webhookId: delivery.id,
      seconds,
      bodyDigest: hash('sha256', body),
      commandId,
      receivedAt: now,
      payload: readPayload(source, body, { now, sentAt: new Date(seconds * 1_000) }),
    })
    if (answer instanceof Refusal) throw answer
    const { isDuplicate, factIds, rejected } = answer
    return { accepted: true, duplicate: isDuplicate, fact_ids: [...factIds], rejected: [...rejected] }
  }
}

function assertInTime(seconds: number, now: Date): void {
  if (Math.abs(Math.floor(now.getTime() / 1_000) - seconds) <= maxSkewSeconds) return
  throw invalid(
    'webhook-timestamp',
    `The time of the delivery is more than ${maxSkewSeconds} seconds from now.`,
    {
      reason: 'timestamp_out_of_range',
      remediation: 'Sign the delivery again with the current time, and check the clock of the sender.',
    },
  )
}

function readPayload(
  source: Source,
  body: Uint8Array,
  times: { now: Date; sentAt: Date },
): SignedDelivery['payload'] {
  let document: SentJson
  try {
    document = parseSentJson(body)
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    const { code, message, path } = error
    return new Refusal('invalid_json', message, {
      reason: code,
      ...(path !== '' && { field: path }),
      remediation: 'Send one JSON document in UTF-8 that every reader understands alike.',
    })
  }
  return mapPayload(mappingOf(source), source.spoolId, document, times)
}

function liveKey(secrets: SourceSecrets, { id }: Source, { sealed, publicKey }: KeptKey): LiveKey {
  if (sealed !== null) return { scheme: 'hmac_sha256', secret: secrets.open(id, sealed) }
  return { scheme: 'ed25519', publicKey: readPublicKey(publicKey ?? '') ?? new Uint8Array() }
}
