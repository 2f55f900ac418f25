import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { encodeEventTopics, type Hex, numberToHex, parseAbi, zeroHash } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { receivedTransfers } from './received-transfers.ts'

// A node that refuses what public nodes refuse: many values of one topic, and many logs in one answer.

const asset = `0x${'a'.repeat(40)}` as const
const payTo = `0x${'b'.repeat(40)}` as const
const abi = parseAbi([
  'event AuthorizationUsed(address indexed authorizer, bytes32 indexed nonce)',
  'event Transfer(address indexed from, address indexed to, uint256 value)',
])
const mostValues = 1_000
const mostLogs = 1_200

type Log = { blockNumber: Hex; logIndex: Hex; transactionHash: Hex; topics: Hex[]; data: Hex; address: Hex }
type Filter = { fromBlock: Hex; toBlock: Hex; topics: (Hex | Hex[] | null)[] }

/** A payment by authorization from one wallet, with the use that goes before its transfer. */
function paymentIn(block: number, wallet: number): Log[] {
  const from = numberToHex(wallet, { size: 20 })
  const log = (index: number, topics: unknown, data: Hex): Log => ({
    address: asset,
    blockNumber: numberToHex(block),
    transactionHash: numberToHex(wallet, { size: 32 }),
    logIndex: numberToHex(index),
    topics: topics as Hex[],
    data,
  })
  const nonce = numberToHex(wallet, { size: 32 })
  return [
    log(
      0,
      encodeEventTopics({ abi, eventName: 'AuthorizationUsed', args: { authorizer: from, nonce } }),
      '0x',
    ),
    log(
      1,
      encodeEventTopics({ abi, eventName: 'Transfer', args: { from, to: payTo } }),
      numberToHex(7, { size: 32 }),
    ),
  ]
}

async function nodeWith(logs: readonly Log[]): Promise<string> {
  const answerTo = ({ fromBlock, toBlock, topics }: Filter) => {
    if (topics.some((topic) => Array.isArray(topic) && topic.length > mostValues)) return 'exceed max topics'
    const wanted = topics.map((topic) => (topic === null ? null : new Set([topic].flat())))
    const found = logs.filter(
      (log) =>
        BigInt(log.blockNumber) >= BigInt(fromBlock) &&
        BigInt(log.blockNumber) <= BigInt(toBlock) &&
        wanted.every((values, index) => values === null || values.has(log.topics[index] ?? zeroHash)),
    )
    return found.length > mostLogs ? 'query returned more than so many results' : found
  }
  const answerIn = (body: string) => {
    const { id, params } = JSON.parse(body) as { id: number; params: [Filter] }
    const answer = answerTo(params[0])
    const outcome =
      typeof answer === 'string' ? { error: { code: -32_000, message: answer } } : { result: answer }
    return JSON.stringify({ jsonrpc: '2.0', id, ...outcome })
  }
  const server = createServer((request, response) => {
    response.setHeader('content-type', 'application/json')
    void text(request).then((body) => response.end(answerIn(body)))
  })
  onTestFinished(() => void server.close())
  await once(server.listen(0, '127.0.0.1'), 'listening')
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

test('payments of more wallets than a node answers at once are all read, each with its authorization', async () => {
  const wallets = Array.from({ length: 1_500 }, (_, index) => index + 1)
  const rpcUrl = await nodeWith(wallets.flatMap((wallet) => paymentIn(wallet > 1_100 ? 101 : 100, wallet)))
  const transfers = receivedTransfers({ rpcUrl, asset, timeoutMs: 10_000 })
  const received = await transfers.read(1n, 2_000n, [payTo])
  expect(new Set(received.map(({ nonce }) => nonce)).size).toBe(1_500)
  expect(received.every(({ nonce, transaction, units }) => nonce === transaction && units === 7n)).toBe(true)
})
