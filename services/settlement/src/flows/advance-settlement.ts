import { type ChainVerdict, chainVerdict } from '@outturn/evm-token'
import type { SettlementDeps } from '../deps.ts'
import { firstLegs, type Leg, type LegTime, requiredLeg } from '../domain/leg.ts'
import { legAnomalies } from '../domain/operator/anomaly.ts'
import { type LegVerdicts, legToSend, nextLook, progressOf } from '../domain/progress.ts'
import type { Settlement, SettlementToken } from '../domain/settlement.ts'
import { currentLegs } from '../domain/settlement-state.ts'
import { transferGas, type WalletChain } from '../domain/wallet-chain.ts'
import { recordAnomalies } from '../store/anomaly-store.ts'
import {
  mayNotSend,
  postponeSettlement,
  readSettlement,
  retireSettlement,
  type SettlementWithLegs,
} from '../store/settlement-store.ts'
import { isSlotOf, readOpenSlots, readTransactionsOf } from '../store/slot-store.ts'
import { advanceGranted } from './advance-granted.ts'
import { blockSettlement } from './block-settlement.ts'
import { changeSettlement } from './change-settlement.ts'
import { legTime } from './chain/leg-time.ts'
import { sendInSlot } from './chain/send-in-slot.ts'
import { isToldHeld, leaveHeld, waitsForHold } from './wait-for-hold.ts'
import { waitsToResend } from './wait-to-resend.ts'

/** A leg is not sent that the token would refuse before a block may have it, s. */
const leastSecondsLeft = 120
/** How long a leg waits whose receipt is not active, ms. */
const whileRefusedMs = 60_000

/**
 * Takes a settlement one step on: asks for its legs, records what the chain has of them, or sends the one whose turn it is. May be
 * called at any time, by any number of processes, after any end of another.
 */
export async function advanceSettlement(deps: SettlementDeps, id: string): Promise<void> {
  const { chain } = deps
  const found = await readSettlement(deps.pool, id)
  if (chain === null || found.settlement.due === null) return
  const token = chain.token()
  if (token === null || !isSameToken(token, found.settlement.token)) {
    deps.log.warn({ settlement: id }, 'a settlement waits for the token that it was committed in')
    return
  }
  const time = await legTime(deps, chain)
  const isHeldByCase = await isToldHeld(deps, found.settlement)
  if (found.legs.length === 0) {
    if (found.settlement.isClosed) return
    if (isHeldByCase) return leaveHeld(deps, found.settlement)
    await changeSettlement(deps, { id }, ({ settlement, legs }) =>
      legs.length > 0 || settlement.isClosed
        ? null
        : { settlement, legs: firstLegs(settlement, time), transfers: [] },
    )
    return
  }
  if (found.settlement.mode === 'unattended_outcome_settlement') return advanceGranted(deps, chain, found)
  // Asked before the chain is: what closes a slot is on the chain by then.
  const slots = await readOpenSlots(deps.pool, { address: chain.signer, chainId: token.chainId })
  const verdicts = await verdictsOf(chain, found)
  const counted = isHeldByCase ? paymentsIn(verdicts) : verdicts
  // Kept before what the chain says is recorded: after that it would not be noticed again.
  await noticeAnomalies(deps, found, verdicts)
  const { settlement, legs } = await record(deps, found, counted, time)
  if (isHeldByCase) return leaveHeld(deps, settlement)
  if (settlement.version === found.settlement.version && !isBusy(found)) await leaveAlone(deps, found)
  const leg = legToSend(settlement, legs)
  if (leg === null || verdicts.get(leg.nonce)?.name !== 'unspent') return
  const isUnderWay = slots.some((slot) => isSlotOf(slot, id, leg))
  if (isUnderWay || leg.validBefore - time.at < leastSecondsLeft) return
  if (!(await waitsToResend(deps, { settlement }, leg))) await sendLeg(deps, chain, settlement, leg)
}

async function noticeAnomalies(
  deps: SettlementDeps,
  { settlement, legs }: SettlementWithLegs,
  verdicts: LegVerdicts,
): Promise<void> {
  const isOdd = [...verdicts.values()].some(({ name }) => name === 'paid' || name === 'dead')
  if (!isOdd) return
  const own = await readTransactionsOf(deps.pool, settlement.id)
  const found = legAnomalies(settlement, legs, verdicts, own)
  await recordAnomalies(deps.db, found, deps.clock.now())
}

/** Whether its transfers are on their way, so that it is looked at again soon anyway. */
function isBusy({ settlement, legs }: SettlementWithLegs): boolean {
  return (
    !settlement.isClosed && currentLegs(legs).every(({ state }) => state === 'signed' || state === 'paid')
  )
}

