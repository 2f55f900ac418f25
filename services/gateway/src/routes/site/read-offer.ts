import { readPackLanes, readPaymentLanes, readPriceList, Refusal } from '@outturn/contracts'
import type { Call } from '../../http/route.ts'
import type { Offer } from '../../pages/front/offer-cards.ts'
import { asPublic } from '../bus-call.ts'

/** What this deployment charges and allows now; a page is shown without what cannot be read in time. */
export async function readOffer(call: Call, requestsPerMinute: number): Promise<Offer> {
  const demo = call.instances.started.demo
  const [prices, lanes] = await Promise.all([orNull(() => readPrices(call)), readLanes(call)])
  return { prices, lanes, requestsPerMinute, sandbox: demo?.sessions.budget ?? null }
}

async function readPrices(call: Call): Promise<Offer['prices']> {
  return call.instance.bus.request(readPriceList, {}, asPublic(call))
}

/** The protocols by which this deployment is paid; null where they cannot be read in time. */
export async function readLanes(call: Call): Promise<Offer['lanes']> {
  const { bus } = call.instance
  return orNull(async () => {
    const [packs, payments] = await Promise.all([
      bus.request(readPackLanes, {}, asPublic(call)),
      bus.request(readPaymentLanes, {}, asPublic(call)),
    ])
    return { card: packs.mpp, x402: payments.x402 === 'open' }
  })
}

async function orNull<Value>(read: () => Promise<Value>): Promise<Value | null> {
  try {
    return await read()
  } catch (error) {
    if (error instanceof Refusal) return null
    throw error
  }
}
