import { connectChain, type FacilitatorFault, type Payer, payerOf } from '@outturn/local-servers/payments'
import { inject } from 'vitest'

/** Where the system under test is paid. */
export interface PaymentPlaces {
  rpcUrl: string
  facilitatorUrl: string
}

const chain = () => connectChain(inject('payments').rpcUrl)

/** A wallet of a test with so many micros. */
export async function newPayer(
  micros = 1_000_000n,
  privateKey?: `0x${string}`,
): Promise<Payer & { left(): Promise<bigint> }> {
  const payer = payerOf(privateKey)
  const { address } = payer.account
  await chain().fund(address, micros)
  return { ...payer, left: () => chain().balanceOf(address) }
}

/** Has the next settlements go wrong. */
export async function failNext(...faults: FacilitatorFault[]): Promise<void> {
  await fetch(`${inject('payments').facilitatorUrl}/faults`, { method: 'POST', body: JSON.stringify(faults) })
}
