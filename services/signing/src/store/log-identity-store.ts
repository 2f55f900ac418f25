import { type Runner, statement } from '@outturn/postgres'
import type { Tx } from '@outturn/postgres/typed'
import { sql } from 'kysely'
import type { Tables } from './tables.ts'
import { firstLogNumber, type LogIdentity } from './log-store.ts'

const claimOriginStatement = statement(
  'claim_log_origin',
  'insert into log_identity (origin) select $1 where not exists (select from log_identity) on conflict do nothing',
)
const identityStatement = statement(
  'log_identities',
  'select number, origin, succession from log_identity order by number',
)

/** A log that this environment has or had; the statement that began it, or null for the first. */
export type NumberedLog = LogIdentity & { readonly succession: string | null }

/** Every log of this environment, the one that is written to last; the first takes this name where there is none. */
export async function claimLogs(runner: Runner, origin: string): Promise<readonly NumberedLog[]> {
  await runner(claimOriginStatement, [origin])
  return runner<NumberedLog>(identityStatement, [])
}

const namedStatement = statement(
  'log_named',
  "select number from log_identity where substring(origin from '[0-9]+$') = $1::bigint::text",
)

/** The place in their order of the log whose name ends with this number, the first one where no number is given; null where there is none. */
export async function findLogNamed(runner: Runner, name: number | undefined): Promise<number | null> {
  if (name === undefined) return firstLogNumber
  const [row] = await runner<{ number: number }>(namedStatement, [name])
  return row?.number ?? null
}

const successionStatement = statement(
  'log_succession',
  'select succession from log_identity where number = $1 and succession is not null',
)

/** The signed statement by which the log of this number began, or null for the first. */
export async function findSuccession(runner: Runner, number: number): Promise<string | null> {
  const [row] = await runner<{ succession: string }>(successionStatement, [number])
  return row?.succession ?? null
}

/** Begins the log that follows the one which this statement ends. */
export async function beginSuccessor(
  tx: Tx<Tables>,
  { number, origin, succession }: NumberedLog,
): Promise<void> {
  await sql`
    insert into log_identity (number, origin, succession) values (${number}, ${origin}, ${succession})`.execute(
    tx,
  )
}
