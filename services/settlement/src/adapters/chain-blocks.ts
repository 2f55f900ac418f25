import {
  BlockNotFoundError,
  InvalidInputRpcError,
  InvalidParamsRpcError,
  type PublicClient,
  ResourceNotFoundRpcError,
} from 'viem'
import type { ChainBlock } from '../domain/reorganisations/recorded-block.ts'

/** How deep a block must be. */
export type Depths = {
  /** How many blocks make what a block has count, its own counted. */
  readonly confirmations: number
  /** How many blocks make a block final; null where the chain says it itself. */
  readonly finalBlocks: number | null
}

/** Blocks of a chain by how deep they are. */
export type ChainBlocks = {
  /** The last block whose payments count, and its Unix time in seconds. */
  counted(): Promise<ChainBlock & { at: number }>
  /** Number of the last block that the chain keeps for good; no later than the last one that counts. */
  finalNumber(): Promise<bigint>
  /** Hash of a block; null where the chain has none of this number. */
  hashOf(block: bigint): Promise<string | null>
}

/** How deep a block is final on a chain that does not name its finalized block. */
const usualFinalBlocks = 64n

export function chainBlocks(client: PublicClient, { confirmations, finalBlocks }: Depths): ChainBlocks {
  const below = (latest: bigint, blocks: bigint) => (latest > blocks ? latest - blocks : 0n)
  const latestNumber = () => client.getBlockNumber({ cacheTime: 0 })
  const countedIn = (latest: bigint) => below(latest, BigInt(confirmations - 1))
  return {
    async counted() {
      const { number, hash, timestamp } = await client.getBlock({
        blockNumber: countedIn(await latestNumber()),
      })
      return { block: number, hash, at: Number(timestamp) }
    },
    async finalNumber() {
      const latest = await latestNumber()
      const final =
        finalBlocks === null
          ? ((await finalizedNumber(client)) ?? below(latest, usualFinalBlocks))
          : below(latest, BigInt(finalBlocks - 1))
      const counted = countedIn(latest)
      return final < counted ? final : counted
    },
    async hashOf(blockNumber) {
      try {
        return (await client.getBlock({ blockNumber })).hash
      } catch (error) {
        if (error instanceof BlockNotFoundError) return null
        throw error
      }
    },
  }
}

/** How nodes refuse the name of a block that their chain does not know. */
const unknownTag = [
  BlockNotFoundError,
  InvalidInputRpcError,
  InvalidParamsRpcError,
  ResourceNotFoundRpcError,
] as const

/** The finalized block by the word of the chain; null where the chain knows none. */
async function finalizedNumber(client: PublicClient): Promise<bigint | null> {
  try {
    return (await client.getBlock({ blockTag: 'finalized' })).number
  } catch (error) {
    if (unknownTag.some((kind) => error instanceof kind)) return null
    throw error
  }
}
