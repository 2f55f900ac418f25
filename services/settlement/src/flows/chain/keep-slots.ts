import type { SettlementDeps } from '../../deps.ts'
import { raisedFees } from '../../domain/fees.ts'
import type { Anomaly } from '../../domain/operator/anomaly.ts'
import type { ChainBlock } from '../../domain/reorganisations/recorded-block.ts'
import type { WalletChain } from '../../domain/wallet-chain.ts'
import { recordAnomalies } from '../../store/anomaly-store.ts'
import { readSwitch } from '../../store/operator-store.ts'
import {
  closeSlot,
  hasSlotsToKeep,
  includeSlot,
  isSlotOf,
  noteChainCount,
  type OpenSlot,
  readOpenSlots,
  recordVersion,
  reopenSlots,
  settlementOf,
  type TxVersion,
} from '../../store/slot-store.ts'

/**
 * Keeps the transactions of the signer on their way, in order: notes those that a block has, gives up a place that another program took
 * for good, sends the stored bytes of the others again, and offers more for those that no block took. Where the chain has fewer transactions of the signer
 * than it had, as after a reorganisation, the missing ones are sent again. One that cannot be kept keeps no other from it.
 * Nothing is asked while all are in final blocks, unless it is forced.
 */
export async function keepSlots(deps: SettlementDeps, { isForced = false } = {}): Promise<number> {
  const { chain, pool, log } = deps
  const token = chain?.token() ?? null
  if (chain === null || token === null) return 0
  const signer = { address: chain.signer, chainId: token.chainId }
  if (!isForced && !(await hasSlotsToKeep(pool, signer))) return 0
  const now = deps.clock.now()
  const count = await chain.signerNonce('latest')
  const reopened = await reopenSlots(pool, signer, count, now)
  if (reopened > 0) {
    log.warn({ signer: signer.address, count, reopened }, 'the chain lost transactions; they are sent again')
  }
  const slots = await readOpenSlots(pool, signer)
  await noteChainCount(pool, signer, { count, hasOpen: slots.length > 0, now })
  const isPaused = (await readSwitch(deps.db, 'sending_paused')) !== 0n
  const failures: unknown[] = []
  for (const slot of slots) {
    const kept = keepSlot(deps, chain, slot, { chainId: token.chainId, count, isPaused })
    await kept.catch((error: unknown) => failures.push(error))
  }
  if (failures.length > 0) {
    throw new AggregateError(
      failures,
      `${failures.length} of ${slots.length} transactions were not looked at`,
    )
  }
  return slots.length
}

async function keepSlot(
  deps: SettlementDeps,
  chain: WalletChain,
  slot: OpenSlot,
  { chainId, count, isPaused }: { chainId: number; count: number; isPaused: boolean },
): Promise<void> {
  const signer = { address: chain.signer, chainId }
  const place = await placeOf(chain, slot, count)
  if (typeof place === 'object') return includeSlot(deps.pool, signer, slot.nonce, place)
  if (place === 'foreign') {
    const { signer: address } = chain
    const about = { signer: address, nonce: slot.nonce, ...slot.purpose }
    deps.log.error(about, 'another program sends transactions with the key of settlement')
    await recordAnomalies(deps.db, [foreignNonce(address, slot)], deps.clock.now())
    return closeSlot(deps.pool, signer, slot.nonce)
  }
  if (place === 'mined' || isPaused) return
  const version = (await raisedVersion(deps, chain, slot, chainId)) ?? (slot.versions.at(-1) as TxVersion)
  const problem = await chain.broadcast(version.raw)
  if (problem !== null) {
    deps.log.warn({ nonce: slot.nonce, hash: version.hash, problem }, 'a transaction was not taken yet')
  }
}

function foreignNonce(address: string, slot: OpenSlot): Anomaly {
  return {
    kind: 'foreign_nonce',
    subject: `${address}/${slot.nonce}`,
    settlementId: settlementOf(slot),
    detail: `Another program sent the transaction ${slot.nonce} of ${address}.`,
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

/**
 * Who has the place of a slot: one of its own versions, with its block, a transaction of another program for good, either of them not yet, or none. A
 * node may know that a place is taken before it knows by which transaction.
 */
async function placeOf(
  chain: WalletChain,
  slot: OpenSlot,
  count?: number,
): Promise<ChainBlock | 'foreign' | 'mined' | 'free'> {
  const own = await blockOfAny(chain, slot)
  if (own !== null) return own
  if ((count ?? (await chain.signerNonce('latest'))) <= slot.nonce) return 'free'
  // One of its own may have got the place since it was asked for.
  const isTakenForGood = (await chain.signerNonce('final')) > slot.nonce
  const late = await blockOfAny(chain, slot)
  if (late !== null || !isTakenForGood) return late ?? 'mined'
  return takenBy(chain, slot)
}

/** Who has the place of a slot by a final block. A node may have blocks without the receipts of their transactions. */
export async function takenBy(
  chain: WalletChain,
  { nonce, versions }: Pick<OpenSlot, 'nonce' | 'versions'>,
): Promise<ChainBlock | 'foreign' | 'mined'> {
  const found = await chain.transactionAt(nonce)
  if (found === null) return 'mined'
  const { transaction, block, hash } = found
  return versions.some((version) => version.hash === transaction) ? { block, hash } : 'foreign'
}

async function blockOfAny(chain: WalletChain, { versions }: OpenSlot): Promise<ChainBlock | 'mined' | null> {
  const blocks = await Promise.all(versions.map(({ hash }) => chain.blockOf(hash)))
  const found = blocks.find((block) => block !== null) ?? null
  return found === null || found.isCounted ? found : 'mined'
}

/** A further version that offers more, where the last one has waited long enough; null where there is none. */
async function raisedVersion(
  deps: SettlementDeps,
  chain: WalletChain,
  { nonce, versions, reopenedAt }: OpenSlot,
  chainId: number,
  afterMs = deps.bumpAfterMs,
): Promise<TxVersion | null> {
  const last = versions.at(-1) as TxVersion
  const now = deps.clock.now()
  // What was opened again is sent as it was first.
  const since = Math.max(last.signedAt.getTime(), reopenedAt?.getTime() ?? 0)
  if (now.getTime() - since < afterMs) return null
  const fees = raisedFees(last.fees, await chain.fees(), deps.maxFeePerGas)
  if (fees === null) return null
  const signed = await chain.signAgain(last.raw, { nonce, fees })
  const version = { ...signed, fees, n: last.n + 1, signedAt: now }
  return (await recordVersion(deps.pool, { address: chain.signer, chainId }, nonce, version)) ? version : null
}
