import { join } from 'node:path'
import type { RunningStripe } from '@outturn/local-servers'
import { dollarAddress, installGrants, localAccounts, startLocalChain } from '@outturn/local-servers/payments'
import type { Home } from '../home/home.ts'
import { repository } from '../places.ts'

/** The chain on which parties name their wallets, as the settlement service expects it. */
export const walletChainId = 42_431

/** Where what is compiled for chains of tests is kept. */
export const contractsFolder: string = join(repository, '.outturn/payments')

/** A chain of this machine on which wallets settle, with the contracts of grants, and the settings by which settlement uses it and cards. */
export interface LocalSettlement {
  rpcUrl: string
  settings: Record<string, string>
}

/** Starts it; it ends with `stops`. Its state is kept: what was signed before a start can be paid after it. */
export async function startLocalSettlement(
  home: Home,
  processor: RunningStripe,
  tell: (message: string) => void,
  stops: AsyncDisposableStack,
): Promise<LocalSettlement> {
  const chain = await startLocalChain({
    folder: contractsFolder,
    logFile: join(home.logs, 'wallet-chain.log'),
    chainId: walletChainId,
    stateFile: home.walletChainFile,
  })
  stops.defer(() => chain.stop())
  const { manager, settler } = await installGrants(chain, contractsFolder)
  tell(`wallets settle on a chain of tests on ${new URL(chain.rpcUrl).host}`)
  const { privateKey } = localAccounts.facilitator.getHdKey()
  return {
    rpcUrl: chain.rpcUrl,
    settings: {
      OUTTURN_SETTLEMENT_RPC_URL: chain.rpcUrl,
      OUTTURN_SETTLEMENT_TOKEN: dollarAddress,
      OUTTURN_SETTLEMENT_FEE_RECIPIENT: localAccounts.payee.address,
      OUTTURN_SETTLEMENT_PERMISSION_MANAGER: manager,
      OUTTURN_SETTLEMENT_SETTLER: settler,
      OUTTURN_SETTLEMENT_SIGNER_KEY: `0x${Buffer.from(privateKey as Uint8Array).toString('hex')}`,
      OUTTURN_SETTLEMENT_STRIPE_SECRET_KEY: processor.secretKey,
      OUTTURN_SETTLEMENT_STRIPE_URL: processor.url,
    },
  }
}
