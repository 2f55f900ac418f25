import { randomUUID } from 'node:crypto'
import { derivedId } from '@outturn/service'
import type { Environment } from '@outturn/vocabulary'
import { ask } from './http-client.ts'
import type { OpenGateway } from './open-gateway.ts'

/**
 * A key for the counterparty of a Spool, in the sandbox a session, exchanged as its holder would. The fake of the spool service must let
 * the slot be assigned.
 */
export async function counterpartyKey(
  gateway: OpenGateway,
  { spoolId, partyId }: { spoolId: string; partyId: string },
  environment: Environment = 'production',
): Promise<{ apiKey: string; keyId: string }> {
  const grants = gateway.instances[environment]?.grants
  if (grants === undefined) throw new Error(`${environment} is not hosted`)
  const commandId = `cmd_${randomUUID()}`
  const invitation = { invitationId: derivedId('invitation', commandId), spoolId, partyId }
  const { token } = await grants.issueToCounterparty(invitation, commandId, new Date())
  const body = { grant_token: token }
  const { status, text, body: key } = await ask(gateway.baseUrl, 'POST', '/api/v1/keys/exchange', { body })
  if (status !== 201) throw new Error(`no key was exchanged: ${text}`)
  return { apiKey: String(key['api_key']), keyId: String(key['key_id']) }
}
