import { join } from 'node:path'
import { localAccounts, startFacilitator, startLocalChain } from '@outturn/local-servers/payments'
import type { Home } from '../home/home.ts'
import { repository } from '../places.ts'

/** A chain and a facilitator of this machine, and the settings by which billing is paid there. */
export interface LocalPayments {
  rpcUrl: string
  facilitatorUrl: string
  settings: Record<string, string>
}

/** Starts them; they end with `stops`. The chain begins anew with each start. */
export async function startLocalPayments(
  home: Home,
  tell: (message: string) => void,
  stops: AsyncDisposableStack,
): Promise<LocalPayments> {
  const folder = join(repository, '.outturn/payments')
  const chain = await startLocalChain({ folder, logFile: join(home.logs, 'chain.log') })
  stops.defer(() => chain.stop())
  const facilitator = await startFacilitator(chain)
  stops.defer(() => facilitator.stop())
  tell(`a chain of tests runs on ${new URL(chain.rpcUrl).host}, and a facilitator of payments beside it`)
  return {
    rpcUrl: chain.rpcUrl,
    facilitatorUrl: facilitator.url,
    settings: {
      OUTTURN_X402_PAY_TO: localAccounts.payee.address,
      OUTTURN_X402_FACILITATOR_URL: facilitator.url,
      OUTTURN_X402_RPC_URL: chain.rpcUrl,
    },
  }
}
