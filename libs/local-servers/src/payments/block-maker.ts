import type { ChainAccess } from './chain.ts'

/** So many blocks are made after a transaction: what has it is final by then. */
const blocksAfter = 100
/** At rest a block is made so often, so that the time of the chain goes on, ms. */
const restingMs = 60_000
const everyMs = 1_000

/**
 * Makes the blocks of a local chain that makes one only when it is sent something: one at each call while a transaction waits for a block or
 * for others after its own, and one a minute at rest. Answers whether it made one.
 */
export function blockMaker(chain: ChainAccess, now: () => number = Date.now): () => Promise<boolean> {
  const root = chain.client()
  let known = -1n
  let left = blocksAfter
  return async () => {
    // A client that turned automatic blocks off makes them itself.
    if (!(await root.getAutomine())) return false
    const { number, timestamp } = await root.getBlock()
    const { pending, queued } = await root.getTxpoolStatus()
    if (number !== known || pending + queued > 0) left = blocksAfter
    if (left === 0 && now() - Number(timestamp) * 1_000 < restingMs) return false
    await root.mine({ blocks: 1 })
    known = await root.getBlockNumber({ cacheTime: 0 })
    left = Math.max(0, left - 1)
    return true
  }
}

/** Makes a block a second while something waits for one, until the returned function is called. */
export function makeBlocks(chain: ChainAccess): () => void {
  const make = blockMaker(chain)
  let isBusy = false
  const timer = setInterval(() => {
    if (isBusy) return
    isBusy = true
    // A chain that does not answer is asked again a second later.
    make()
      .catch(() => false)
      .finally(() => {
        isBusy = false
      })
  }, everyMs)
  timer.unref()
  return () => clearInterval(timer)
}
