import { type Invitation, inviteCounterparty, spoolParams } from '@outturn/contracts'
import { derivedId } from '@outturn/service'
import { json, serve } from '../../http/route.ts'
import { invitationPath } from '../../pages/invitation/invitation-page.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { asCommand, replayHeader } from '../bus-call.ts'

export const inviteCounterpartyRoute = serve(inviteCounterparty.http, async (call) => {
  const { instance, now } = call
  const options = asCommand(call)
  const invitationId = derivedId('invitation', options.commandId)
  const input = { spoolId: pathParameter('id', spoolParams.id, call.params), invitationId }
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
    page_url:
      instance.environment === 'demo' ? null : new URL(invitationPath(token), instance.exchangeUrl).href,
    spool_id: spoolId,
    party_id: partyId,
  }
  return json(201, body, replayHeader(reply))
})
