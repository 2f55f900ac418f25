import type { AuthorizedTransfer, ChainFacts } from '@outturn/evm-token'
import type { GasFees } from './fees.ts'
import type { RequiredLeg } from '@outturn/contracts'
import type { ChainBlock } from './reorganisations/recorded-block.ts'
import type { ContractCall } from './grants/grant-chain.ts'
import type { SettlementToken } from './settlement.ts'

/** The chain on which wallets settle, and the key of this deployment that pays for the transactions. Rejects where it cannot be asked. */
export type WalletChain = {
  /** The token as the chain confirmed it; null until it has, or where it is not what holders would sign. */
  token(): SettlementToken | null
  /** Whether the chain has the token and answered when it was asked last. */
  isOpen(): boolean
  /** Looks at the chain while it has not confirmed the token, or does not answer; never rejects. */
  check(): Promise<void>
  /** Looks at the chain again: where it is another one now, or the token is, wallets settle no more. Never rejects. */
  probe(): Promise<void>
  readonly feeRecipient: string
  /** Address that sends the transactions. */
  readonly signer: string
  /** The last block whose payments count, and its Unix time in seconds. */
  head(): Promise<ChainBlock & { at: number }>
  /** Number of the last block that the chain keeps for good; no later than the head. */
  finalBlock(): Promise<bigint>
  /** Hash of a block; null where the chain has none of this number. */
  blockHash(block: bigint): Promise<string | null>
  /** What the chain has of one transfer, as of the head or of a block that is named. */
  facts(transfer: AuthorizedTransfer, asOf?: bigint): Promise<ChainFacts>
  balanceOf(holder: string): Promise<bigint>
  /** What the signer has for gas, in the smallest units of the chain's coin. */
  signerFunds(): Promise<bigint>
  /** Whether a wallet signed this: an account by its key, a contract by its own word. */
  isSigned(leg: RequiredLeg, signature: string): Promise<boolean>
  /** The contract that a wallet delegates to (EIP-7702), where that does not confirm its signature; null otherwise. */
  delegateThatDenies(leg: RequiredLeg, signature: string): Promise<string | null>
  /** Why the chain would refuse the transfer now; null when it would take it. */
  refusalOf(leg: RequiredLeg, signature: string): Promise<string | null>
  /** How many transactions of the signer the chain has, which is its next nonce: in final blocks, in all blocks, or also those that wait for one. */
  signerNonce(tag: 'final' | 'latest' | 'pending'): Promise<number>
  fees(): Promise<GasFees>
  /** Signs a transaction with the transfer. Nothing is sent; the bytes are the same for the same arguments. */
  signTransaction(leg: RequiredLeg, signature: string, slot: SlotTerms): Promise<SignedTransaction>
  /** Signs a transaction with a call of a contract; the same otherwise. */
  signCall(call: ContractCall, slot: SlotTerms): Promise<SignedTransaction>
  /** Signs what a signed transaction carries once more, in the same place, for other fees. */
  signAgain(raw: string, slot: Pick<SlotTerms, 'nonce' | 'fees'>): Promise<SignedTransaction>
  /** Why the chain would refuse a call of the signer now with so much gas; null when it would take it. */
  callRefusal(call: ContractCall, gas: bigint): Promise<string | null>
  /** Hands bytes to the chain. What it answers is a hint and no verdict: an error in words, or null. */
  broadcast(raw: string): Promise<string | null>
  /** Hash of the transaction of the signer with this nonce, by the blocks alone; null where no final block has one. */
  transactionAt(nonce: number): Promise<(ChainBlock & { transaction: string }) | null>
  /** The block that has a transaction, and whether it counts already; null where none has. */
  blockOf(hash: string): Promise<(ChainBlock & { isCounted: boolean }) | null>
}

/** The place of a transaction among those of its signer, what it offers, and how much gas it takes at most. */
export type SlotTerms = { readonly nonce: number; readonly fees: GasFees; readonly gas: bigint }

/** The bytes of a transaction, and the hash by which the chain knows it. */
export type SignedTransaction = { readonly raw: string; readonly hash: string }

/** Gas of a transfer by authorization, with room for a wallet that is a contract. */
export const transferGas = 400_000n
