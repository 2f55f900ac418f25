import { checkerNames, checkerVersion, needsNetwork } from '@outturn/checkers'
import {
  readExecutors,
  readPackLanes,
  readPaymentLanes,
  readSettlementCapabilities,
  readSigningState,
  defineEndpoint,
  openAccess,
} from '@outturn/contracts'
import { environments } from '@outturn/vocabulary'
import { z } from 'zod'
import { type Answer, type Call, serve, json } from '../../http/route.ts'
import { asCaller } from '../bus-call.ts'

const Capabilities = z
  .strictObject({
    environment: z.enum(environments).describe('That of the caller; production without a credential.'),
    methods: readExecutors.output.shape.methods.extend({
      external_tool: z.enum(['live', 'unavailable']),
    }),
    checkers: z.array(z.strictObject({ name: z.string(), version: z.string() })),
    settlement: z.array(z.string()),
    rails: z.strictObject({ x402: z.boolean(), mpp: z.boolean() }),
    signing: z.enum(['configured', 'not_configured']),
  })
  .meta({ id: 'Capabilities' })

export const capabilitiesRoute = serve(
  defineEndpoint({
    operationId: 'read-capabilities',
    path: '/api/v1/capabilities',
    access: openAccess,
    summary: 'See what this deployment can execute',
    success: {
      status: 200,
      description: 'Methods, checkers, settlement and payment.',
      content: Capabilities,
    },
    refuses: ['configuration_unavailable'],
  }),
  read,
)

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
  } satisfies z.infer<typeof Capabilities>)
}
