import type { RequiredLeg } from '@outturn/contracts'
import { evmToken } from '@outturn/evm-token/chain'
import { chainClient } from '@outturn/evm-token/client'
import type { Log } from '@outturn/service'
import {
  type Address,
  BaseError,
  ContractFunctionExecutionError,
  domainSeparator,
  encodeFunctionData,
  hashTypedData,
  type Hex,
  HttpRequestError,
  isAddressEqual,
  keccak256,
  parseAbi,
  parseSignature,
  parseTransaction,
  type PublicClient,
  recoverAddress,
  RpcRequestError,
  TimeoutError,
  TransactionNotFoundError,
} from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { ContractCall } from '../domain/grants/grant-chain.ts'
import type { SettlementToken } from '../domain/settlement.ts'
import { type SlotTerms, transferGas, type WalletChain } from '../domain/wallet-chain.ts'
import { chainBlocks, type Depths } from './chain-blocks.ts'

/** Where and in what this deployment settles from wallets. */
export type WalletSettings = Depths & {
  readonly rpcUrl: string
  readonly chainId: number
  readonly token: string
  readonly feeRecipient: string
  readonly signerKey: string
}

const rpcTimeoutMs = 3_000

const abi = parseAbi([
  'function decimals() view returns (uint8)',
  'function DOMAIN_SEPARATOR() view returns (bytes32)',
  'function balanceOf(address holder) view returns (uint256)',
  'function isValidSignature(bytes32 hash, bytes signature) view returns (bytes4)',
])
/** The two forms of the transfer; a token has one of them at least, and only the first takes signatures of contracts. */
const bytesForm = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)',
])
const partsForm = parseAbi([
  'function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)',
])
const isValid: Hex = '0x1626ba7e'
const plainSignatureLength = 2 + 2 * 65
/** What the code of a plain key begins with that delegates to a contract (EIP-7702); the address follows. */
const delegation: Hex = '0xef0100'

