import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Address, encodeEventTopics, type Hex, pad, parseAbi, toHex } from 'viem'
import { afterAll, expect, test } from 'vitest'
import { evmToken } from './evm-token.ts'

const abi = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const [asset, payer, payTo] = (['0xaa', '0xbb', '0xcc'] as const).map((byte) => pad(byte, { size: 20 })) as [
  Address,
  Address,
  Address,
]
const nonce = toHex(7, { size: 32 })
const transaction = toHex(9, { size: 32 })
const units = 4_950_000n
/** A chain with two blocks a second, a day after a transfer was asked for. */
const latest = 172_800n
const usedAt = latest - 3n

type Call = { id: number; method: string; params: { fromBlock?: Hex; toBlock?: Hex }[] }

const log = (index: number, topics: readonly unknown[], data: Hex) => ({
  ...{ address: asset, topics, data, logIndex: toHex(index), transactionIndex: '0x0', removed: false },
  ...{ blockNumber: toHex(usedAt), blockHash: toHex(1, { size: 32 }), transactionHash: transaction },
})
const logs = [
  log(
    0,
    encodeEventTopics({ abi, eventName: 'AuthorizationUsed', args: { authorizer: payer, nonce } }),
    '0x',
  ),
  log(
    1,
    encodeEventTopics({ abi, eventName: 'Transfer', args: { from: payer, to: payTo } }),
    toHex(units, { size: 32 }),
  ),
]

/** What the node of that chain answers; it takes no question for logs of more than 2000 blocks. */
function answerTo({ method, params: [question] }: Call): unknown {
  switch (method) {
    case 'eth_getBlockByNumber':
      return { number: toHex(latest), timestamp: toHex(1_800_000_000), transactions: [] }
    case 'eth_call':
      return toHex(1, { size: 32 })
    case 'eth_getLogs': {
      const [first, last] = [BigInt(question?.fromBlock ?? '0x0'), BigInt(question?.toBlock ?? '0x0')]
      if (last - first >= 2_000n) throw new Error('too many blocks')
      return first <= usedAt && usedAt <= last ? logs.slice(0, 1) : []
    }
    case 'eth_getTransactionReceipt':
      return { transactionHash: transaction, blockNumber: toHex(usedAt), logs, status: '0x1' }
    default:
      throw new Error(`${method} is not asked`)
  }
}

const node = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const call = JSON.parse(Buffer.concat(parts).toString()) as Call
    response.end(JSON.stringify({ jsonrpc: '2.0', id: call.id, result: answerTo(call) }))
  })
})
await new Promise<void>((done) => void node.listen(0, '127.0.0.1', done))
afterAll(() => void node.close())

test('a transfer that was paid a day after it was asked for is found on a chain of fast blocks', async () => {
  const { port } = node.address() as AddressInfo
  const token = evmToken({ rpcUrl: `http://127.0.0.1:${port}`, asset, timeoutMs: 5_000 })
  const facts = await token.facts({ payer, nonce, payTo, units, sinceBlock: 0n })
  expect(facts).toMatchObject({ isUsed: true, payment: { transaction, block: usedAt } })
})
