import { type Runner, statement } from '@outturn/postgres'
import type { Source } from '../../domain/sources/source.ts'
import { fromSourceRow, sourceColumns, type SourceRow } from './source-rows.ts'

const findStatement = statement(
  'find_sources',
  `select ${sourceColumns} from source where source_id = any($1) order by source_id`,
)

/** The sources of these ids, of any account and status; those that do not exist are left out. */
export async function findSources(run: Runner, sourceIds: readonly string[]): Promise<Source[]> {
  return (await run<SourceRow>(findStatement, [sourceIds])).map(fromSourceRow)
}

const listStatement = statement(
  'list_sources',
  `select ${sourceColumns} from source
   where account_id = $1 and ($2::text is null or (created_at, source_id) < (
     select created_at, source_id from source where source_id = $2 and account_id = $1))
   order by created_at desc, source_id desc limit $3`,
)

/** Sources of an account, the newest first, after one of them. */
export async function listSources(
  run: Runner,
  { accountId, after, limit }: { accountId: string; after: string | null; limit: number },
): Promise<Source[]> {
  return (await run<SourceRow>(listStatement, [accountId, after, limit])).map(fromSourceRow)
}
