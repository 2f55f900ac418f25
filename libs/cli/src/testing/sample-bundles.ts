import { readFileSync } from 'node:fs'
import type { DeterministicCheck, ObservationSet } from '@outturn/checkers'
import { parseKeyDocument, type ReplayBundle } from '@outturn/receipt-verifier'
import { type ReplayReport, replayBundle } from '../replay/replay-bundle.ts'
import { conditionId, evidenceId, issuedBundle, keys } from './issued-bundle.ts'

const goldenFile = new URL('../../../../test/vectors/bundle/golden.json', import.meta.url)
export const golden = JSON.parse(readFileSync(goldenFile, 'utf8')) as ReplayBundle

export const emails = { kind: 'rows', rows: [{ email: 'a@example.com' }, { email: '' }] } as const
export const names = { kind: 'rows', rows: [{ name: 'A' }, { name: 'B' }] } as const
export const everyEmail: DeterministicCheck = { checker: 'completeness', required_fields: ['email'] }
export const everyName: DeterministicCheck = { checker: 'completeness', required_fields: ['name'] }
export const twoUnits = { total_units: 2, unit_amount_cents: 100 } as const
export const byEmail = { ...twoUnits, identity: { source_key: 'email', visibility: 'label' } } as const

const url = 'https://example.com/report'
const seenAt = '2026-01-01T00:00:01.000Z'
const seen: ObservationSet = {
  evidenceId: evidenceId(8),
  conditionId: conditionId(0),
  observedAt: seenAt,
  receivedAt: seenAt,
  observations: [{ url, final_url: url, status: 200, failure: null, at: seenAt }],
}

export const identified = issuedBundle([{ check: everyEmail, content: emails }], byEmail)
export const observed = issuedBundle(
  [{ check: { checker: 'http_status', url }, content: { kind: 'text', text: 'see there' } }],
  null,
  [seen],
)

/** The report on a bundle by the keys of its issuer, whatever keys it brings along. */
export function replayed(bundle: ReplayBundle): ReplayReport {
  return replayBundle(bundle, parseKeyDocument(bundle.receipt.environment === 'demo' ? golden.keys : keys))
}
