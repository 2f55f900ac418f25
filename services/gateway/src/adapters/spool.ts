import { assignParty, Refusal } from '@outturn/contracts'
import type { Bus, RequestOptions } from '@outturn/messaging'
import type { KeyGrant } from '../store/grant-store.ts'

/** Answers of the spool service that mean that the slot is not this invitation's to take. */
const slotIsGone: ReadonlySet<string> = new Set(['conflict', 'invalid_state', 'spool_not_found'])

/**
 * Gives the slot of an invitation to its guest; false when it is not to be had any more. The slot goes first: it is
 * idempotent by invitation, so an exchange that ends here is done again with the same token.
 */
export async function assignSlot(
  bus: Pick<Bus, 'request'>,
  {
    id: invitationId,
    spool_id: spoolId,
    party_id: partyId,
    account_id: accountId,
  }: Pick<KeyGrant, 'id' | 'spool_id' | 'party_id' | 'account_id'>,
  { deadline, requestId }: Pick<RequestOptions, 'deadline' | 'requestId'>,
): Promise<boolean> {
  if (spoolId === null || partyId === null) return true
  try {
    await bus.request(
      assignParty,
      { spoolId, partyId, invitationId, accountId },
      {
        principal: { kind: 'service', service: 'gateway' },
        commandId: `cmd_assign:${invitationId}:${accountId}`,
        deadline,
        requestId,
      },
    )
    return true
  } catch (error) {
    if (error instanceof Refusal && slotIsGone.has(error.code)) return false
    throw error
  }
}
