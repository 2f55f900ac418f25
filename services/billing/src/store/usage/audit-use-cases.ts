import { auditKinds } from '@outturn/vocabulary'
import { sql } from 'kysely'
import { workOfAudit } from '../../domain/prices/charge-compile.ts'

const works = auditKinds.map((kind) => sql`when ${sql.lit(workOfAudit[kind])} then ${sql.lit(kind)}`)

/**
 * The use case of a row of `compile_charge`: the kind of its audit, or null for a compilation. An audit is charged as one verification,
 * which has no verdict and is no run.
 */
export const useCaseOfWork = sql<string | null>`case work ${sql.join(works, sql` `)} end`

/** Whether a row of `compile_charge` is an audit. */
export const isAuditWork = sql<boolean>`work <> 'compile'`
