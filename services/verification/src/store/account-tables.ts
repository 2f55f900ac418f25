import { type AccountData, erasedText } from '@outturn/postgres'

const own = 't.account_id = $1'
const ofSource = 't.source_id in (select source_id from source where account_id = $1)'
const ofSpool = 't.spool_id = any($1)'
const ofRun = 't.run_id in (select run_id from run where spool_id = any($1))'
const erased = `'${erasedText}'`
const erasedJson = `'"${erasedText}"'`
const where = (column: string) => `case when t.${column} is null then null else ${erased} end`

/**
 * What the service keeps of an account: its sources, facts, policies and recipes, and by the Spools that the account is a party of, runs,
 * what they observed and were told, and matches. A source goes on its list after what refers to it.
 */
export const accountData: AccountData = {
  tables: [
    { name: 'policy', key: 't.policy_id', of: own, erasure: { deletes: true } },
    { name: 'recipe', key: 't.id', of: own, erasure: { deletes: true } },
    {
      name: 'source_secret',
      key: 't.secret_id',
      of: ofSource,
      without: ['sealed'],
      erasure: { deletes: true },
    },
    {
      name: 'source_delivery',
      key: `t.source_id || '/' || t.webhook_id`,
      of: ofSource,
      erasure: { deletes: true },
    },
    {
      name: 'source_sync',
      key: 't.sync_id',
      of: ofSource,
      erasure: { keeps: 'Times, counts and a code of this service.' },
    },
    {
      name: 'fact',
      key: 't.fact_id',
      of: ofSource,
      erasure: {
        sets: {
          subject: erased,
          predicate: erased,
          value: erasedJson,
          quantity: 'null::bigint',
          amount_cents: 'null::bigint',
          currency: 'null',
          webhook_id: where('webhook_id'),
          sent_id: erased,
        },
      },
    },
    {
      name: 'source',
      key: 't.source_id',
      of: own,
      without: ['sealed_headers'],
      erasure: {
        sets: {
          status: `'revoked'`,
          name: erased,
          mapping: `'${erasedMapping()}'`,
          pull: `case when t.pull is null then null else '{"url":"${erasedText}","interval_seconds":86400}' end`,
          sealed_headers: 'null',
          rejections: `'[]'::jsonb`,
          etag: 'null',
          next_sync_at: 'null::timestamptz',
        },
      },
    },
    {
      name: 'run',
      key: 't.run_id',
      of: ofSpool,
      isBySpools: true,
      packed: ['packed_unit_results'],
      erasure: { byService: 'What a run kept of a content goes when the content is withdrawn.' },
    },
    {
      name: 'observation',
      key: `t.run_id || '/' || t.condition_id || '/' || lpad(t.ordinal::text, 12, '0')`,
      of: ofRun,
      isBySpools: true,
      erasure: { sets: { url: erased, final_url: where('final_url') } },
    },
    {
      name: 'opinion',
      key: `t.run_id || '/' || t.condition_id`,
      of: ofRun,
      isBySpools: true,
      erasure: { byService: 'Quotes of a content go when the content is withdrawn.' },
    },
    {
      name: 'match_run',
      key: 't.run_id',
      of: ofSpool,
      isBySpools: true,
      erasure: { byService: 'The values of differences are replaced; digests and counts stay.' },
    },
    {
      name: 'match_page',
      key: `t.run_id || '/' || lpad(t.page::text, 12, '0')`,
      of: 't.run_id in (select run_id from match_run where spool_id = any($1))',
      isBySpools: true,
      packed: ['rows'],
      erasure: { byService: 'The values of differences are replaced; digests and counts stay.' },
    },
  ],
  others: { fact_spool: 'How many facts a Spool has.' },
}

/** A mapping without anything that the account wrote in it. */
function erasedMapping(): string {
  const member = { const: erasedText }
  return JSON.stringify({ subject: member, predicate: member, value: member })
}
