import { settlementGrantExample, settlementSignaturesExample } from '@outturn/contracts'
import { onAccepted } from './accepted-spool.ts'
import type { Preparations, Prepare, PreparedCall } from './preparation.ts'

/** The Spools of these tests settle elsewhere, so that none of these operations has anything to do. */
export const settlementPreparations: Preparations = {
  'POST /api/v1/spools/{id}/commit': settledElsewhere({ refusal: '409 settlement_unavailable' }),
  'POST /api/v1/spools/{id}/settlement/signatures': settledElsewhere({
    body: settlementSignaturesExample,
    refusal: '409 wrong_funding_lane',
  }),
  'GET /api/v1/spools/{id}/settlement/grant/template': settledElsewhere({
    refusal: '409 wrong_funding_lane',
  }),
  'POST /api/v1/spools/{id}/settlement/grant': settledElsewhere({
    body: settlementGrantExample,
    refusal: '409 wrong_funding_lane',
  }),
  'GET /api/v1/spools/{id}/settlement/grant': settledElsewhere({ refusal: '404 not_found' }),
  'POST /api/v1/spools/{id}/onboard-provider': settledElsewhere({
    body: { refresh_url: 'https://example.com/again', return_url: 'https://example.com/done' },
    refusal: '409 invalid_state',
  }),
}

function settledElsewhere(call: Pick<PreparedCall, 'body' | 'refusal'>): Prepare {
  return async (side, path) => ({ ...(await onAccepted(side, path)), ...call })
}
