import type { PromiseReplay } from '@outturn/sdk'
import { csvText } from '../report/csv.ts'
import { reason } from './replay-figures.ts'

const columns = [
  'customer_id',
  'window_start',
  'window_end',
  'units',
  'pending_units',
  'measured_units',
  'accepted',
  'rejected',
  'uncertain',
  'rate_bp',
  'threshold_bp',
  'breached',
  'basis_cents',
  'hypothetical_remedy_cents',
  'status',
] as const

/** The windows of a replay as CSV (RFC 4180), each with its reason. */
export function replayCsv({ windows }: PromiseReplay): string {
  const rows = windows.map((window) => [...columns.map((name) => String(window[name] ?? '')), reason(window)])
  return csvText([[...columns, 'reason'], ...rows])
}
