import { checkerNames, checkerVersion, needsNetwork } from '@outturn/checkers'
import {
  type Capabilities,
  readCapabilities,
  readExecutors,
  readPackLanes,
  readPaymentLanes,
  readSettlementCapabilities,
  readSigningState,
} from '@outturn/contracts'
import { type Answer, type Call, serve, json } from '../../http/route.ts'
import { asCaller } from '../bus-call.ts'

export const capabilitiesRoute = serve(readCapabilities, read)

/** Every service says what it has; the sandbox has neither outside judges nor a way to the internet, as its routes refuse them. */
async function read(call: Call): Promise<Answer> {
  const { bus, environment } = call.instance
  const [{ methods }, settlement, signing, packs, lanes] = await Promise.all([
    bus.request(readExecutors, {}, asCaller(call)),
    bus.request(readSettlementCapabilities, {}, asCaller(call)),
    bus.request(readSigningState, {}, asCaller(call)),
    bus.request(readPackLanes, {}, asCaller(call)),
    bus.request(readPaymentLanes, {}, asCaller(call)),
  ])
  const isDemo = environment === 'demo'
  return json(200, {
    environment,
    methods: isDemo ? { ...methods, external_tool: 'unavailable' } : methods,
    checkers: checkerNames
      .filter((name) => !isDemo || !needsNetwork({ checker: name }))
      .map((name) => ({ name, version: checkerVersion })),
    settlement: isDemo ? [] : settlement.adapters,
    rails: { x402: lanes.x402 === 'open', mpp: packs.mpp },
    signing: signing.state === 'ready' ? 'configured' : 'not_configured',
  } satisfies Capabilities)
}
