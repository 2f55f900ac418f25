import type { SettlementDeps } from '../../deps.ts'
import type { BlockState, ChainBlock } from '../../domain/reorganisations/recorded-block.ts'
import type { WalletChain } from '../../domain/wallet-chain.ts'
import {
  noteFinalBlock,
  noteGoneBlocks,
  noteSeenBlock,
  readDoubtedSettlements,
  readRecordedBlocks,
  readSeenBlock,
} from '../../store/block-store.ts'
import { recheckPayments } from './recheck-payments.ts'

/** How many blocks are compared at once. */
const atOnce = 10
const maxSettlements = 50
/** How often the chain is compared with what is final already, ms: only a chain that goes back behind its final block differs from that. */
const finalEveryMs = 15_000

/**
 * Compares the blocks that have payments and transactions with the chain. What a final block has is watched no more. Where a reorganisation
 * dropped a block, its transactions are open again and its payments are looked for: one that is gone opens its leg again. Answers whether
 * anything had to be compared.
 */
export async function watchBlocks(
  deps: SettlementDeps,
  chain: WalletChain,
  { isForced = false } = {},
): Promise<boolean> {
  const chainId = chain.token()?.chainId
  if (chainId === undefined) return false
  const isCompared = await compareBlocks(deps, chain, { chainId, isForced })
  for (const id of await readDoubtedSettlements(deps.pool, chainId, maxSettlements)) {
    await recheckPayments(deps, chain, id)
  }
  return isCompared
}

async function compareBlocks(
  { pool, clock, log }: SettlementDeps,
  chain: WalletChain,
  { chainId, isForced }: { chainId: number; isForced: boolean },
): Promise<boolean> {
  const now = clock.now()
  const seen = await readSeenBlock(pool, chainId)
  const isDue = isForced || seen === null || now.getTime() - seen.at.getTime() >= finalEveryMs
  const [watched] = await readRecordedBlocks(pool, chainId, ['new', 'checked'], { limit: 1 })
  if (watched === undefined && !isDue) return false
  // Asked before the blocks are compared: what is there then is before the head, or the head is gone at the next comparison.
  const head = await chain.head()
  const final = await chain.finalBlock()
  const isSame = !isForced && seen !== null && (await chain.blockHash(seen.block)) === seen.hash
  const { there, gone } = await compare(pool, chain, chainId, isSame ? ['new'] : ['new', 'checked'])
  if (!isSame) gone.push(...(await compare(pool, chain, chainId, ['final'], { untilThere: true })).gone)
  if (gone.length > 0) {
    const payments = await noteGoneBlocks(pool, chainId, gone, now)
    log.warn(
      { blocks: gone.map(({ block }) => String(block)), payments },
      'a reorganisation of the chain dropped blocks with transactions of settlements',
    )
  }
  await noteSeenBlock(pool, chainId, { ...head, at: now }, there)
  await noteFinalBlock(pool, chainId, final)
  return true
}

/**
 * The recorded blocks in these states that the chain has, and those that it does not have. A chain that went back behind its final block, as one that
 * begins anew does, is compared down to the first block that it still has (`untilThere`).
 */
async function compare(
  pool: SettlementDeps['pool'],
  chain: WalletChain,
  chainId: number,
  states: readonly BlockState[],
  { untilThere = false } = {},
): Promise<{ there: ChainBlock[]; gone: ChainBlock[] }> {
  const found: { there: ChainBlock[]; gone: ChainBlock[] } = { there: [], gone: [] }
  let after: ChainBlock | null = null
  do {
    const some: ChainBlock[] = await readRecordedBlocks(pool, chainId, states, { after, limit: atOnce })
    const hashes = await Promise.all(some.map(({ block }) => chain.blockHash(block)))
    for (const [index, recorded] of some.entries()) {
      found[hashes[index] === recorded.hash ? 'there' : 'gone'].push(recorded)
    }
    after = some.length < atOnce || (untilThere && found.there.length > 0) ? null : (some.at(-1) ?? null)
  } while (after !== null)
  return found
}
