import { join } from 'node:path'
import { randomBytes } from 'node:crypto'
import type { RunningStripe } from '@outturn/local-servers'
import { localAccounts, payerOf, startFacilitator, startLocalChain } from '@outturn/local-servers/payments'
import { replaceFile } from '@outturn/whole-files'
import type { Home } from '../home/home.ts'
import { contractsFolder } from '../places.ts'

/** A chain and a facilitator of this machine, and the settings by which billing is paid there and by card. */
export interface LocalPayments {
  rpcUrl: string
  facilitatorUrl: string
  /** Private key of a wallet that has money of tests. */
  walletKey: `0x${string}`
  settings: Record<string, string>
}

const walletMicros = 1_000_000_000n

/** Starts them; they end with `stops`. The chain begins anew with each start. */
export async function startLocalPayments(
  home: Home,
  processor: RunningStripe,
  tell: (message: string) => void,
  stops: AsyncDisposableStack,
): Promise<LocalPayments> {
  const folder = contractsFolder
  const chain = await startLocalChain({ folder, logFile: join(home.logs, 'chain.log') })
  stops.defer(() => chain.stop())
  const walletKey = `0x${randomBytes(32).toString('hex')}` as const
  await chain.fund(payerOf(walletKey).account.address, walletMicros)
  const facilitator = await startFacilitator(chain)
  stops.defer(() => facilitator.stop())
  tell(`a chain of tests runs on ${new URL(chain.rpcUrl).host}, and a facilitator beside it`)
  return {
    rpcUrl: chain.rpcUrl,
    facilitatorUrl: facilitator.url,
    walletKey,
    settings: {
      // Challenges that were not paid are asked for anew after a start.
      OUTTURN_MPP_SECRET: randomBytes(32).toString('hex'),
      OUTTURN_STRIPE_SECRET_KEY: processor.secretKey,
      OUTTURN_STRIPE_NETWORK_ID: processor.networkId,
      OUTTURN_STRIPE_URL: processor.url,
      OUTTURN_X402_PAY_TO: localAccounts.payee.address,
      OUTTURN_X402_FACILITATOR_URL: facilitator.url,
      OUTTURN_X402_RPC_URL: chain.rpcUrl,
    },
  }
}

/** Writes what `outturn pay` needs to pay this system. It holds keys: only its owner may read it. */
export async function keepPayer(
  home: Home,
  { walletKey }: LocalPayments,
  processor: RunningStripe,
  { baseUrl, apiKey }: { baseUrl: string; apiKey: string },
): Promise<void> {
  const payer = {
    url: baseUrl,
    api_key: apiKey,
    wallet_key: walletKey,
    processor_url: processor.url,
    processor_key: processor.secretKey,
  }
  await replaceFile(home.payerFile, `${JSON.stringify(payer, undefined, 2)}\n`)
}
