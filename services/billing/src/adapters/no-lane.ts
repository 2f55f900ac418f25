import type { PaymentLane } from '../domain/payments/lane.ts'

function notOffered(): never {
  throw new Error('this deployment has no payment lane')
}

/** The lane of a deployment or an environment that is not paid for single calls. */
export const noLane: PaymentLane = {
  state: () => 'off',
  requiresIdentifier: false,
  check: async () => undefined,
  offer: notOffered,
  read: notOffered,
  isSigned: notOffered,
  changedExtension: notOffered,
  accept: notOffered,
  verify: notOffered,
  settle: notOffered,
  latestBlock: notOffered,
  facts: notOffered,
  response: notOffered,
  receipted: notOffered,
  refusal: notOffered,
}
