import type { AccountTable } from '@outturn/postgres'

const ofSource = 't.source_id in (select source_id from source where account_id = $1)'

/** What the service keeps of an account by itself; its runs and opinions are found by the Spools that they are of. */
export const accountTables: readonly AccountTable[] = [
  { name: 'policy', key: 't.policy_id', of: 't.account_id = $1' },
  { name: 'recipe', key: 't.id', of: 't.account_id = $1' },
  { name: 'source', key: 't.source_id', of: 't.account_id = $1', without: ['sealed_headers'] },
  { name: 'source_secret', key: 't.secret_id', of: ofSource, without: ['sealed'] },
  { name: 'source_delivery', key: `t.source_id || '/' || t.webhook_id`, of: ofSource },
  { name: 'source_sync', key: 't.sync_id', of: ofSource },
  { name: 'fact', key: 't.fact_id', of: ofSource },
]
