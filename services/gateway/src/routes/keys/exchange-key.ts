import { type ExchangedKey, exchangeKey, forbidden, unavailable } from '@outturn/contracts'
import { json, serve } from '../../http/route.ts'
import { replayHeader } from '../bus-call.ts'

/** Keys belong to production, whatever the caller presents. */
export const exchangeKeyRoute = serve(exchangeKey, async (call) => {
  const { instances, body, idempotencyKey: repetition, now, deadline, requestId } = call
  const production = instances.of('production')
  if (production === undefined) {
    throw unavailable('This deployment hosts the sandbox only, which has no keys.', {
      retryAfterSeconds: 3600,
      remediation: 'Exchange the grant at the deployment that issued it.',
    })
  }
  const exchanged = await production.grants.exchange({
    token: body.grant_token,
    repetition,
    now,
    deadline,
    requestId,
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
    environment: production.environment,
    created_at: exchanged.createdAt.toISOString(),
    expires_at: null,
  }
  return json(201, answer, replayHeader(exchanged))
})