export function evmWalletChain(settings: WalletSettings, log: Pick<Log, 'info' | 'error'>): WalletChain {
  const { rpcUrl, chainId, confirmations } = settings
  const account = privateKeyToAccount(settings.signerKey as Hex)
  const address = settings.token as Address
  const client = chainClient(rpcUrl, rpcTimeoutMs)
  const reader = evmToken({
    rpcUrl,
    asset: address,
    timeoutMs: rpcTimeoutMs,
    confirmations: BigInt(confirmations),
  })
  let token: SettlementToken | null = null
  let hasBytesForm = true
  let problem: string | null = 'not asked yet'
  let isAnswering = false

  const blocks = chainBlocks(client, settings)
  const callOf = (leg: RequiredLeg, signature: string): Hex =>
    transferData(leg, signature as Hex, hasBytesForm)
  const callRefusal = async ({ to, data }: ContractCall, gas: bigint): Promise<string | null> => {
    try {
      await client.call({ account: account.address, to: to as Address, data: data as Hex, gas })
      return null
    } catch (error) {
      const cause = error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null
      // Without an answer of the chain itself nothing is known of the call.
      if (!(cause instanceof RpcRequestError)) throw error
      return cause.details
    }
  }
  const signCall = async ({ to, data }: ContractCall, { nonce, fees, gas }: SlotTerms) => {
    const call = { to: to as Address, data: data as Hex }
    const raw = await account.signTransaction({ type: 'eip1559', chainId, nonce, gas, ...call, ...fees })
    return { raw, hash: keccak256(raw) }
  }

  async function probe(): Promise<void> {
    try {
      const domain = await reader.domain()
      isAnswering = true
      const found =
        domain.chainId === chainId
          ? await readToken(client, address, domain)
          : `the chain is eip155:${domain.chainId}`
      if (typeof found === 'string') return refuse(found)
      const isNew = token === null || problem === 'unreachable'
      hasBytesForm = await knowsBytesForm(client, address)
      token = found
      problem = null
      if (isNew) log.info({ chainId, token: address, signer: account.address }, 'wallets settle')
    } catch (error) {
      // The token is not there, or is another contract: that is an answer of the chain.
      if (error instanceof ContractFunctionExecutionError && !isUnreachable(error)) {
        return refuse('the token does not say how it signs')
      }
      // Without an answer the token is what it was: each call finds out for itself that the chain is away.
      if (isAnswering || problem !== 'unreachable') {
        log.error({ err: error, chainId }, 'wallets cannot settle: the chain does not answer')
        problem = 'unreachable'
      }
      isAnswering = false
    }
  }

  function refuse(now: string): void {
    if (now !== problem) log.error({ chainId, token: address, problem: now }, 'wallets cannot settle')
    problem = now
    token = null
  }

  return {
    token: () => token,
    feeRecipient: settings.feeRecipient.toLowerCase(),
    signer: account.address.toLowerCase(),
    isOpen: () => token !== null && isAnswering,
    check: async () => {
      if (token === null || !isAnswering) await probe()
    },
    probe,
    head: () => blocks.counted(),
    finalBlock: () => blocks.finalNumber(),
    blockHash: (block) => blocks.hashOf(block),
    facts: (transfer, asOf) => reader.facts(transfer, asOf),
    balanceOf: (holder) =>
      client.readContract({ address, abi, functionName: 'balanceOf', args: [holder as Address] }),
    signerFunds: () => client.getBalance({ address: account.address }),
    // The other form of the transfer takes signatures of accounts alone.
    isSigned: async (leg, signature) =>
      (hasBytesForm || signature.length === plainSignatureLength) &&
      isSignedBy(client, leg, signature as Hex),
    async delegateThatDenies(leg, signature) {
      const code = await client.getCode({ address: leg.typed_data.message.from as Address })
      if (code?.startsWith(delegation) !== true) return null
      return (await isConfirmed(client, leg, signature as Hex)) ? null : `0x${code.slice(delegation.length)}`
    },
    refusalOf: (leg, signature) => callRefusal({ to: address, data: callOf(leg, signature) }, transferGas),
    callRefusal,
    async signerNonce(tag) {
      const at = tag === 'final' ? { blockNumber: await blocks.finalNumber() } : { blockTag: tag }
      return client.getTransactionCount({ address: account.address, ...at })
    },
    async fees() {
      const { maxFeePerGas, maxPriorityFeePerGas } = await client.estimateFeesPerGas()
      return { maxFeePerGas, maxPriorityFeePerGas }
    },
    signTransaction: (leg, signature, slot) => signCall({ to: address, data: callOf(leg, signature) }, slot),
    signCall,
    async signAgain(raw, { nonce, fees }) {
      const { to, data, gas } = parseTransaction(raw as Hex)
      if (to === undefined || to === null || data === undefined || gas === undefined) {
        throw new Error('the transaction is no call that this service signed')
      }
      return signCall({ to, data }, { nonce, gas, fees })
    },
    async broadcast(raw) {
      try {
        await client.sendRawTransaction({ serializedTransaction: raw as Hex })
        return null
      } catch (error) {
        const text = error instanceof BaseError ? error.details || error.shortMessage : String(error)
        return /already (?:imported|known)/i.test(text) ? null : text
      }
    },
    async transactionAt(nonce) {
      const block = await firstBlockWith(client, account.address, nonce + 1, await blocks.finalNumber())
      if (block === null) return null
      const found = await client.getBlock({ blockNumber: block, includeTransactions: true })
      const own = found.transactions.find(
        ({ from, nonce: taken }) => isAddressEqual(from, account.address) && taken === nonce,
      )
      return own === undefined ? null : { block, hash: found.hash, transaction: own.hash }
    },
    async blockOf(hash) {
      const receipt = await client.getTransactionReceipt({ hash: hash as Hex }).catch((error: unknown) => {
        if (error instanceof BaseError && error.name === 'TransactionReceiptNotFoundError') return null
        throw error
      })
      const { blockNumber: block, blockHash } = receipt ?? (await withoutReceipt(client, hash as Hex))
      if (block === null || blockHash === null) return null
      return { block, hash: blockHash, isCounted: block <= (await blocks.counted()).block }
    },
  }
}

/** The block of a transaction whose receipt the node does not have. */
async function withoutReceipt(
  client: PublicClient,
  hash: Hex,
): Promise<{ blockNumber: bigint | null; blockHash: Hex | null }> {
  try {
    const { blockNumber, blockHash } = await client.getTransaction({ hash })
    return { blockNumber, blockHash }
  } catch (error) {
    if (error instanceof TransactionNotFoundError) return { blockNumber: null, blockHash: null }
    throw error
  }
}

