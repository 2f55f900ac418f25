import { type commitSettlement, conflict, invalidState, Refusal } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { inTransaction } from '@outturn/postgres/typed'
import { derivedId } from '@outturn/service'
import type { SettlementDeps } from '../deps.ts'
import { assertCommittable } from '../domain/commitment.ts'
import { authorityOf, blockMessages } from '../domain/grants/grant-authority.ts'
import { unitsOf } from '../domain/leg.ts'
import type { Settlement } from '../domain/settlement.ts'
import { askingChain, knownGrants, openGrantChain, type OpenGrantChain } from '../flows/known-grants.ts'
import { lastGrantEnd } from '../store/grant-store.ts'
import { isClosedSpool } from '../store/closed-spool-store.ts'
import { findSettlement, lockSettlement, recordSettlement } from '../store/settlement-store.ts'

/** Records a commitment, once for a Spool. It moves nothing before its verdict is final and the buyer has signed. */
export function handleCommitSettlement(deps: SettlementDeps): Handler<typeof commitSettlement> {
  const { chain, clock, db, pilotAccounts } = deps
  return async ({ spoolId, accountId, mode, payer, payee, maximumCents, maximumFeeCents, neededCents }) => {
    const open = openGrantChain(deps)
    const isByGrant = mode === 'unattended_outcome_settlement'
    const token = isByGrant && open === null ? null : (chain?.token() ?? null)
    const wallets = assertCommittable({ accountId, payer, payee, pilotAccounts, token })
    const settlement: Settlement = {
      id: derivedId('settlement', spoolId),
      spoolId,
      accountId,
      ...wallets,
      feeRecipient: chain?.feeRecipient ?? '',
      maximumCents: BigInt(maximumCents),
      maximumFeeCents: BigInt(maximumFeeCents),
      mode,
      due: null,
      isVoid: false,
      isHeld: false,
      isClosed: false,
      blockedBy: null,
      blockedDetail: null,
      version: 1,
    }
    if (isByGrant && open !== null && !(await isCommitted(deps, settlement))) {
      await assertGranted(deps, open, spoolId, BigInt(neededCents))
    }
    await inTransaction(db, async (tx) => {
      if (await isClosedSpool(tx, spoolId)) {
        throw invalidState('This Spool has ended: it is not committed any more.', { reason: 'spool_closed' })
      }
      if (await recordSettlement(tx, settlement, clock.now())) return
      const known = await lockSettlement(tx, { id: settlement.id })
      if (known !== null && isSameCommitment(known.settlement, settlement)) return
      throw conflict('The Spool was committed on other terms.', {
        reason: 'settlement_committed',
        remediation:
          'Commit with the settlement_mode of the first request: an interrupted commitment keeps its terms.',
      })
    })
    const grantEndsAt = isByGrant ? await lastGrantEnd(deps.pool, spoolId) : null
    return { settlementId: settlement.id, ...(grantEndsAt !== null && { grantEndsAt }) }
  }
}

/** Refuses a commitment for which nothing was granted that would pay it, in the words of the contract. */
async function assertGranted(
  deps: SettlementDeps,
  open: OpenGrantChain,
  spoolId: string,
  neededCents: bigint,
): Promise<void> {
  const known = await askingChain(() => knownGrants(deps, open, spoolId))
  const authority = authorityOf(known, unitsOf(neededCents, open.token.decimals))
  if (!('refusedFor' in authority)) return
  throw new Refusal('settlement_unavailable', blockMessages[authority.refusedFor], {
    reason: authority.refusedFor,
    remediation: `Grant what GET /api/v1/spools/${spoolId}/settlement/grant/template asks for and commit again.`,
  })
}

/** Whether this was committed before: what it was granted may have been spent since. */
async function isCommitted({ pool }: SettlementDeps, settlement: Settlement): Promise<boolean> {
  const known = await findSettlement(pool, settlement.id)
  return known !== null && isSameCommitment(known.settlement, settlement)
}

function isSameCommitment(a: Settlement, b: Settlement): boolean {
  const terms = ['accountId', 'mode', 'payer', 'payee', 'maximumCents', 'maximumFeeCents'] as const
  return terms.every((term) => a[term] === b[term])
}
