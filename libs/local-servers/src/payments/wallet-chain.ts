import {
  dollarAddress,
  type LocalChain,
  localAccounts,
  localKeys,
  startLocalChain,
  walletChainId,
} from './chain.ts'
import { installGrants } from './grants.ts'

/** A chain on which wallets settle, with the contracts of grants. */
export type WalletChain = LocalChain & {
  /** The variables by which the settlement service uses it. */
  readonly settings: Readonly<Record<string, string>>
}

/**
 * Starts the chain; takes requests when it returns. `folder` keeps what is compiled for it. It begins anew unless `stateFile` names where
 * it is kept: what was signed before a start can be paid after it.
 */
export async function startWalletChain(options: {
  folder: string
  logFile: string
  stateFile?: string
}): Promise<WalletChain> {
  const chain = await startLocalChain({ ...options, chainId: walletChainId })
  const { manager, settler } = await installGrants(chain, options.folder)
  return {
    ...chain,
    settings: {
      OUTTURN_SETTLEMENT_RPC_URL: chain.rpcUrl,
      OUTTURN_SETTLEMENT_TOKEN: dollarAddress,
      OUTTURN_SETTLEMENT_FEE_RECIPIENT: localAccounts.payee.address,
      OUTTURN_SETTLEMENT_PERMISSION_MANAGER: manager,
      OUTTURN_SETTLEMENT_SETTLER: settler,
      OUTTURN_SETTLEMENT_SIGNER_KEY: localKeys.facilitator,
    },
  }
}
