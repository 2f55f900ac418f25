import { delivered, onDelivered } from './accepted-spool.ts'
import type { Preparations, PreparedCall, Side } from './preparation.ts'

export const discrepancyPreparations: Preparations = {
  'POST /api/v1/spools/{id}/discrepancies': async (side, path) => ({
    ...(await onDelivered(side, path)),
    body: discrepancy,
  }),
  'GET /api/v1/spools/{id}/discrepancies': onDelivered,
  'GET /api/v1/discrepancies/{discrepancy_id}': onDiscrepancy,
  'POST /api/v1/discrepancies/{discrepancy_id}/resolve': async (side, path) => ({
    ...(await onDiscrepancy(side, path)),
    body: { outcome: 'accepted_variance', note: 'Row 3 is in the next record.' },
  }),
  'POST /api/v1/discrepancies/{discrepancy_id}/dismiss': async (side, path) => ({
    ...(await onDiscrepancy(side, path)),
    body: { note: 'Row 3 is in the record.' },
  }),
}

const discrepancy = { kind: 'other', description: 'Row 3 is not in the record.' }

async function onDiscrepancy(side: Side, path: string): Promise<PreparedCall> {
  const { send, key } = side
  const { id } = await delivered(side)
  const { json } = await send<{ id: string }>(`/api/v1/spools/${id}/discrepancies`, {
    key,
    body: discrepancy,
  })
  return { path: path.replace('{discrepancy_id}', json.id) }
}
