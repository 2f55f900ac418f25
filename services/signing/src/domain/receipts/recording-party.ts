import {
  accountOf,
  callerScope,
  type Consumption,
  type ConsumptionRequest,
  forbidden,
  type Principal,
} from '@outturn/contracts'

type Parties = {
  readonly payerAccountId: string | null
  readonly payerPartyId: string
  readonly providerPartyId: string
}

/** The party that a caller who may read the receipt records uses for; an account that is on both sides pays. */
export function recordingParty(
  principal: Principal,
  { payerAccountId, payerPartyId, providerPartyId }: Parties,
): Consumption['recorded_by'] {
  return payerAccountId !== null && accountOf(principal) === payerAccountId
    ? { party_id: payerPartyId, role: 'payer' }
    : { party_id: providerPartyId, role: 'provider' }
}

/** Refuses a settlement that another than the payer records, or that the payer records with less than a full key. */
export function refuseForeignSettlement(
  principal: Principal,
  { purpose }: ConsumptionRequest,
  { role }: Consumption['recorded_by'],
): void {
  if (purpose !== 'settlement') return
  if (role !== 'payer') {
    throw forbidden('A settlement is recorded by the party that pays.', {
      reason: 'buyer_side_only',
      remediation: 'Have the buyer record it, or record the use under another purpose.',
    })
  }
  if (principal.kind === 'account' && callerScope(principal) !== 'full') {
    throw forbidden('A settlement is recorded with a key of scope full.', { reason: 'full_scope_required' })
  }
}
