import { SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { keyAccess } from '../access.ts'
import { settlementGrantExample } from '../http/examples.ts'
import {
  SettlementGrant,
  SettlementGrantRequest,
  SettlementGrantTemplate,
} from '../http/spools/settlement-grant.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { spoolParams } from '../path-parameters.ts'
import { actionRefusals, actionTarget } from './action-target.ts'

const path = '/api/v1/spools/:id/settlement/grant'
const access = keyAccess(['full'], { sandbox: false })

/** The permission that the buyer of an accepted Spool is asked to grant. */
export const readSettlementGrantTemplate = defineQuery('spool.read-settlement-grant-template', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: SettlementGrantTemplate,
  refuses: [
    'forbidden',
    'invalid_state',
    'settlement_unavailable',
    'spool_not_found',
    'unauthenticated',
    'wrong_funding_lane',
  ],
  http: {
    path: `${path}/template`,
    access,
    tag: 'Settlement',
    summary: 'Read the template of a settlement grant',
    description:
      'Returns the spend permission that the wallet of the buyer has to grant: at most the agreed value and fee, for this Spool alone. It moves no money. Next, sign or approve it without changes and send it to submit-settlement-grant.',
    params: spoolParams,
    success: { status: 200, description: 'The permission that the buyer signs or approves without changes.' },
  },
})

/** Takes the buyer's grant of authority for one Spool. */
export const submitSettlementGrant = defineCommand('spool.submit-settlement-grant', {
  input: z.strictObject({ ...actionTarget, request: SettlementGrantRequest }),
  output: SettlementGrant,
  refuses: [
    ...actionRefusals,
    'grant_cap_exceeded',
    'grants_paused',
    'settlement_unavailable',
    'validation_failed',
    'wrong_funding_lane',
  ],
  http: {
    path,
    access,
    tag: 'Settlement',
    summary: 'Create a settlement grant',
    description:
      'Stores the spend permission of the buyer, signed or already approved on the chain. Nothing moves yet: after the final verdict the service takes what was earned and the fee, never more than was granted. Next, call commit-spool with `unattended_outcome_settlement`.',
    params: spoolParams,
    body: SettlementGrantRequest,
    example: settlementGrantExample,
    success: { status: 200, description: 'The stored grant and its state on the chain.' },
  },
})

/** What the buyer granted for a Spool, and how it is taken back without this service. */
export const readSettlementGrant = defineQuery('spool.read-settlement-grant', {
  input: z.strictObject({ spoolId: SpoolId }),
  output: SettlementGrant,
  refuses: ['forbidden', 'not_found', 'spool_not_found', 'unauthenticated'],
  http: {
    path,
    access,
    tag: 'Settlement',
    summary: 'Read a settlement grant',
    description:
      'Returns the permission that the wallet of the buyer gave, and what the chain says about it. It costs nothing. It has the call with which the buyer revokes the permission at any time.',
    params: spoolParams,
    success: { status: 200, description: 'The grant, its state on the chain, and the call that revokes it.' },
  },
})
