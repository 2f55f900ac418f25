import type { BlockReason } from '@outturn/contracts'
import { keccak256 } from 'ox/Hash'
import { fromString } from 'ox/Hex'
import type { SettlementDeps } from '../deps.ts'
import { type Authority, authorityOf } from '../domain/grants/grant-authority.ts'
import { type GrantPayment, type SettledPayment, settleGas } from '../domain/grants/grant-chain.ts'
import type { Leg } from '../domain/leg.ts'
import type { Anomaly } from '../domain/operator/anomaly.ts'
import { paidLeg, paidTransfer } from '../domain/progress.ts'
import type { Settlement } from '../domain/settlement.ts'
import { currentLegs, latest } from '../domain/settlement-state.ts'
import type { WalletChain } from '../domain/wallet-chain.ts'
import { recordAnomalies } from '../store/anomaly-store.ts'
import {
  mayNotSend,
  postponeSettlement,
  readSettlement,
  type SettlementWithLegs,
} from '../store/settlement-store.ts'
import { isSlotOf, readOpenSlots, readSpentTransactions } from '../store/slot-store.ts'
import { blockSettlement } from './block-settlement.ts'
import { changeSettlement } from './change-settlement.ts'
import { knownGrants, openGrantChain, type OpenGrantChain, settlersOf } from './known-grants.ts'
import { sendInSlot } from './chain/send-in-slot.ts'
import { waitsForHold } from './wait-for-hold.ts'
import { waitsToResend } from './wait-to-resend.ts'

/** How long a payment waits that the chain would refuse for no cause that is known here, ms. */
const whileRefusedMs = 60_000

/**
 * Takes a settlement under a grant one step on, its legs being there: records what the settler has paid, tells why nothing can be
 * paid, or sends the one call that pays both legs. May be called at any time, by any number of processes, after any end of another.
 */
export async function advanceGranted(
  deps: SettlementDeps,
  chain: WalletChain,
  found: SettlementWithLegs,
): Promise<void> {
  const { settlement, legs } = found
  const open = openGrantChain(deps)
  const seller = latest(legs, 'seller')
  if (seller === undefined || seller.state === 'paid' || settlement.isClosed) return
  if (open === null) {
    deps.log.warn({ settlement: settlement.id }, 'a settlement waits for the contracts of its grant')
    return
  }
  // Asked before the chain is: what closes a slot is on the chain by then.
  const slots = await readOpenSlots(deps.pool, { address: chain.signer, chainId: settlement.token.chainId })
  const payment = await findPayment(deps, open, settlement, seller)
  if (payment !== null) return recordPayment(deps, found, payment)
  if (settlement.isHeld || slots.some((slot) => isSlotOf(slot, settlement.id))) return
  if (await waitsForHold(deps, settlement)) return
  if (settlement.due !== null && !(await deps.isReceiptActive(settlement.due.receiptId))) {
    return blockSettlement(deps, settlement, 'receipt_not_active')
  }
  const authority = await usableAuthority(deps, chain, open, found)
  if ('refusedFor' in authority) return blockSettlement(deps, settlement, authority.refusedFor)
  // Of a refusal by the chain it is not known yet whether that has ended.
  if (settlement.blockedBy !== 'transfer_refused') await blockSettlement(deps, settlement, null)
  if (await waitsToResend(deps, found, seller)) return
  await send(deps, chain, open, found, authority)
}

/** Whether the settler may have paid a settlement that is not recorded as paid: a block has a transaction for it, and the chain does not deny it. */
export async function mayBePaidUnseen(deps: SettlementDeps, id: string): Promise<boolean> {
  const found = await readSettlement(deps.pool, id)
  const seller = latest(found.legs, 'seller')
  if (seller?.state !== 'granted') return false
  if ((await readSpentTransactions(deps.pool, id, seller)).count === 0) return false
  const open = openGrantChain(deps)
  if (open === null) return true
  return findPayment(deps, open, found.settlement, seller).then(
    (payment) => payment !== null && isPaymentOf(found, payment),
    () => true,
  )
}

/** The payment of a leg under a grant as the chain has it now; null where it has none, and unclear where it cannot be asked. */
export async function grantedPaymentOf(
  deps: SettlementDeps,
  settlement: Settlement,
  leg: Leg,
): Promise<SettledPayment | null | 'unclear'> {
  const open = openGrantChain(deps)
  return open === null ? 'unclear' : findPayment(deps, open, settlement, leg)
}

