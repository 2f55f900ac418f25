import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { Invitation } from '../http/spools/invitation.ts'
import { AccountId, InvitationId, PartyId, ShareId, SpoolId } from '@outturn/agreement'
import { defineCommand, defineQuery } from '../operation.ts'
import { spoolParams } from '../path-parameters.ts'
import { actionRefusals } from './action-target.ts'

/** The party that an invitation is for: the one counterparty slot that is free. Recorded in the history. */
export const inviteCounterparty = defineCommand('spool.invite-counterparty', {
  input: z.strictObject({ spoolId: SpoolId, invitationId: InvitationId }),
  output: z.strictObject({ spoolId: SpoolId, partyId: PartyId }),
  refuses: [...actionRefusals, 'conflict', 'not_allowed_in_unilateral_mode'],
  http: {
    path: '/api/v1/spools/:id/invite',
    access: keyAccess(['full']),
    tag: 'Spools',
    summary: 'Invite the counterparty of a Spool',
    description:
      'Makes a grant with which the other party gets a key for this Spool alone. Hand it over in private: the first to exchange it is the other party. It costs nothing. Next, the other party calls exchange-key within 15 minutes.',
    hasOwnRule: true,
    params: spoolParams,
    success: {
      status: 201,
      description:
        'A grant for the counterparty. It can be used once, within 15 minutes. It replaces an earlier unused grant.',
      content: Invitation,
    },
  },
})

/** What an invitation is to, for its holder, who is no party yet: the address of the agreement, and if the slot is still free. */
export const readInvitedSlot = defineQuery('spool.read-invited-slot', {
  input: z.strictObject({ spoolId: SpoolId, partyId: PartyId }),
  output: z.strictObject({ shareId: ShareId, slot: z.enum(['free', 'taken', 'closed']) }),
  refuses: ['spool_not_found'],
  sentBy: ['gateway'],
})

/** Gives the slot to the holder of an exchanged invitation. Idempotent by invitation; a taken slot or a closed Spool refuses. */
export const assignParty = defineCommand('spool.assign-party', {
  input: z.strictObject({
    spoolId: SpoolId,
    partyId: PartyId,
    invitationId: InvitationId,
    accountId: AccountId,
  }),
  output: z.strictObject({ spoolId: SpoolId, partyId: PartyId }),
  refuses: ['conflict', 'invalid_state', 'spool_not_found'],
  sentBy: ['gateway'],
})
