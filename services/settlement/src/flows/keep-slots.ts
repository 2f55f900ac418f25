import type { SettlementDeps } from '../deps.ts'
import { raisedFees } from '../domain/fees.ts'
import type { WalletChain } from '../domain/wallet-chain.ts'
import { recordAnomalies } from '../store/anomaly-store.ts'
import { readSwitch } from '../store/operator-store.ts'
import {
  closeSlot,
  type OpenSlot,
  isSlotOf,
  readOpenSlots,
  recordVersion,
  settlementOf,
  type TxVersion,
} from '../store/slot-store.ts'

/**
 * Keeps the transactions of the signer on their way, in order: closes a slot whose place the chain has given away for good, sends the
 * stored bytes of the others again, and offers more for those that no block took. A transaction that a reorganisation of the
 * chain dropped comes back by this; one whose leg was paid otherwise is refused by the token and frees its place.
 */
export async function keepSlots(deps: SettlementDeps): Promise<number> {
  const { chain } = deps
  const token = chain?.token() ?? null
  if (chain === null || token === null) return 0
  const signer = { address: chain.signer, chainId: token.chainId }
  const slots = await readOpenSlots(deps.pool, signer)
  const isPaused = (await readSwitch(deps.db, 'sending_paused')) !== 0n
  for (const slot of slots) await keepSlot(deps, chain, slot, { chainId: token.chainId, isPaused })
  return slots.length
}

async function keepSlot(
  deps: SettlementDeps,
  chain: WalletChain,
  slot: OpenSlot,
  { chainId, isPaused }: { chainId: number; isPaused: boolean },
): Promise<void> {
  const signer = { address: chain.signer, chainId }
  const place = await placeOf(chain, slot)
  if (place === 'final' || place === 'foreign') {
    if (place === 'foreign') {
      const { signer: address } = chain
      const about = { signer: address, nonce: slot.nonce, ...slot.purpose }
      deps.log.error(about, 'another program sends transactions with the key of settlement')
      const anomaly = {
        kind: 'foreign_nonce' as const,
        subject: `${address}/${slot.nonce}`,
        settlementId: settlementOf(slot),
        detail: `Another program sent the transaction ${slot.nonce} of ${address}.`,
      }
      await recordAnomalies(deps.db, [anomaly], deps.clock.now())
    }
    return closeSlot(deps.pool, signer, slot.nonce)
  }
  if (place === 'mined' || isPaused) return
  const version = (await raisedVersion(deps, chain, slot, chainId)) ?? (slot.versions.at(-1) as TxVersion)
  const problem = await chain.broadcast(version.raw)
  if (problem !== null) {
    deps.log.warn({ nonce: slot.nonce, hash: version.hash, problem }, 'a transaction was not taken yet')
  }
}

/**
 * Offers more now for the transaction of a settlement that no block took: how many versions it has then. `none` where nothing is under
 * way, `limit` where more than the maximum would be offered.
 */
export async function bumpSlotOf(
  deps: SettlementDeps,
  chain: WalletChain,
  settlementId: string,
): Promise<number | 'none' | 'limit'> {
  const chainId = chain.token()?.chainId
  if (chainId === undefined) return 'none'
  const slots = await readOpenSlots(deps.pool, { address: chain.signer, chainId })
  const slot = slots.find((each) => isSlotOf(each, settlementId))
  if (slot === undefined || (await placeOf(chain, slot)) !== 'free') return 'none'
  const version = await raisedVersion(deps, chain, slot, chainId, 0)
  if (version === null) return 'limit'
  await chain.broadcast(version.raw)
  return version.n
}

/** Who has the place of a slot: one of its own versions for good, a transaction of another program for good, either of them not yet, or none. */
async function placeOf(chain: WalletChain, slot: OpenSlot): Promise<'final' | 'foreign' | 'mined' | 'free'> {
  const own = await receiptOfAny(chain, slot)
  if (own !== null) return own
  if ((await chain.signerNonce('latest')) <= slot.nonce) return 'free'
  // One of its own may have got the place since it was asked for. A node may tell that a place is taken before it tells by what, and
  // what took it may be dropped by a reorganisation: then the stored bytes are sent again.
  const isTakenForGood = (await chain.signerNonce('final')) > slot.nonce
  return (await receiptOfAny(chain, slot)) ?? (isTakenForGood ? 'foreign' : 'mined')
}

async function receiptOfAny(chain: WalletChain, { versions }: OpenSlot): Promise<'final' | 'mined' | null> {
  const receipts = await Promise.all(versions.map(({ hash }) => chain.receiptOf(hash)))
  const found = receipts.find((receipt) => receipt !== null) ?? null
  if (found === null) return null
  return found.isFinal ? 'final' : 'mined'
}

/** A further version that offers more, where the last one has waited long enough; null where there is none. */
async function raisedVersion(
  deps: SettlementDeps,
  chain: WalletChain,
  { nonce, versions }: OpenSlot,
  chainId: number,
  afterMs = deps.bumpAfterMs,
): Promise<TxVersion | null> {
  const last = versions.at(-1) as TxVersion
  const now = deps.clock.now()
  if (now.getTime() - last.signedAt.getTime() < afterMs) return null
  const fees = raisedFees(last.fees, await chain.fees(), deps.maxFeePerGas)
  if (fees === null) return null
  const signed = await chain.signAgain(last.raw, { nonce, fees })
  const version = { ...signed, fees, n: last.n + 1, signedAt: now }
  return (await recordVersion(deps.pool, { address: chain.signer, chainId }, nonce, version)) ? version : null
}
