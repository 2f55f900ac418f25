import { randomBytes } from 'node:crypto'
import type { MppSettings } from '../config.ts'
import type { PackLane } from '../deps.ts'
import { createMppProtocol } from './mpp.ts'
import { createCardCharges } from './stripe.ts'
import { createCheckouts } from './stripe-checkout.ts'

/** Sells credit packs by card: challenges and payments in the headers of HTTP, charges at Stripe. */
export function openMppLane(settings: MppSettings): PackLane {
  return {
    protocol: createMppProtocol(settings),
    charge: createCardCharges(settings),
    checkout: createCheckouts(settings),
    challengeTtlMs: settings.challengeTtlMs,
    newNonce: () => randomBytes(16).toString('base64url'),
  }
}