/** What was paid by the settler of now, or by one that it has replaced: before, or by a transaction that was on its way. */
async function findPayment(
  deps: SettlementDeps,
  open: OpenGrantChain,
  settlement: Settlement,
  { sinceBlock }: Leg,
): Promise<SettledPayment | null> {
  for (const settler of await settlersOf(deps, open, settlement.spoolId)) {
    const payment = await open.grants.paymentOf(paymentId(settlement), settler, sinceBlock)
    if (payment !== null) return payment
  }
  return null
}

/** Leaves a settlement alone for a while, unless it changes. */
function later(deps: SettlementDeps, settlement: Settlement, ms: number): Promise<void> {
  return postponeSettlement(deps.pool, settlement, new Date(deps.clock.now().getTime() + ms))
}

/** The id by which the settler pays a settlement once. */
export function paymentId({ id }: Pick<Settlement, 'id'>): string {
  return keccak256(fromString(id))
}

function unitsOfLegs(legs: readonly Leg[]): bigint {
  return currentLegs(legs).reduce((sum, { units }) => sum + units, 0n)
}

async function usableAuthority(
  deps: SettlementDeps,
  chain: WalletChain,
  open: OpenGrantChain,
  { settlement, legs }: SettlementWithLegs,
): Promise<Authority> {
  const needed = unitsOfLegs(legs)
  const authority = authorityOf(await knownGrants(deps, open, settlement.spoolId), needed)
  if ('refusedFor' in authority) return authority
  const isFunded = (await chain.balanceOf(settlement.payer)) >= needed
  return isFunded ? authority : { refusedFor: 'insufficient_funds' }
}

async function recordPayment(
  deps: SettlementDeps,
  found: SettlementWithLegs,
  payment: SettledPayment,
): Promise<void> {
  const { id } = found.settlement
  if (!isPaymentOf(found, payment)) {
    deps.log.error(
      { settlement: id, transaction: payment.transaction },
      'the settler paid other than was due',
    )
    const anomaly: Anomaly = {
      kind: 'amount_mismatch',
      subject: payment.transaction,
      settlementId: id,
      detail: `The settler paid another payee or amount by ${payment.transaction} than what is due.`,
    }
    await recordAnomalies(deps.db, [anomaly], deps.clock.now())
    return later(deps, found.settlement, whileRefusedMs)
  }
  await changeSettlement(deps, { id }, ({ settlement, legs }) => {
    const open = currentLegs(legs).filter(({ state }) => state === 'granted')
    if (open.length === 0) return null
    return {
      settlement: { ...settlement, blockedBy: null, blockedDetail: null },
      legs: open.map((leg) => paidLeg(leg, payment)),
      transfers: open.map((leg) => paidTransfer(settlement, legs, leg)),
    }
  })
}

function isPaymentOf({ settlement, legs }: SettlementWithLegs, payment: SettledPayment): boolean {
  const [seller, fee] = [latest(legs, 'seller'), latest(legs, 'fee')]
  return (
    payment.account === settlement.payer &&
    payment.seller === seller?.to &&
    payment.sellerUnits === seller.units &&
    payment.feeUnits === (fee?.units ?? 0n) &&
    (fee === undefined || payment.feeRecipient === fee.to)
  )
}

/** Sends the call that pays both legs, where the chain would take it now. */
async function send(
  deps: SettlementDeps,
  chain: WalletChain,
  { grants }: OpenGrantChain,
  { settlement, legs }: SettlementWithLegs,
  { grant, isApproved }: Exclude<Authority, { refusedFor: BlockReason }>,
): Promise<void> {
  const seller = latest(legs, 'seller') as Leg
  const payment: GrantPayment = {
    id: paymentId(settlement),
    permission: grant.permission,
    signature: isApproved ? null : grant.signature,
    seller: seller.to,
    sellerUnits: seller.units,
    feeRecipient: settlement.feeRecipient,
    feeUnits: latest(legs, 'fee')?.units ?? 0n,
  }
  const call = grants.settleCall(payment)
  const refusal = await chain.callRefusal(call, settleGas)
  if (refusal !== null) {
    deps.log.warn(
      { settlement: settlement.id, refusal },
      'the chain would refuse a payment under a grant now',
    )
    return blockSettlement(deps, settlement, 'transfer_refused', refusal)
  }
  await blockSettlement(deps, settlement, null)
  const { kind, attempt } = seller
  await sendInSlot(deps, chain, settlement.token.chainId, {
    purpose: { for: 'leg', settlementId: settlement.id, kind, attempt },
    gas: settleGas,
    sign: (terms) => chain.signCall(call, terms),
    isBarred: (tx) => mayNotSend(tx, settlement.id),
  })
}
