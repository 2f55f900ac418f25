import {
  followPurchase,
  type KeyCap,
  listPurchases,
  listStatementEntries,
  listStatements,
  listUsageRows,
  readBalance,
  readBalanceThreshold,
  readKeyCaps,
  readPackLanes,
  readPaymentLanes,
  readStatement,
  readUsageReport,
  setBalanceThreshold,
  setKeyCap,
  startCardCheckout,
  type UsageRow,
} from '@outturn/contracts'
import { on } from '@outturn/messaging'
import {
  sampleBalance,
  sampleReport,
  sampleStatement,
} from '../console/pages/money/sample-figures.fixture.ts'
import type { OpenGateway } from './open-gateway.ts'

/** What a fake billing was asked for and has kept. */
export type AnsweredBilling = {
  /** Caps by account and key. */
  readonly caps: Map<string, Map<string, KeyCap>>
  readonly thresholds: Map<string, string | null>
  /** Accounts that began to buy, by purchase. */
  readonly purchases: Map<string, string>
  /** Accounts whose figures were asked for. */
  readonly readFor: Set<string>
}

const purchase = {
  rail: 'mpp',
  isCheckout: true,
  packCents: 2_000,
  state: 'open',
  createdAt: '2026-11-27T11:00:00.000Z',
  endedAt: null,
} as const

function sampleRow(keyId: string | null): UsageRow {
  return {
    date: '2026-11-27',
    keyId,
    useCase: '=HYPERLINK("x")',
    runs: 1,
    passed: 1,
    partial: 0,
    failed: 0,
    undecided: 0,
    included: 0,
    runMicros: '100000',
    earnedMicros: '0',
    compilations: 0,
    includedCompilations: 0,
    compilationMicros: '0',
    chargedMicros: '100000',
  }
}

/** Answers the queries and commands of the pages of money in the place of billing: every account has the same figures. */
export async function answerBilling(gateway: OpenGateway): Promise<AnsweredBilling> {
  const kept: AnsweredBilling = {
    caps: new Map(),
    thresholds: new Map(),
    purchases: new Map(),
    readFor: new Set(),
  }
  const defaultMicros = '2000000'
  const {
    charges: _charges,
    keys: _keys,
    useCases: _useCases,
    movements: _movements,
    ...rest
  } = sampleStatement
  const {
    pricingVersion: _version,
    unchargedRuns: _un,
    paidRuns: _runs,
    paidMicros: _paid,
    entries: _entries,
    ...listed
  } = rest
  await gateway.answerAs('billing', 'production', [
    on(readUsageReport, async ({ accountId }) => {
      kept.readFor.add(accountId)
      return sampleReport
    }),
    on(readBalance, async () => sampleBalance),
    on(readKeyCaps, async ({ accountId }) => ({
      month: '2026-11',
      resetsAt: '2026-12-01T00:00:00.000Z',
      caps: [...(kept.caps.get(accountId)?.values() ?? [])],
    })),
    on(setKeyCap, async ({ accountId, keyId, capMicros }) => {
      const ofAccount = kept.caps.get(accountId) ?? new Map<string, KeyCap>()
      kept.caps.set(accountId, ofAccount)
      if (capMicros === null) ofAccount.delete(keyId)
      else ofAccount.set(keyId, { keyId, capMicros, usedMicros: '8400000' })
      return { keyId, capMicros, usedMicros: '8400000' }
    }),
    on(readBalanceThreshold, async () => ({
      thresholdMicros: defaultMicros,
      isDefault: true,
      defaultMicros,
    })),
    on(setBalanceThreshold, async ({ accountId, thresholdMicros }) => {
      kept.thresholds.set(accountId, thresholdMicros)
      return {
        thresholdMicros: thresholdMicros ?? defaultMicros,
        isDefault: thresholdMicros === null,
        defaultMicros,
      }
    }),
    on(readPackLanes, async () => ({ mpp: true })),
    on(readPaymentLanes, async () => ({ x402: 'open' as const })),
    on(listPurchases, async () => []),
    on(startCardCheckout, async ({ accountId, formId }) => {
      const purchaseId = `cpp_${formId.replaceAll('-', '').slice(0, 24)}`
      kept.purchases.set(purchaseId, accountId)
      return { purchaseId }
    }),
    on(followPurchase, async ({ purchaseId }) => ({
      ...purchase,
      id: purchaseId,
      paymentUrl: 'https://pay.example/c/1',
    })),
    on(listStatements, async () => ({ statements: [listed] })),
    on(readStatement, async () => sampleStatement),
    on(listStatementEntries, async () => ({ number: sampleStatement.number, entries: [], next: null })),
    on(listUsageRows, async ({ accountId, after }) => {
      kept.readFor.add(accountId)
      return {
        rows: [sampleRow(kept.caps.get(accountId)?.keys().next().value ?? null)],
        next: after === null ? 'next' : null,
      }
    }),
  ])
  return kept
}
