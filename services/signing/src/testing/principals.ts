import type { Principal } from '@outturn/contracts'
import { buyerAccount, sellerAccount } from './golden-run.ts'

/** Who pays by the golden receipt, who delivered, and somebody who has to do with neither. */
export const buyer = {
  kind: 'account',
  accountId: buyerAccount,
  accountName: 'Buyer',
  accountKind: 'agent',
  via: { kind: 'key', keyId: 'key_000000000000000000000001', scope: 'full' },
} as const satisfies Principal
export const seller = { ...buyer, accountId: sellerAccount }
export const stranger = { ...buyer, accountId: 'acc_000000000000000000000099' }

export const spoolService: Principal = { kind: 'service', service: 'spool' }

export function operator(name = 'alice'): Principal {
  return { kind: 'operator', name }
}
