import {
  type GrantTerms,
  invalidState,
  type recordGrant,
  type SettlementGrantRequest,
  unprocessable,
} from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { onPool } from '@outturn/postgres'
import { inside, inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import { isWrapped } from '../../domain/wrapped-signature.ts'
import type { SettlementDeps } from '../../deps.ts'
import { assertNotPaused, assertWithinCaps, capsOf } from '../../domain/grants/grant-limits.ts'
import { toGrantView } from '../../domain/grants/grant-view.ts'
import { isGranted } from '../../domain/grants/settlement-grant.ts'
import { differingField } from '../../domain/grants/spend-permission.ts'
import { advanceSoon } from '../../flows/advance-settlement.ts'
import { askingChain, grantsClosed, openGrantChain, type OpenGrantChain } from '../../flows/known-grants.ts'
import { offeredGrant } from '../../flows/offered-grant.ts'
import {
  countOpenGrants,
  lockGrantCount,
  readGrantLimits,
  readGrants,
  recordGranted,
  type StoredGrant,
} from '../../store/grant-store.ts'
import { findSettlement } from '../../store/settlement-store.ts'

/** Keeps the grant that was asked for, once the chain would take it. A repetition answers what is kept. */
export function handleRecordGrant(deps: SettlementDeps): Handler<typeof recordGrant> {
  return ({ terms, request }) =>
    askingChain(async () => {
      const open = openGrantChain(deps)
      if (open === null) throw grantsClosed()
      const kept = await keptGrant(deps, terms, request)
      if (kept !== null) return viewOf(deps, open, kept)
      assertNotPaused(await readGrantLimits(onPool(deps.pool)))
      const settlementId = derivedId('settlement', terms.spoolId)
      const settlement = await findSettlement(deps.pool, settlementId)
      if (settlement?.settlement.mode === 'direct_eip3009') {
        throw invalidState('This Spool settles by signatures of the buyer, without a grant.', {
          reason: 'settlement_committed',
        })
      }
      const asked = await offeredGrant(deps, open, terms)
      assertAsked(request, asked)
      if (!isGranted(asked)) {
        const granted = {
          ...asked,
          signature: request.signature?.toLowerCase() ?? null,
          approvalTransaction: request.approval_tx_hash?.toLowerCase() ?? null,
        }
        await record(deps, terms, granted, () => assertUsable(open, granted))
      }
      if (settlement !== null) void advanceSoon(deps, settlementId)
      return viewOf(deps, open, asked)
    })
}

/** What was recorded of this very permission, also where it was spent or revoked since; null where nothing was. */
async function keptGrant(
  { pool }: SettlementDeps,
  { spoolId }: GrantTerms,
  { permission }: SettlementGrantRequest,
): Promise<StoredGrant | null> {
  const grants = await readGrants(pool, spoolId)
  return (
    grants.find((each) => isGranted(each) && differingField(permission, each.permission) === null) ?? null
  )
}

async function viewOf({ grantSettings }: SettlementDeps, { grants }: OpenGrantChain, grant: StoredGrant) {
  const facts = await grants.facts(grant.permission)
  return toGrantView(grant, grant.network, grantSettings.explorerUrl, facts)
}

function assertAsked({ permission }: SettlementGrantRequest, asked: StoredGrant): void {
  const field = differingField(permission, asked.permission)
  if (field === null) return
  throw unprocessable(
    `permission.${field}`,
    `The ${field} of the permission is not the one of the template.`,
    {
      remediation: 'Read the template again and grant its permission as it is.',
    },
  )
}

/** Counts before the chain is asked, so that the first cause is told, and again while no other process counts. */
async function record(
  deps: SettlementDeps,
  { accountId, spoolId }: GrantTerms,
  granted: StoredGrant,
  assertUsableNow: () => Promise<void>,
): Promise<void> {
  const now = deps.clock.now()
  const count = (isKept: boolean) =>
    inTransaction(deps.db, async (tx) => {
      await lockGrantCount(tx)
      // An operator who pauses grants, or caps them lower, is answered when no other one is recorded.
      const limits = await readGrantLimits(inside(tx))
      assertNotPaused(limits)
      const caps = capsOf(limits, deps.grantSettings.caps)
      assertWithinCaps(granted.allowanceCents, await countOpenGrants(tx, { accountId, spoolId }, now), caps)
      if (isKept) await recordGranted(tx, granted, now)
    })
  await count(false)
  await assertUsableNow()
  await count(true)
}

/** Refuses a grant that the settler could not spend now, naming what is in the way. */
async function assertUsable(
  { grants }: OpenGrantChain,
  { permission, permissionHash, signature, approvalTransaction }: StoredGrant,
): Promise<void> {
  if (!(await grants.isContract(permission.account))) {
    throw unprocessable(
      'permission.account',
      isWrapped(signature ?? '')
        ? 'The account is not deployed yet, and a signature that is wrapped for then (ERC-6492) is not taken.'
        : 'The account is a plain key, or a wallet that is not deployed yet, and nothing can be spent from either.',
      {
        remediation:
          'Deploy the smart wallet at the settlement address, or delegate the key to one (EIP-7702), or settle with settlement_mode direct_eip3009.',
      },
    )
  }
  if (signature !== null && !(await grants.isApprovable(permission, signature))) {
    throw unprocessable('signature', 'The permission manager takes no such signature of the account.', {
      remediation:
        'Sign the typed_data of the template as it is. The account is a contract or delegates to one (EIP-7702), which must confirm the signature (ERC-1271); else have the account send approve_transaction.',
    })
  }
  if (approvalTransaction !== null) await assertApproved(grants, permissionHash, approvalTransaction)
  if (await grants.admitsManager(permission)) return
  throw unprocessable('permission.account', 'The account does not let the permission manager call it.', {
    remediation: 'Make the manager an owner of the account and send the same grant again.',
  })
}

async function assertApproved(
  grants: OpenGrantChain['grants'],
  permissionHash: string,
  transaction: string,
): Promise<void> {
  switch (await grants.approvalIn(transaction, permissionHash)) {
    case 'counted':
      return
    case 'waiting':
      throw unprocessable('approval_tx_hash', 'The approval is not deep enough in the chain.', {
        remediation: 'Wait for more blocks and send the same grant again.',
      })
    case 'absent':
      throw unprocessable('approval_tx_hash', 'The transaction did not approve this permission.', {
        remediation: 'Send the transaction in which the account approved the permission of the template.',
      })
  }
}
