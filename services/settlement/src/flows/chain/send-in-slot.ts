import { inTransaction, type Tx } from '@outturn/postgres/typed'
import type { SettlementDeps } from '../../deps.ts'
import { cappedFees } from '../../domain/fees.ts'
import type { SignedTransaction, SlotTerms, WalletChain } from '../../domain/wallet-chain.ts'
import { readSwitch } from '../../store/operator-store.ts'
import { hasOpenSlot, lockNextNonce, recordSlot, type SlotPurpose } from '../../store/slot-store.ts'
import type { Tables } from '../../store/tables.ts'

/** What is sent in a slot. */
export type SlotWork = {
  readonly purpose: SlotPurpose
  /** Most gas that it takes. */
  readonly gas: bigint
  sign(terms: SlotTerms): Promise<SignedTransaction>
  /** Whether it is not to be sent any more; what this reads stays as it is until the transaction ends. */
  isBarred(tx: Tx<Tables>): Promise<boolean>
}

/**
 * Takes the next slot of the signer and stores the signed bytes, and only then sends them. Does nothing while sending is paused, or
 * where it is barred or on its way.
 */
export async function sendInSlot(
  deps: SettlementDeps,
  chain: WalletChain,
  chainId: number,
  { purpose, gas, sign, isBarred }: SlotWork,
): Promise<void> {
  const [pending, fees] = await Promise.all([chain.signerNonce('pending'), chain.fees()])
  const signer = { address: chain.signer, chainId }
  const raw = await inTransaction(deps.db, async (tx) => {
    // An operator who pauses or holds is answered when nothing more is sent.
    if ((await readSwitch(tx, 'sending_paused')) !== 0n) return null
    const nonce = await lockNextNonce(tx, signer, pending)
    if ((await isBarred(tx)) || (await hasOpenSlot(tx, purpose))) return null
    const terms = { nonce, fees: cappedFees(fees, deps.maxFeePerGas), gas }
    const signed = await sign(terms)
    const version = { ...signed, fees: terms.fees, signedAt: deps.clock.now() }
    await recordSlot(tx, signer, { nonce, purpose }, version)
    return signed.raw
  })
  if (raw === null) return
  const problem = await chain.broadcast(raw)
  if (problem !== null) deps.log.warn({ ...purpose, problem }, 'a transaction was not sent yet')
}
