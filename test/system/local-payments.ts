import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  localAccounts,
  startFacilitator,
  startLocalChain,
  startWalletChain,
} from '@outturn/local-servers/payments'

const folder = join(import.meta.dirname, '../../.outturn/payments')

function logFile() {
  const logs = mkdtempSync(join(tmpdir(), 'outturn-chain-'))
  return { file: join(logs, 'chain.log'), remove: () => rmSync(logs, { recursive: true, force: true }) }
}

/** A chain and a facilitator for a system under test, with the settings by which billing is paid there. */
export async function startPayments() {
  const log = logFile()
  const chain = await startLocalChain({ folder, logFile: log.file })
  const facilitator = await startFacilitator(chain)
  return {
    chain,
    failNext: facilitator.failNext,
    settles: facilitator.settles,
    places: { rpcUrl: chain.rpcUrl, facilitatorUrl: facilitator.url },
    settings: {
      OUTTURN_X402_PAY_TO: localAccounts.payee.address,
      OUTTURN_X402_FACILITATOR_URL: facilitator.url,
      OUTTURN_X402_RPC_URL: chain.rpcUrl,
    },
    async stop() {
      await facilitator.stop()
      await chain.stop()
      log.remove()
    },
  }
}

/** A chain for a system under test on which wallets settle, with the settings of the settlement service. */
export async function startWallets() {
  const log = logFile()
  const { rpcUrl, settings, stop } = await startWalletChain({ folder, logFile: log.file })
  return {
    rpcUrl,
    settings,
    async stop() {
      await stop()
      log.remove()
    },
  }
}
