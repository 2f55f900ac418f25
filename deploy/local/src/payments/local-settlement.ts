import { join } from 'node:path'
import type { RunningStripe } from '@outturn/local-servers'
import { makeBlocks, startWalletChain } from '@outturn/local-servers/payments'
import type { Home } from '../home/home.ts'
import { contractsFolder } from '../places.ts'

/** A chain of this machine on which wallets settle, and the settings by which settlement uses it and cards. */
export interface LocalSettlement {
  rpcUrl: string
  settings: Record<string, string>
}

/** Starts it; it ends with `stops`, and its state is kept. */
export async function startLocalSettlement(
  home: Home,
  processor: RunningStripe,
  tell: (message: string) => void,
  stops: AsyncDisposableStack,
): Promise<LocalSettlement> {
  const chain = await startWalletChain({
    folder: contractsFolder,
    logFile: join(home.logs, 'wallet-chain.log'),
    stateFile: home.walletChainFile,
  })
  stops.defer(() => chain.stop())
  stops.defer(makeBlocks(chain))
  tell(`wallets settle on a chain of tests on ${new URL(chain.rpcUrl).host}`)
  return {
    rpcUrl: chain.rpcUrl,
    settings: {
      ...chain.settings,
      OUTTURN_SETTLEMENT_STRIPE_SECRET_KEY: processor.secretKey,
      OUTTURN_SETTLEMENT_STRIPE_URL: processor.url,
    },
  }
}