/** The first block up to the last one after which an account has sent so many transactions; null where it has not. */
async function firstBlockWith(
  client: PublicClient,
  address: Address,
  count: number,
  last: bigint,
): Promise<bigint | null> {
  const hasCount = async (blockNumber: bigint) =>
    (await client.getTransactionCount({ address, blockNumber })) >= count
  if (!(await hasCount(last))) return null
  let [without, withCount] = [-1n, last]
  while (withCount - without > 1n) {
    const middle = (without + withCount) / 2n
    if (await hasCount(middle)) withCount = middle
    else without = middle
  }
  return withCount
}

/** Whether a call failed without an answer of the chain itself. */
function isUnreachable(error: BaseError): boolean {
  return error.walk((each) => each instanceof HttpRequestError || each instanceof TimeoutError) !== null
}

/** The token as its holders sign for it, by its own word; or what is wrong with it. */
async function readToken(
  client: PublicClient,
  address: Address,
  { chainId, name, version }: { chainId: number; name: string; version: string },
): Promise<SettlementToken | string> {
  const [decimals, separator] = await Promise.all([
    client.readContract({ address, abi, functionName: 'decimals' }),
    client.readContract({ address, abi, functionName: 'DOMAIN_SEPARATOR' }),
  ])
  if (decimals < 2) return `the token has ${decimals} decimals, and cents need 2`
  const expected = domainSeparator({ domain: { name, version, chainId, verifyingContract: address } })
  if (separator !== expected) return 'the token signs under another domain than its name and version'
  return { chainId, address: address.toLowerCase(), name, version, decimals }
}

const someone: Address = '0x0000000000000000000000000000000000000001'

/** Whether the token has the form of the transfer that takes signatures of any length: it refuses one in words, and not in silence. */
async function knowsBytesForm(client: PublicClient, address: Address): Promise<boolean> {
  const args = [someone, someone, 1n, 0n, 0n, `0x${'00'.repeat(32)}`, '0x'] as const
  const data = encodeFunctionData({ abi: bytesForm, args })
  try {
    await client.call({ to: address, data })
    return false
  } catch (error) {
    const cause = error instanceof BaseError ? error.walk((each) => each instanceof RpcRequestError) : null
    if (!(cause instanceof RpcRequestError)) throw error
    const reverted = typeof cause.data === 'string' ? cause.data : '0x'
    return reverted !== '0x'
  }
}

function transferData({ typed_data: { message } }: RequiredLeg, signature: Hex, hasBytesForm: boolean): Hex {
  const args = [
    message.from as Address,
    message.to as Address,
    BigInt(message.value),
    BigInt(message.validAfter),
    BigInt(message.validBefore),
    message.nonce as Hex,
  ] as const
  if (hasBytesForm) return encodeFunctionData({ abi: bytesForm, args: [...args, signature] })
  const { r, s, v, yParity } = parseSignature(signature)
  return encodeFunctionData({ abi: partsForm, args: [...args, Number(v ?? BigInt(yParity + 27)), r, s] })
}

/** An account is known by its signature, without a question; a contract says itself whether it signed. */
async function isSignedBy(client: PublicClient, leg: RequiredLeg, signature: Hex): Promise<boolean> {
  const from = leg.typed_data.message.from as Address
  if (signature.length === plainSignatureLength && (await isRecovered(digestOf(leg), signature, from))) {
    return true
  }
  return (await client.getCode({ address: from })) !== undefined && isConfirmed(client, leg, signature)
}

/** The digest that the payer of a leg signs. */
function digestOf({ typed_data: { domain, types, primaryType, message } }: RequiredLeg): Hex {
  return hashTypedData({
    domain: { ...domain, verifyingContract: domain.verifyingContract as Address },
    types,
    primaryType,
    message,
  })
}

/** Whether the code at the address of a payer says that it signed (ERC-1271). */
async function isConfirmed(client: PublicClient, leg: RequiredLeg, signature: Hex): Promise<boolean> {
  const address = leg.typed_data.message.from as Address
  const answer = await client
    .readContract({ address, abi, functionName: 'isValidSignature', args: [digestOf(leg), signature] })
    .catch((error: unknown) => {
      if (error instanceof ContractFunctionExecutionError && !isUnreachable(error)) return null
      throw error
    })
  return answer === isValid
}

async function isRecovered(hash: Hex, signature: Hex, from: Address): Promise<boolean> {
  try {
    return isAddressEqual(await recoverAddress({ hash, signature }), from)
  } catch {
    return false
  }
}
