import { unprocessable } from '@outturn/contracts'
import type { SettlementMode } from '@outturn/vocabulary'
import type { Decision } from '../model/decision.ts'
import type { Spool } from '../model/spool.ts'
import { settleVerdict } from '../lifecycle/timers.ts'
import { dueSettlement } from '../lifecycle/due-settlement.ts'
import { partyOn, type Viewer } from '../model/viewer.ts'

/** How the buyer asks to settle; null where the request does not say. */
export type AskedMode = { mode: string | null; signer: string | null; paymentMethod: string | null }

/** How the wallet settles: the buyer's own runtime signs the transfers after the verdict, or the buyer granted the authority before. */
export function settlementModeOf({ mode, signer, paymentMethod }: AskedMode): SettlementMode {
  const remediation =
    'Send settlement_mode "direct_eip3009" with direct_signer "principal_runtime", or "unattended_outcome_settlement" after a grant.'
  if (paymentMethod !== null) {
    throw unprocessable('payment_method', 'Agent work is paid from a wallet, not with a card.', {
      remediation,
    })
  }
  if (mode === 'unattended_outcome_settlement') {
    if (signer !== null) {
      throw unprocessable('direct_signer', 'Under this settlement_mode the buyer does not sign transfers.', {
        remediation: 'Leave direct_signer out, or send settlement_mode "direct_eip3009".',
      })
    }
    return mode
  }
  if (mode === null) {
    throw unprocessable('settlement_mode', 'The request does not say how the wallet settles.', {
      remediation,
    })
  }
  if (signer === null) {
    throw unprocessable('direct_signer', 'The request does not say who signs the transfers.', { remediation })
  }
  return 'direct_eip3009'
}

/** What the settlement service is asked to commit to. */
export function commitmentOf(spool: Spool, mode: SettlementMode, isFinal: boolean) {
  const { agreement, state } = spool
  const buyer = partyOn(spool, 'buyer')
  const due = isFinal ? dueSettlement(spool) : null
  const maximumCents = agreement.value.amount_cents
  const maximumFeeCents = state.quote?.service_fee.maximum_cents ?? 0
  return {
    spoolId: spool.id,
    accountId: buyer.accountId as string,
    mode,
    payer: buyer.settlementAddress ?? null,
    payee: partyOn(spool, 'provider').settlementAddress ?? null,
    maximumCents,
    maximumFeeCents,
    neededCents: due === null ? maximumCents + maximumFeeCents : due.earnedCents + due.feeCents,
  }
}

/** How the buyer committed, and when the grant ends by which it did. */
export type Commitment = { mode?: SettlementMode; grantEndsAt?: string | null }

/** The Spool with its settlement committed; after a final verdict what was earned is released at once. */
export function commitSettlement(
  spool: Spool,
  viewer: Viewer,
  at: string,
  { mode = 'direct_eip3009', grantEndsAt = null }: Commitment = {},
): Decision {
  const { state } = spool
  const committed: Spool = {
    ...spool,
    state: {
      ...state,
      status: { ...state.status, settlement: 'committed' },
      settlement: { version: 0, requiredLegs: [], payments: [] },
      grantEndsAt,
    },
  }
  const settled = settleVerdict(committed, at)
  return {
    spool: settled.spool,
    entries: [
      {
        type: 'settlement.committed',
        at,
        actor: { party_id: viewer.party?.partyId ?? null, kind: 'party' },
        data: { settlement_mode: mode },
      },
      ...settled.entries,
    ],
  }
}
