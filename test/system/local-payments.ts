import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { localAccounts, startFacilitator, startLocalChain } from '@outturn/local-servers/payments'

/** A chain and a facilitator for a system under test, with the settings by which billing is paid there. */
export async function startPayments() {
  const logs = mkdtempSync(join(tmpdir(), 'outturn-chain-'))
  const folder = join(import.meta.dirname, '../../.outturn/payments')
  const chain = await startLocalChain({ folder, logFile: join(logs, 'chain.log') })
  const facilitator = await startFacilitator(chain)
  return {
    chain,
    places: { rpcUrl: chain.rpcUrl, facilitatorUrl: facilitator.url },
    settings: {
      OUTTURN_X402_PAY_TO: localAccounts.payee.address,
      OUTTURN_X402_FACILITATOR_URL: facilitator.url,
      OUTTURN_X402_RPC_URL: chain.rpcUrl,
    },
    async stop() {
      await facilitator.stop()
      await chain.stop()
      rmSync(logs, { recursive: true, force: true })
    },
  }
}
