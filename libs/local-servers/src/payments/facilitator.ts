import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { x402Facilitator } from '@x402/core/facilitator'
import type { Network, PaymentPayload, PaymentRequirements, SettleResponse } from '@x402/core/types'
import { toFacilitatorEvmSigner } from '@x402/evm'
import { ExactEvmScheme } from '@x402/evm/exact/facilitator'
import { type ChainAccess, type LocalClient, localAccounts } from './chain.ts'

/**
 * What can go wrong with the next settlements: `lost_answer` settles and closes the connection, `late_answer` settles and answers
 * after five seconds, `error_after` settles and answers 500, `error_before` answers 500 without settling, `pending` settles and says
 * that it is not known yet, `lie` says that it settled and does not.
 */
export const facilitatorFaults = [
  'lost_answer',
  'late_answer',
  'error_after',
  'error_before',
  'pending',
  'lie',
] as const
export type FacilitatorFault = (typeof facilitatorFaults)[number]

/** A facilitator of x402 on 127.0.0.1, of the official classes. */
export type LocalFacilitator = {
  readonly url: string
  /** How often it was asked to settle. */
  readonly settles: () => number
  /** The next settlement goes wrong in this way, and after it the ones that are set after this. */
  failNext(...faults: FacilitatorFault[]): void
  stop(): Promise<void>
}

const network: Network = 'eip155:8453'
const lateMs = 5_000

/** Starts the facilitator. A test that runs in another process sets faults by `POST /faults` with a JSON array of them. */
export async function startFacilitator(
  chain: ChainAccess,
  { port = 0 }: { port?: number } = {},
): Promise<LocalFacilitator> {
  const faults: FacilitatorFault[] = []
  let settles = 0
  const inner = facilitatorOn(chain)
  // One account sends, and its nonces follow each other.
  let last: Promise<unknown> = Promise.resolve()
  const settle = (payment: Payment): Promise<SettleResponse> => {
    const settled = last.then(() => inner.settle(payment.paymentPayload, payment.paymentRequirements))
    last = settled.catch(() => undefined)
    return settled
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    switch (request.url) {
      case '/supported':
        return send(response, 200, inner.getSupported())
      case '/verify': {
        const { paymentPayload, paymentRequirements } = (await bodyOf(request)) as Payment
        return send(response, 200, await inner.verify(paymentPayload, paymentRequirements))
      }
      case '/settle': {
        settles += 1
        const payment = (await bodyOf(request)) as Payment
        return settleWith(faults.shift(), () => settle(payment), response)
      }
      case '/faults':
        faults.push(...((await bodyOf(request)) as FacilitatorFault[]))
        return send(response, 200, { settles })
      default:
        return send(response, 404, {})
    }
  }

  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => send(response, 500, { error: error.message }))
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    settles: () => settles,
    failNext: (...next) => void faults.push(...next),
    async stop() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const receiptPollMs = 20
/** A chain that makes a block of each transaction has it after a few milliseconds, unless it has left it in its pool. */
const inPoolMs = 1_000

/** The receipt of a transaction; one that the chain has left in its pool is put into a block, for all later ones wait behind it. */
async function receiptOf(client: LocalClient, hash: `0x${string}`) {
  for (let waitedMs = 0; ; waitedMs += receiptPollMs) {
    const receipt = await client.getTransactionReceipt({ hash }).catch(() => null)
    if (receipt !== null) return receipt
    await sleep(receiptPollMs)
    if (waitedMs > 0 && waitedMs % inPoolMs === 0) await client.mine({ blocks: 1 })
  }
}

type Payment = { paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements }

function facilitatorOn(chain: ChainAccess): x402Facilitator {
  const client = chain.client(localAccounts.facilitator)
  const signer = toFacilitatorEvmSigner({
    address: localAccounts.facilitator.address,
    readContract: (args) => client.readContract({ ...args, args: args.args ?? [] }),
    verifyTypedData: (args) => client.verifyTypedData(args as never),
    writeContract: (args) => client.writeContract({ ...args, args: args.args ?? [] }),
    sendTransaction: (args) => client.sendTransaction(args as never),
    waitForTransactionReceipt: ({ hash }) => receiptOf(client, hash),
    getCode: (args) => client.getCode(args),
  })
  return new x402Facilitator().register(network, new ExactEvmScheme(signer))
}

async function settleWith(
  fault: FacilitatorFault | undefined,
  settle: () => Promise<SettleResponse>,
  response: ServerResponse,
): Promise<void> {
  switch (fault) {
    case undefined:
      return send(response, 200, await settle())
    case 'lost_answer':
      await settle()
      response.destroy()
      return
    case 'late_answer': {
      const settled = await settle()
      await sleep(lateMs, undefined, { ref: false })
      return send(response, 200, settled)
    }
    case 'error_after':
      await settle()
      return send(response, 500, { error: 'the facilitator failed' })
    case 'error_before':
      return send(response, 500, { error: 'the facilitator failed' })
    case 'pending': {
      const settled = await settle()
      return send(response, 200, { ...settled, success: false, errorReason: 'settlement_pending' })
    }
    case 'lie':
      return send(response, 200, { success: true, transaction: `0x${'1'.repeat(64)}`, network })
    default:
      return fault satisfies never
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

async function bodyOf(request: IncomingMessage): Promise<unknown> {
  const chunks = (await request.toArray()) as Buffer[]
  return JSON.parse(Buffer.concat(chunks).toString())
}
