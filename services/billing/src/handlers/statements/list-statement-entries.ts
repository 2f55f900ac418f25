import { invalid, type listStatementEntries } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { BillingDeps } from '../../deps.ts'
import { periodOf } from '../../domain/usage/calendar-month.ts'
import { findStatementOf } from '../../flows/statements/find-statement.ts'
import { type EntryPlace, readStatementEntries } from '../../store/statements/statement-entries.ts'
import { readSnapshot } from '../../store/usage/read-snapshot.ts'

/** Where a list goes on, with the balance there. */
type Cursor = { readonly place: EntryPlace; readonly balanceMicros: bigint }

/** The entries of a month, page by page. Each page goes on with the balance of the one before. */
export function handleListStatementEntries({ db, terms }: BillingDeps): Handler<typeof listStatementEntries> {
  return ({ accountId, month, after, limit, keyId, useCase, kinds }, { now }) => {
    const cursor = after === null ? null : parseCursor(after)
    const isFiltered = keyId !== undefined || useCase !== undefined || kinds !== undefined
    return readSnapshot(db, async (tx) => {
      const statement = await findStatementOf(tx, { accountId, month }, terms.prices.pricingVersion, now)
      const found = await readStatementEntries(
        tx,
        { accountId, ...periodOf(month) },
        { after: cursor?.place ?? null, limit: limit + 1, filter: { keyId, useCase, kinds } },
      )
      let balanceMicros = cursor?.balanceMicros ?? BigInt(statement.openingMicros)
      const page = found.slice(0, limit).map(({ entry, place, signedMicros }) => {
        balanceMicros += signedMicros
        return { entry: { ...entry, balanceMicros: isFiltered ? null : String(balanceMicros) }, place }
      })
      const last = page.at(-1)
      return {
        number: statement.number,
        entries: page.map(({ entry }) => entry),
        next: found.length <= limit || last === undefined ? null : formatCursor(last.place, balanceMicros),
      }
    })
  }
}

function formatCursor({ at, reference, kind }: EntryPlace, balanceMicros: bigint): string {
  return [at.toISOString(), reference, kind, balanceMicros].join('/')
}

function parseCursor(text: string): Cursor {
  const [, time = '', reference = '', kind = '', balance = ''] =
    /^(\d{4}-\d{2}-\d{2}T[\d:.]+Z)\/([a-z0-9_]{1,60})\/([a-z_]{1,30})\/(-?\d{1,38})$/.exec(text) ?? []
  const at = new Date(time)
  if (Number.isNaN(at.getTime())) throw invalid('after', 'The value continues no list of entries.')
  return { place: { at, reference, kind }, balanceMicros: BigInt(balance) }
}
