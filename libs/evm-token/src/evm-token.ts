import {
  type Address,
  decodeEventLog,
  type Hex,
  isAddressEqual,
  type Log,
  parseAbi,
  type PublicClient,
} from 'viem'
import { chainClient } from './chain-client.ts'
import type { AuthorizedTransfer, ChainFacts, PaymentInBlock } from './chain-verdict.ts'
import { isHexBytes } from './signature.ts'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'function balanceOf(address account) view returns (uint256)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const [, , , , authorizationUsed, authorizationCanceled] = abi

/** How a token signs transfers, as its chain has it now. */
export type TokenDomain = { chainId: number; name: string; version: string }

/** A token with transfers by authorization (EIP-3009), read over JSON-RPC. */
export type EvmToken = {
  domain(): Promise<TokenDomain>
  latestBlock(): Promise<bigint>
  /**
   * Whether a signature holds for its signer by the chain: a contract is asked (ERC-1271), also one that is not deployed yet
   * (ERC-6492). Whatever text it is, the answer is false unless it holds; rejects when the node does not answer.
   */
  isSigned(signed: { digest: string; signature: string; signer: string }): Promise<boolean>
  /** What the chain has of one authorization, as of a block: the last one with so many confirmations (the latest has one), unless it is named. */
  facts(transfer: AuthorizedTransfer, asOf?: bigint): Promise<ChainFacts>
}

/** Most blocks that one question for logs spans; public nodes refuse more. */
const blocksAtOnce = 2_000n
/** After how many such questions the search for a payment ends without one. */
const mostQuestions = 50

export function evmToken({
  rpcUrl,
  asset,
  timeoutMs,
  confirmations = 1n,
}: {
  rpcUrl: string
  asset: string
  timeoutMs: number
  confirmations?: bigint
}): EvmToken {
  const address = asset as Address
  const client = chainClient(rpcUrl, timeoutMs)
  return {
    async domain() {
      const [chainId, name, version] = await Promise.all([
        client.getChainId(),
        client.readContract({ address, abi, functionName: 'name' }),
        client.readContract({ address, abi, functionName: 'version' }),
      ])
      return { chainId, name, version }
    },
    // What is remembered of the latest block may be older than a payment that is asked about.
    latestBlock: () => client.getBlockNumber({ cacheTime: 0 }),
    isSigned: ({ digest, signature, signer }) =>
      isSignedBy(client, digest as Hex, signature, signer as Address),
    facts: async (transfer, asOf) => {
      const block =
        asOf === undefined
          ? await confirmedBlock(client, confirmations)
          : await client.getBlock({ blockNumber: asOf })
      return readFacts(client, { address, transfer, block })
    },
  }
}

async function isSignedBy(
  client: PublicClient,
  hash: Hex,
  signature: string,
  address: Address,
): Promise<boolean> {
  if (!isHexBytes(signature)) return false
  // What is malformed fails in many ways, and so does a node that is away, which is asked for something else before it is believed.
  const holds = () => client.verifyHash({ address, hash, signature }).catch(() => false)
  if (await holds()) return true
  await client.getBlockNumber({ cacheTime: 0 })
  return holds()
}

/** Reads an authorization at one block, so that its time and its use belong together. */
async function readFacts(
  client: PublicClient,
  {
    address,
    transfer,
    block: { number, timestamp },
  }: { address: Address; transfer: AuthorizedTransfer; block: { number: bigint; timestamp: bigint } },
): Promise<ChainFacts> {
  const { payer, nonce, units } = transfer
  const args = [payer as Address, nonce as Hex] as const
  const at = { address, abi, blockNumber: number } as const
  const isUsed = await client.readContract({ ...at, functionName: 'authorizationState', args })
  const facts = {
    at: new Date(Number(timestamp) * 1_000),
    isUsed,
    payment: null,
    isCanceled: false,
    isSpentElsewhere: false,
    isFunded: true,
  }
  if (!isUsed) {
    const held = await client.readContract({ ...at, functionName: 'balanceOf', args: [args[0]] })
    return { ...facts, isFunded: held >= units }
  }
  const find = (event: typeof authorizationUsed | typeof authorizationCanceled) =>
    findEvent(client, { address, event, authorizer: args[0], nonce: args[1] }, transfer.sinceBlock, number)
  const used = await find(authorizationUsed)
  if (used === null) return { ...facts, isCanceled: (await find(authorizationCanceled)) !== null }
  const payment = await transferOf(client, address, used, transfer)
  return { ...facts, payment, isSpentElsewhere: payment === null }
}

async function confirmedBlock(client: PublicClient, confirmations: bigint) {
  const latest = await client.getBlock()
  if (confirmations <= 1n) return latest
  const blockNumber = latest.number - (confirmations - 1n)
  return client.getBlock({ blockNumber: blockNumber > 0n ? blockNumber : 0n })
}

type EventQuestion = {
  address: Address
  event: typeof authorizationUsed | typeof authorizationCanceled
  authorizer: Address
  nonce: Hex
}

/** The latest blocks are searched first: an authorization may be used long after it was asked for, and is looked for soon after that. */
async function findEvent(
  client: PublicClient,
  { address, event, authorizer, nonce }: EventQuestion,
  sinceBlock: bigint,
  latest: bigint,
): Promise<Log<bigint, number, false> | null> {
  let toBlock = latest
  for (let asked = 0; toBlock >= sinceBlock && asked < mostQuestions; asked += 1) {
    const first = toBlock - blocksAtOnce + 1n
    const fromBlock = first > sinceBlock ? first : sinceBlock
    const [found] = await client.getLogs({ address, event, args: { authorizer, nonce }, fromBlock, toBlock })
    if (found !== undefined) return found
    toBlock = fromBlock - 1n
  }
  return null
}

/**
 * The transfer that an authorization was used for, where it is the one in question. The token writes it directly after the use: any
 * other transfer of the transaction, also one of the same amount, belongs to another authorization.
 */
async function transferOf(
  client: PublicClient,
  address: Address,
  used: Log<bigint, number, false>,
  { payer, payTo, units }: AuthorizedTransfer,
): Promise<PaymentInBlock | null> {
  const receipt = await client.getTransactionReceipt({ hash: used.transactionHash })
  const next = receipt.logs.find(({ logIndex }) => logIndex === used.logIndex + 1)
  if (next === undefined || !isAddressEqual(next.address, address)) return null
  const { eventName, args } = decodeEventLog({ abi, topics: next.topics, data: next.data })
  const isThis =
    eventName === 'Transfer' &&
    isAddressEqual(args.from, payer as Address) &&
    isAddressEqual(args.to, payTo as Address) &&
    args.value === units
  if (!isThis) return null
  const { transactionHash, blockNumber, blockHash } = receipt
  return { transaction: transactionHash, block: blockNumber, blockHash }
}
