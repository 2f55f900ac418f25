import type { Insertable, Selectable } from 'kysely'
import { z } from 'zod'
import { type AccountFunds, availableMicros, nextExpiry } from '../domain/ledger/account-funds.ts'
import { creditGrantSources } from '@outturn/vocabulary'
import type { CreditGrantPart, OpenCreditGrant } from '../domain/ledger/credit-grant.ts'
import { type KeyCap, notedPercents } from '../domain/spending/key-cap.ts'
import type { AccountFundsTable } from './tables.ts'

/** Funds with the version that a save must still find. Version 0 is an account without a row. */
export type VersionedFunds = { readonly version: bigint; readonly funds: AccountFunds }

const storedTerms = {
  id: z.string(),
  source: z.enum(creditGrantSources),
  priority: z.int(),
  expiresAt: z.iso.datetime().transform(toDate).nullable(),
  createdAt: z.iso.datetime().transform(toDate),
}
const StoredGrants = z.array(
  z.strictObject({ ...storedTerms, remainingMicros: z.string().transform(BigInt) }),
)
const StoredDebts = z.array(z.strictObject({ grantId: z.string(), micros: z.string().transform(BigInt) }))
const StoredCaps = z.array(
  z.strictObject({
    keyId: z.string(),
    capMicros: z.string().transform(BigInt),
    month: z.string(),
    usedMicros: z.string().transform(BigInt),
    notedPercent: z.literal(notedPercents),
  }),
)
const StoredParts = z.array(
  z.strictObject({ grant: z.strictObject(storedTerms), micros: z.string().transform(BigInt) }),
)

function toDate(text: string): Date {
  return new Date(text)
}

/** Grants as JSON values: amounts are strings, times RFC 3339. */
function toStoredGrants(grants: readonly OpenCreditGrant[]): unknown[] {
  return grants.map((grant) => ({ ...grant, remainingMicros: String(grant.remainingMicros) }))
}

function toStoredCap(cap: KeyCap): unknown {
  return { ...cap, capMicros: String(cap.capMicros), usedMicros: String(cap.usedMicros) }
}

export function toStoredParts(parts: readonly CreditGrantPart[]): unknown[] {
  return parts.map(({ grant, micros }) => ({ grant, micros: String(micros) }))
}

export function fromStoredParts(value: unknown): CreditGrantPart[] {
  return StoredParts.parse(value)
}

export function fromRowFunds(row: Selectable<AccountFundsTable>): VersionedFunds {
  const { included_verifications: verifications, included_compiles: compiles } = row
  return {
    version: row.version,
    funds: {
      accountId: row.account_id,
      grants: StoredGrants.parse(row.grants),
      included: verifications === null || compiles === null ? null : { verifications, compiles },
      used: {
        month: row.allowance_month,
        verifications: row.verifications_used,
        compiles: row.compiles_used,
      },
      debts: StoredDebts.parse(row.debts),
      caps: StoredCaps.parse(row.caps),
    },
  }
}

/** The row of funds that are saved over `version`. */
export function toRowFunds({ version, funds }: VersionedFunds): Insertable<AccountFundsTable> {
  return {
    account_id: funds.accountId,
    version: version + 1n,
    available_micros: availableMicros(funds),
    grants: JSON.stringify(toStoredGrants(funds.grants)),
    debts: JSON.stringify(funds.debts.map(({ grantId, micros }) => ({ grantId, micros: String(micros) }))),
    caps: JSON.stringify(funds.caps.map(toStoredCap)),
    included_verifications: funds.included?.verifications ?? null,
    included_compiles: funds.included?.compiles ?? null,
    allowance_month: funds.used.month,
    verifications_used: funds.used.verifications,
    compiles_used: funds.used.compiles,
    next_expiry_at: nextExpiry(funds),
  }
}
