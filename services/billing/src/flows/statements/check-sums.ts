import { canonicalJson } from '@outturn/canonical'
import type { checkBillingSums, CommandOutput } from '@outturn/contracts'
import type { Tx } from '@outturn/postgres/typed'
import { type LedgerSums, readChargedMicros } from '../../store/statements/ledger-sums.ts'
import { listClosedStatements, sumEntries } from '../../store/statements/statement-store.ts'
import type { Tables } from '../../store/tables.ts'
import { closeStatement } from './close-statement.ts'

type Difference = CommandOutput<typeof checkBillingSums>['differences'][number]

/** An instant after everything that is recorded. */
const endOfTime = new Date('9999-12-31T00:00:00.000Z')

/** Compares what is recorded of an account with its ledger, and each of its statements with what it is made of. */
export async function checkSums(
  tx: Tx<Tables>,
  accountId: string,
  ledger: LedgerSums | undefined,
): Promise<{ statements: number; differences: Difference[] }> {
  const differences: Difference[] = []
  const compare = (month: string | null, what: string, expected: unknown, found: unknown) => {
    if (String(expected) === String(found)) return
    differences.push({ accountId, month, what, expected: String(expected), found: String(found) })
  }
  const { netMicros } = await sumEntries(tx, { accountId, start: null, end: endOfTime })
  compare(null, 'charged', ledger?.chargedMicros ?? 0n, await readChargedMicros(tx, accountId))
  compare(null, 'balance', ledger?.balanceMicros ?? 0n, netMicros)
  const statements = await listClosedStatements(tx, accountId)
  for (const statement of statements) {
    const { month, pricingVersion } = statement
    const made = await closeStatement(tx, accountId, month, pricingVersion)
    compare(month, 'digest', made?.digest ?? 'no entries', statement.digest)
    compare(month, 'statement', made?.body ?? 'no entries', canonicalJson(statement))
  }
  return { statements: statements.length, differences }
}
