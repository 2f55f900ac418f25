import { type ReceivedTransfer, receivedTransfers } from '@outturn/evm-token/received'
import type { Pool } from '@outturn/postgres'
import type { ReceivedPayment } from '../domain/reconciliation/compare.ts'
import type { OutsideBook } from '../domain/reconciliation/outside-book.ts'
import { comparedClaims, payeesOfClaims } from '../store/payments/recorded-payments.ts'
import type { X402Settings } from './x402-lane.ts'

const timeoutMs = 10_000
/** Public nodes refuse to look through more blocks at once. */
const step = 2_000n

/**
 * The transfers of the token to the payee, and to those that settled claims have paid before it, as far as so many blocks have
 * followed them.
 */
export function x402Book(
  pool: Pool,
  { rpcUrl, network, asset, payTo }: X402Settings,
  depth: number,
): OutsideBook {
  const transfers = receivedTransfers({ rpcUrl, asset, timeoutMs })
  const token = { network, asset: asset.toLowerCase() }
  const read = async (from: bigint, to: bigint) => {
    const payees = [...new Set([payTo.toLowerCase(), ...(await payeesOfClaims(pool, token, { from, to }))])]
    return (await transfers.read(from, to, payees)).map(toReceived)
  }
  return {
    rail: 'x402',
    step,
    async end() {
      const latest = await transfers.latestBlock()
      return latest < BigInt(depth) ? null : latest - BigInt(depth)
    },
    fingerprint: transfers.blockHash,
    read,
    async find(references) {
      const blocks = await Promise.all(references.map((hash) => transfers.blockOf(hash as `0x${string}`)))
      const known = [...new Set(blocks)].filter((block) => block !== null)
      return (await Promise.all(known.map((block) => read(block, block)))).flat()
    },
    // What the payee sends is any transfer of it: no chain says that one of them is a refund.
    reversals: async () => [],
    recorded: (compared) => comparedClaims(pool, token, compared),
  }
}

function toReceived({
  transaction,
  logIndex,
  block,
  payer,
  nonce,
  units,
}: ReceivedTransfer): ReceivedPayment {
  return {
    reference: transaction,
    subject: `${transaction}#${logIndex}`,
    mark: nonce === null ? null : `${payer}|${nonce}`,
    payer,
    amountMicros: units,
    position: block,
  }
}
