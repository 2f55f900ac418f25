import {
  ExchangedKey,
  forbidden,
  Invitation,
  inviteCounterparty,
  KeyExchangeRequest,
  unavailable,
  unsupportedInSandbox,
} from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { type Answer, type Call, defineRoute, json, type Route } from '../../http/route.ts'
import { asCommand, replayHeader } from '../bus-call.ts'
import { spoolIdOf, spoolParams } from './spool-call.ts'

export const exchangePath = '/api/v1/keys/exchange'

export const invitationRoutes: readonly Route[] = [
  defineRoute({
    method: 'POST',
    path: '/api/v1/spools/:id/invite',
    operation: 'invite-counterparty',
    summary: 'Invite the counterparty of a Spool',
    isRateLimited: true,
    params: spoolParams,
    success: {
      status: 201,
      description:
        'A grant to hand over, good once within 15 minutes. An earlier one that nobody used is over.',
      content: Invitation,
    },
    refuses: [...inviteCounterparty.refuses, 'unsupported_environment_capability'],
    answer: invite,
  }),
  defineRoute({
    method: 'POST',
    path: exchangePath,
    operation: 'exchange-key',
    summary: 'Exchange a grant for its key',
    isRateLimited: true,
    body: KeyExchangeRequest,
    success: { status: 201, description: 'The key, shown once.', content: ExchangedKey },
    refuses: ['forbidden', 'configuration_unavailable'],
    answer: exchange,
  }),
]

async function invite(call: Call): Promise<Answer> {
  const { instance, now } = call
  if (instance.environment !== 'production') {
    throw unsupportedInSandbox('The sandbox has no keys to invite with.', { field: 'invite-counterparty' })
  }
  const options = asCommand(call)
  const invitationId = derivedId('invitation', options.commandId)
  const input = { spoolId: spoolIdOf(call), invitationId }
  const reply = await instance.bus.requestBytes(inviteCounterparty, input, options)
  const { spoolId, partyId } = inviteCounterparty.output.parse(
    JSON.parse(Buffer.from(reply.bytes).toString()),
  )
  const invitation = { invitationId, spoolId, partyId }
  const { token, expiresAt } = await instance.grants.issueToCounterparty(invitation, options.commandId, now)
  const body: Invitation = {
    grant_token: token,
    expires_at: expiresAt.toISOString(),
    exchange_url: instance.exchangeUrl,
    spool_id: spoolId,
    party_id: partyId,
  }
  return json(201, body, replayHeader(reply))
}

/** Keys are production's, whoever asks. */
async function exchange(call: Call<KeyExchangeRequest>): Promise<Answer> {
  const { instances, body, idempotencyKey: repetition, now, deadline, requestId } = call
  const { production } = instances
  if (production === undefined) {
    throw unavailable('This deployment has no keys.', { retryAfterSeconds: 3600 })
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
      remediation: 'Ask whoever sent it for a new one. A grant is good once, for 15 minutes.',
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
}
