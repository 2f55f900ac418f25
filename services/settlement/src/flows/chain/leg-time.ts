import type { SettlementDeps } from '../../deps.ts'
import type { LegTime } from '../../domain/leg.ts'
import type { WalletChain } from '../../domain/wallet-chain.ts'

/** Now for legs, s: the later of the clock and of the last block that counts, as a chain at rest makes no block. */
export async function chainTime(
  { clock }: Pick<SettlementDeps, 'clock'>,
  chain: Pick<WalletChain, 'head'>,
): Promise<number> {
  const { at } = await chain.head()
  return Math.max(at, Math.floor(clock.now().getTime() / 1_000))
}

/** So many blocks before the final one a payment is looked for, as a chain may go back behind it. */
const blocksBeforeFinal = 1_000n

/** When legs are made now. A reorganisation may leave fewer blocks than there are, so their payments are looked for from before the last final block. */
export async function legTime(
  deps: Pick<SettlementDeps, 'clock' | 'legTtlSeconds'>,
  chain: Pick<WalletChain, 'head' | 'finalBlock'>,
): Promise<LegTime> {
  const [at, final] = await Promise.all([chainTime(deps, chain), chain.finalBlock()])
  const block = final > blocksBeforeFinal ? final - blocksBeforeFinal : 0n
  return { at, block, ttlSeconds: deps.legTtlSeconds }
}
