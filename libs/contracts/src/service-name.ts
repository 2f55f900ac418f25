/** The seven services; each owns one Postgres schema per environment. */
export const serviceNames = [
  'gateway',
  'spool',
  'verification',
  'signing',
  'billing',
  'settlement',
  'document-audit',
] as const
export type ServiceName = (typeof serviceNames)[number]

/** Everything that has a NATS user of its own. The fetcher has no database; the operator is a person at a terminal; deploy alone may create streams. */
export const busUsers = [...serviceNames, 'fetcher', 'operator', 'deploy'] as const
export type BusUser = (typeof busUsers)[number]
