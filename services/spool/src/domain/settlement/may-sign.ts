import { forbidden } from '@outturn/contracts'
import {
  type ActionContext,
  isCertified,
  isNotHeld,
  isNotSettledByReceipts,
  isWalletFunded,
  takesSignatures,
} from '../lifecycle/guards.ts'
import { assertGuards } from '../lifecycle/transitions.ts'

/** Refuses signatures of a caller that is not the buyer, and for a Spool whose settlement never asked for any. */
export function assertMaySign(context: ActionContext): void {
  const { viewer, spool } = context
  if (!viewer.mayMoveMoney) {
    throw forbidden('Only a full-scope key may settle.', { reason: 'full_scope_required' })
  }
  if (!viewer.sides.includes('buyer')) {
    throw forbidden('Only the buyer may sign the settlement.', {
      reason: 'buyer_side_only',
      remediation: 'Leave this to a key of the buyer.',
    })
  }
  assertGuards([isWalletFunded, takesSignatures], context)
  // What is paid stays paid; a repetition of its signatures is answered.
  if (spool.state.status.settlement === 'settled') return
  assertGuards([isNotHeld, isCertified, isNotSettledByReceipts], context)
}