/** Looks later at a settlement that waits for others. */
async function leaveAlone(
  { pool, clock, legTtlSeconds }: SettlementDeps,
  { settlement, legs }: SettlementWithLegs,
): Promise<void> {
  const next = nextLook(settlement, legs, clock.now(), legTtlSeconds)
  if (next === null) await retireSettlement(pool, settlement)
  else await postponeSettlement(pool, settlement, next)
}

/** Takes a step now; what goes wrong is left to the sweeper. */
export async function advanceSoon(deps: SettlementDeps, id: string): Promise<void> {
  try {
    await advanceSettlement(deps, id)
  } catch (error) {
    deps.log.warn({ err: error, settlement: id }, 'a settlement will be taken on later')
  }
}

function isSameToken(a: SettlementToken, b: SettlementToken): boolean {
  return (['chainId', 'address', 'name', 'version', 'decimals'] as const).every((key) => a[key] === b[key])
}

async function verdictsOf(
  chain: WalletChain,
  { settlement, legs }: SettlementWithLegs,
): Promise<Map<string, ChainVerdict>> {
  const open = currentLegs(legs).filter(({ state }) => state !== 'paid')
  const found = await Promise.all(
    open.map(async (leg) => [leg.nonce, await verdictOf(chain, settlement, leg)] as const),
  )
  return new Map(found)
}

/** A payment counts before its block is final. That a leg can never be used counts only then: a reorganisation could bring both of two to pay. */
async function verdictOf(
  chain: WalletChain,
  { payer }: Settlement,
  { nonce, to, units, sinceBlock, validBefore }: Leg,
): Promise<ChainVerdict> {
  const transfer = { payer, nonce, payTo: to, units, sinceBlock }
  const end = new Date(validBefore * 1_000)
  const verdict = chainVerdict(await chain.facts(transfer), end)
  if (verdict.name !== 'dead') return verdict
  const final = chainVerdict(await chain.facts(transfer, await chain.finalBlock()), end)
  return final.name === 'dead' ? final : { name: 'unclear' }
}

/** While an open case holds the money, what is paid counts, and nothing is asked for again. */
function paymentsIn(verdicts: LegVerdicts): Map<string, ChainVerdict> {
  return new Map([...verdicts].filter(([, { name }]) => name === 'paid'))
}

async function record(
  deps: SettlementDeps,
  found: SettlementWithLegs,
  verdicts: Map<string, ChainVerdict>,
  time: LegTime,
): Promise<SettlementWithLegs> {
  if (progressOf(found.settlement, found.legs, verdicts, time) === null) return found
  return changeSettlement(deps, { id: found.settlement.id }, ({ settlement, legs }) => {
    const progress = progressOf(settlement, legs, verdicts, time)
    // What blocked a leg that is paid or asked for again is no more.
    const unblocked = { ...settlement, blockedBy: null, blockedDetail: null }
    return progress === null ? null : { settlement: unblocked, ...progress }
  })
}

/** Sends a leg that the chain would take now. */
async function sendLeg(
  deps: SettlementDeps,
  chain: WalletChain,
  settlement: Settlement,
  { kind, attempt, signature, ...leg }: Leg,
): Promise<void> {
  if (signature === null || settlement.due === null) return
  if (!(await deps.isReceiptActive(settlement.due.receiptId))) {
    deps.log.warn(
      { settlement: settlement.id, leg: kind },
      'a leg is not sent: its receipt is no longer active',
    )
    return postponeSettlement(deps.pool, settlement, new Date(deps.clock.now().getTime() + whileRefusedMs))
  }
  if (await waitsForHold(deps, settlement)) return
  const required = requiredLeg(settlement, { ...leg, kind, attempt, signature })
  const refusal = await chain.refusalOf(required, signature)
  if (refusal !== null) {
    deps.log.warn({ settlement: settlement.id, leg: kind, refusal }, 'the chain would refuse a leg now')
    const isFunded = (await chain.balanceOf(settlement.payer)) >= leg.units
    return isFunded
      ? blockSettlement(deps, settlement, 'transfer_refused', refusal)
      : blockSettlement(deps, settlement, 'insufficient_funds')
  }
  await blockSettlement(deps, settlement, null)
  await sendInSlot(deps, chain, settlement.token.chainId, {
    purpose: { for: 'leg', settlementId: settlement.id, kind, attempt },
    gas: transferGas,
    sign: (terms) => chain.signTransaction(required, signature, terms),
    isBarred: (tx) => mayNotSend(tx, settlement.id),
  })
}
