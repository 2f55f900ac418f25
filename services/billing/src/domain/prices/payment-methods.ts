import type { CreditsRequired } from '@outturn/contracts'

/** Ways to buy credits that need something of this deployment beside its public address. */
export const rails = ['mpp', 'x402'] as const
export type Rail = (typeof rails)[number]

type PaymentMethod = CreditsRequired['payment_methods'][number]

const packsCents = [500, 1_000, 2_000]

const railMethods = {
  mpp: (publicUrl) => ({
    type: 'mpp',
    authorization: 'agent_credential',
    url: `${publicUrl}/api/v1/credits/packs/mpp`,
    packs_cents: packsCents,
    methods: ['card'],
    protocol: 'mpp',
  }),
  x402: (publicUrl) => ({
    type: 'x402',
    authorization: 'agent_wallet',
    url: `${publicUrl}/api/v1/credits/packs/x402`,
    packs_cents: packsCents,
    chains: ['base'],
    asset: 'usdc',
    network: 'eip155:8453',
    facilitator: 'hosted',
    protocol: 'x402',
    x402_version: 2,
  }),
} satisfies Record<Rail, (publicUrl: string) => PaymentMethod>

/** Where the owner of an account adds credits by hand. */
export function topUpUrl(publicUrl: string): string {
  return `${publicUrl}/credits`
}

/** How credits can be bought here: by the account owner always, by an agent on each enabled rail. */
export function paymentMethods(publicUrl: string, enabledRails: readonly Rail[]): PaymentMethod[] {
  return [
    { type: 'hosted_checkout', authorization: 'account_owner', url: topUpUrl(publicUrl) },
    ...enabledRails.map((rail) => railMethods[rail](publicUrl)),
  ]
}
