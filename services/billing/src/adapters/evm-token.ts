import {
  type Address,
  createPublicClient,
  decodeEventLog,
  type Hex,
  http,
  isAddressEqual,
  type Log,
  parseAbi,
  type PublicClient,
} from 'viem'
import type { ChainFacts } from '../domain/payments/chain-verdict.ts'
import type { FoundPayment } from '../domain/payments/claim.ts'
import type { ChainQuestion } from '../domain/payments/lane.ts'

const abi = parseAbi([
  'function name() view returns (string)',
  'function version() view returns (string)',
  'function authorizationState(address authorizer, bytes32 nonce) view returns (bool)',
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event AuthorizationCanceled(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const [, , , authorizationUsed, authorizationCanceled] = abi

/** How a token signs transfers, as its chain has it now. */
export type TokenDomain = { chainId: number; name: string; version: string }

/** A token with transfers by authorization (EIP-3009), read over JSON-RPC. */
export type EvmToken = {
  domain(): Promise<TokenDomain>
  latestBlock(): Promise<bigint>
  facts(question: ChainQuestion): Promise<ChainFacts>
}

/** Most blocks that one question for logs spans; public nodes refuse more. */
const blocksAtOnce = 2_000n
/** After how many such questions the search for a payment ends without one. */
const mostQuestions = 50

export function evmToken({
  rpcUrl,
  asset,
  timeoutMs,
}: {
  rpcUrl: string
  asset: string
  timeoutMs: number
}): EvmToken {
  const address = asset as Address
  const client = createPublicClient({ transport: http(rpcUrl, { timeout: timeoutMs, retryCount: 1 }) })
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
    facts: (question) => readFacts(client, address, question),
  }
}

/** Reads an authorization at one block, so that its time and its use belong together. */
async function readFacts(
  client: PublicClient,
  address: Address,
  question: ChainQuestion,
): Promise<ChainFacts> {
  const { payer, nonce } = question.authorization
  const { number, timestamp } = await client.getBlock()
  const args = [payer as Address, nonce as Hex] as const
  const isUsed = await client.readContract({
    address,
    abi,
    functionName: 'authorizationState',
    args,
    blockNumber: number,
  })
  const facts = {
    at: new Date(Number(timestamp) * 1_000),
    isUsed,
    payment: null,
    isCanceled: false,
    isSpentElsewhere: false,
  }
  if (!isUsed) return facts
  const find = (event: typeof authorizationUsed | typeof authorizationCanceled) =>
    findEvent(client, { address, event, authorizer: args[0], nonce: args[1] }, question.sinceBlock, number)
  const used = await find(authorizationUsed)
  if (used === null) return { ...facts, isCanceled: (await find(authorizationCanceled)) !== null }
  const payment = await transferOf(client, address, used, question)
  return { ...facts, payment, isSpentElsewhere: payment === null }
}

type EventQuestion = {
  address: Address
  event: typeof authorizationUsed | typeof authorizationCanceled
  authorizer: Address
  nonce: Hex
}

async function findEvent(
  client: PublicClient,
  { address, event, authorizer, nonce }: EventQuestion,
  sinceBlock: bigint,
  latest: bigint,
): Promise<Log<bigint, number, false> | null> {
  let fromBlock = sinceBlock
  for (let asked = 0; fromBlock <= latest && asked < mostQuestions; asked += 1) {
    const last = fromBlock + blocksAtOnce - 1n
    const toBlock = last < latest ? last : latest
    const [found] = await client.getLogs({ address, event, args: { authorizer, nonce }, fromBlock, toBlock })
    if (found !== undefined) return found
    fromBlock = toBlock + 1n
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
  { authorization, payTo, amountMicros }: ChainQuestion,
): Promise<FoundPayment | null> {
  const receipt = await client.getTransactionReceipt({ hash: used.transactionHash })
  const next = receipt.logs.find(({ logIndex }) => logIndex === used.logIndex + 1)
  if (next === undefined || !isAddressEqual(next.address, address)) return null
  const { eventName, args } = decodeEventLog({ abi, topics: next.topics, data: next.data })
  const isThis =
    eventName === 'Transfer' &&
    isAddressEqual(args.from, authorization.payer as Address) &&
    isAddressEqual(args.to, payTo as Address) &&
    args.value === amountMicros
  return isThis ? { transaction: receipt.transactionHash, block: receipt.blockNumber } : null
}
