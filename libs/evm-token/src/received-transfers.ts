import { type Address, type Hex, parseAbi, type PublicClient, RpcError } from 'viem'
import { chainClient } from './chain-client.ts'

const [authorizationUsed, transfer] = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])

/** A transfer of the token as the chain has it; addresses and nonce in lower case. */
export type ReceivedTransfer = {
  readonly transaction: Hex
  readonly logIndex: number
  readonly block: bigint
  readonly payer: string
  /** Nonce of the authorization that made it; null for one that was made by other means. */
  readonly nonce: string | null
  readonly units: bigint
}

/** What a token was paid, read over JSON-RPC. */
export type ReceivedTransfers = {
  latestBlock(): Promise<bigint>
  blockHash(block: bigint): Promise<Hex>
  /** Block of a transaction; null for one that the chain does not have. */
  blockOf(transaction: Hex): Promise<bigint | null>
  /** All to these addresses from one block to another, both included; public nodes refuse more than some thousands at once. */
  read(from: bigint, to: bigint, payees: readonly string[]): Promise<ReceivedTransfer[]>
}

/** Most values of one topic that a question for logs has; nodes refuse more than a thousand. */
const mostPayers = 500

export function receivedTransfers({
  rpcUrl,
  asset,
  timeoutMs,
}: {
  rpcUrl: string
  asset: string
  timeoutMs: number
}): ReceivedTransfers {
  const client = chainClient(rpcUrl, timeoutMs)
  return {
    latestBlock: () => client.getBlockNumber({ cacheTime: 0 }),
    blockHash: async (blockNumber) => (await client.getBlock({ blockNumber })).hash,
    async blockOf(hash) {
      const receipt = await client.getTransactionReceipt({ hash }).catch((error: Error) => {
        if (error.name === 'TransactionReceiptNotFoundError') return null
        throw error
      })
      return receipt?.blockNumber ?? null
    },
    read: (fromBlock, toBlock, payees) =>
      readByHalves(client, { address: asset as Address, fromBlock, toBlock }, payees as Address[]),
  }
}

type Range = { address: Address; fromBlock: bigint; toBlock: bigint }

/** Reads blocks of which a node refuses to tell so much at once in two halves. */
async function readByHalves(
  client: PublicClient,
  range: Range,
  payees: Address[],
): Promise<ReceivedTransfer[]> {
  const { fromBlock, toBlock } = range
  try {
    return await readTransfers(client, range, payees)
  } catch (error) {
    if (fromBlock === toBlock || !(error instanceof RpcError)) throw error
    const middle = (fromBlock + toBlock) / 2n
    const before = await readByHalves(client, { ...range, toBlock: middle }, payees)
    return [...before, ...(await readByHalves(client, { ...range, fromBlock: middle + 1n }, payees))]
  }
}

/**
 * The token writes the use of an authorization directly before its transfer, so each transfer names its authorization. Transfers of
 * nothing are left out: anyone can make them in the name of anyone.
 */
async function readTransfers(
  client: PublicClient,
  range: Range,
  payees: Address[],
): Promise<ReceivedTransfer[]> {
  const transfers = (
    await client.getLogs({ ...range, event: transfer, args: { to: payees }, strict: true })
  ).filter(({ args }) => args.value > 0n)
  const payers = [...new Set(transfers.map(({ args }) => args.from))]
  const nonceAt = new Map<string, Hex>()
  for (let first = 0; first < payers.length; first += mostPayers) {
    const authorizer = payers.slice(first, first + mostPayers)
    const uses = await client.getLogs({
      ...range,
      event: authorizationUsed,
      args: { authorizer },
      strict: true,
    })
    for (const { transactionHash, logIndex, args } of uses) {
      nonceAt.set(`${transactionHash}#${logIndex}`, args.nonce)
    }
  }
  return transfers.map(({ transactionHash, logIndex, blockNumber, args }) => ({
    transaction: transactionHash,
    logIndex,
    block: blockNumber,
    payer: args.from.toLowerCase(),
    nonce: nonceAt.get(`${transactionHash}#${logIndex - 1}`)?.toLowerCase() ?? null,
    units: args.value,
  }))
}
