import { startStripe } from '@outturn/local-servers'
import { Challenge, Credential } from 'mppx'
import { afterAll } from 'vitest'
import { openMppLane } from '../adapters/mpp-lane.ts'
import type { PackLane } from '../deps.ts'

const secret = 'a secret of at least thirty-two characters'

/** A processor on loopback and the lane that sells packs through it; both end with the test file. */
export async function openMpp() {
  const stripe = await startStripe()
  afterAll(() => stripe.stop())
  const settings = {
    secret,
    realm: 'outturn.example',
    publicUrl: 'https://outturn.example',
    networkId: stripe.networkId,
    secretKey: stripe.secretKey,
    url: stripe.url,
    challengeTtlMs: 300_000,
  }
  const lane = (more: Partial<typeof settings> = {}): PackLane => openMppLane({ ...settings, ...more })
  return { stripe, lane }
}

/** The payment of a challenge with a token, as clients send it. */
export function payment(header: string, token: string, change: Partial<Challenge.Challenge> = {}): string {
  const challenge = { ...Challenge.deserialize(header), ...change }
  return Credential.serialize(Credential.from({ challenge, payload: { spt: token } }))
}
