import { createHash } from 'node:crypto'
import { canonicalJson } from '@outturn/canonical'
import type { Statement } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { periodOf } from '../../domain/usage/calendar-month.ts'
import { type EntryPlace, readStatementEntries } from '../../store/statements/statement-entries.ts'
import type { Tables } from '../../store/tables.ts'
import { openStatement } from './statement-of.ts'

/** Entries that are read at a time. */
const pageEntries = 1_000

type ClosedStatement = {
  readonly statement: Statement
  readonly digest: string
  readonly body: string
}

/** The statement of a month that takes no more charges, as it is kept; null for an account without movement in it. */
export async function closeStatement(
  tx: Tx<Tables>,
  accountId: string,
  month: string,
  pricingVersion: string,
): Promise<ClosedStatement | null> {
  const { statement: open, isMoved } = await openStatement(tx, accountId, month, pricingVersion)
  if (!isMoved) return null
  const entries = await digestEntries(tx, accountId, month)
  const digest = `sha256:${sha256(canonicalJson({ entries, statement: { ...open, state: 'closed' } }))}`
  const statement: Statement = { ...open, state: 'closed', digest }
  return { statement, digest, body: canonicalJson(statement) }
}

/** SHA-256 over the entries of the month as JSON lines, in the order of the statement. */
async function digestEntries(tx: Tx<Tables>, accountId: string, month: string): Promise<string> {
  const hash = createHash('sha256')
  let after: EntryPlace | null = null
  for (;;) {
    const page = await readStatementEntries(
      tx,
      { accountId, ...periodOf(month) },
      { after, limit: pageEntries },
    )
    for (const { entry } of page) hash.update(`${canonicalJson(entry)}\n`)
    after = page.at(-1)?.place ?? null
    if (page.length < pageEntries) return hash.digest('hex')
  }
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
