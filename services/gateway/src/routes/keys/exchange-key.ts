import { type ExchangedKey, exchangeKey, forbidden } from '@outturn/contracts'
import { json, serve } from '../../http/route.ts'
import { replayHeader } from '../bus-call.ts'
import { findAnywhere } from '../find-anywhere.ts'

/** A grant belongs to the environment that issued it, whatever the caller presents: it becomes a key there, or a sandbox session. */
export const exchangeKeyRoute = serve(exchangeKey, async (call) => {
  const { body, idempotencyKey: repetition, now, deadline, requestId } = call
  const attempt = { token: body.grant_token, repetition, now, deadline, requestId }
  const exchanged = await findAnywhere(call, async ({ environment, grants }) => {
    const found = await grants.exchange(attempt)
    return found === null ? null : { ...found, environment }
  })
  // Unknown, used, revoked and expired get the same words: nothing tells which of them it was.
  if (exchanged === null) {
    throw forbidden('This grant cannot be exchanged.', {
      remediation: 'Ask the party that sent it for a new one. A grant is good once, for 15 minutes.',
    })
  }
  const answer: ExchangedKey = {
    api_key: exchanged.apiKey,
    key_id: exchanged.keyId,
    scope: exchanged.scope,
    spool_id: exchanged.spoolId,
    party_id: exchanged.partyId,
    environment: exchanged.environment,
    created_at: exchanged.createdAt.toISOString(),
    expires_at: exchanged.expiresAt?.toISOString() ?? null,
  }
  return json(201, answer, replayHeader(exchanged))
})
