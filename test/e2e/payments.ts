import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  connectChain,
  type FacilitatorFault,
  localAccounts,
  type Payer,
  payerOf,
  startFacilitator,
  startLocalChain,
} from '@outturn/local-servers/payments'
import { inject } from 'vitest'

/** Where the system under test is paid. */
export interface PaymentPlaces {
  rpcUrl: string
  facilitatorUrl: string
}

/** A chain and a facilitator, with the settings by which billing is paid there. */
export async function startPayments() {
  const logs = mkdtempSync(join(tmpdir(), 'outturn-chain-'))
  const folder = join(import.meta.dirname, '../../.outturn/payments')
  const chain = await startLocalChain({ folder, logFile: join(logs, 'chain.log') })
  const facilitator = await startFacilitator(chain)
  return {
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

const chain = () => connectChain(inject('payments').rpcUrl)

/** A wallet of a test with so many micros. */
export async function newPayer(micros = 1_000_000n): Promise<Payer & { left(): Promise<bigint> }> {
  const payer = payerOf()
  const { address } = payer.account
  await chain().fund(address, micros)
  return { ...payer, left: () => chain().balanceOf(address) }
}

/** Has the next settlements go wrong. */
export async function failNext(...faults: FacilitatorFault[]): Promise<void> {
  await fetch(`${inject('payments').facilitatorUrl}/faults`, { method: 'POST', body: JSON.stringify(faults) })
}
