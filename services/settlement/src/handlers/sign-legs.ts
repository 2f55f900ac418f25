import { invalidState, Refusal, type signLegs, unprocessable } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { derivedId } from '@outturn/service'
import type { SettlementDeps } from '../deps.ts'
import { requiredLeg } from '../domain/leg.ts'
import type { Settlement } from '../domain/settlement.ts'
import { currentLegs } from '../domain/settlement-state.ts'
import { newSignatures, type SignedLeg } from '../domain/signatures.ts'
import { summaryOf } from '../domain/summary.ts'
import { isWrapped } from '../domain/wrapped-signature.ts'
import type { WalletChain } from '../domain/wallet-chain.ts'
import { advanceSoon } from '../flows/advance-settlement.ts'
import { changeSettlement } from '../flows/change-settlement.ts'
import { chainTime } from '../flows/chain/leg-time.ts'
import { withPlainSignatures } from '../flows/plain-signatures.ts'
import { isHeldSpool } from '../store/hold-store.ts'
import { findSettlement, type SettlementWithLegs } from '../store/settlement-store.ts'

/** Seconds that a leg must be good for when its signature comes: it is sent while a block may still have it in time. */
const leastSecondsLeft = 180

/** Keeps the signatures of legs that the chain would take now, all of those that are missing at once. A repetition changes nothing. */
export function handleSignLegs(deps: SettlementDeps): Handler<typeof signLegs> {
  return async ({ spoolId, request: asSent }) => {
    const found = await findSettlement(deps.pool, derivedId('settlement', spoolId))
    if (found === null || found.legs.length === 0 || found.settlement.isClosed) {
      throw invalidState('This settlement waits for no signature.', { reason: 'not_awaiting_signature' })
    }
    const request = await withPlainSignatures(found, asSent)
    const sent = newSignatures(found.legs, request)
    if (sent.length === 0) return summaryOf(found.settlement, found.legs)
    await assertNotHeld(deps, found.settlement)
    await assertUsable(deps, found, sent)
    const { id } = found.settlement
    const { settlement, legs } = await changeSettlement(deps, { id }, (current) => {
      const fresh = newSignatures(current.legs, request)
      if (fresh.length === 0 || current.settlement.isClosed) return null
      return {
        settlement: current.settlement,
        legs: fresh.map(({ leg, signature }) => ({ ...leg, signature, state: 'signed' as const })),
        transfers: [],
      }
    })
    void advanceSoon(deps, id)
    return summaryOf(settlement, legs)
  }
}

async function assertNotHeld({ pool }: SettlementDeps, { spoolId }: Settlement): Promise<void> {
  if (!(await isHeldSpool(pool, spoolId))) return
  throw invalidState(
    'An open dispute or discrepancy of this Spool holds its money: nothing is settled before it has ended.',
    {
      reason: 'settlement_held',
      remediation:
        'Read the Spool: its next_step names what holds the money. Send the signatures when that has ended.',
    },
  )
}

async function assertUsable(
  deps: SettlementDeps,
  { settlement, legs }: SettlementWithLegs,
  sent: readonly SignedLeg[],
): Promise<void> {
  const { chain } = deps
  if (chain === null || chain.token() === null) throw chainClosed()
  try {
    const at = await chainTime(deps, chain)
    for (const { leg, field } of sent) {
      if (leg.validBefore - at >= leastSecondsLeft) continue
      throw unprocessable(field, 'The transfer runs out before it could be sent.', {
        remediation: 'Read the Spool after its valid_before: it asks for another one then.',
      })
    }
    await assertSigned(chain, settlement, sent)
    const units = currentLegs(legs)
      .filter(({ state }) => state !== 'paid')
      .reduce((sum, leg) => sum + leg.units, 0n)
    const balance = await chain.balanceOf(settlement.payer)
    if (balance < units) {
      throw unprocessable('legs', `The wallet holds ${balance} units of the token and needs ${units}.`, {
        remediation: 'Fund the wallet and send the same signatures again.',
      })
    }
    await assertTaken(chain, settlement, sent)
  } catch (error) {
    if (error instanceof Refusal) throw error
    throw Object.assign(chainClosed(), { cause: error })
  }
}

async function assertSigned(
  chain: WalletChain,
  settlement: Settlement,
  sent: readonly SignedLeg[],
): Promise<void> {
  for (const { leg, signature, field } of sent) {
    if (await chain.isSigned(requiredLeg(settlement, leg), signature)) continue
    if (isWrapped(signature)) {
      throw unprocessable(
        `${field}.signature`,
        'The signature is wrapped for a wallet that is not deployed yet (ERC-6492), and the token takes none such.',
        { remediation: 'Deploy the wallet, and send its signature without the wrapper.' },
      )
    }
    throw unprocessable(`${field}.signature`, `The wallet ${settlement.payer} did not sign this.`, {
      remediation:
        'Sign the typed_data of the leg as it is with the key of the wallet. A wallet that is a contract must be deployed.',
    })
  }
}

async function assertTaken(
  chain: WalletChain,
  settlement: Settlement,
  sent: readonly SignedLeg[],
): Promise<void> {
  for (const { leg, signature, field } of sent) {
    const refusal = await chain.refusalOf(requiredLeg(settlement, leg), signature)
    if (refusal === null) continue
    const delegate = await chain.delegateThatDenies(requiredLeg(settlement, leg), signature)
    if (delegate !== null) {
      throw unprocessable(
        `${field}.signature`,
        `The wallet delegates to ${delegate} (EIP-7702), which does not confirm the signature (ERC-1271), and the token refuses it.`,
        {
          remediation:
            'Delegate to a contract that confirms signatures of the wallet, or end the delegation, and send the signatures again.',
        },
      )
    }
    throw unprocessable(field, `The token would refuse the transfer: ${refusal.slice(0, 200)}`, {
      remediation: 'Remove the cause and send the same signatures again.',
    })
  }
}

function chainClosed(): Refusal {
  return new Refusal('settlement_unavailable', 'The chain of the settlement cannot be used now.', {
    reason: 'managed_settlement_disabled',
    remediation: 'Send the same signatures again later.',
  })
}
