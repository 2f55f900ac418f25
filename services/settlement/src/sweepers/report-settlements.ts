import type { Metrics } from '@outturn/service'
import type { Environment } from '@outturn/vocabulary'
import type { WalletChain } from '../domain/wallet-chain.ts'
import type { StateAge } from '../store/settlement-ages.ts'
import type { SettlementWatch } from './watch-books.ts'

type Sample = { labels: Record<string, string>; value: number }

/** Tells at each scrape what settlements owe and paid, where they stand, and what needs an operator. */
export function reportSettlements(
  metrics: Metrics,
  environment: Environment,
  { chain, hasCards }: { chain: WalletChain | null; hasCards: boolean },
): (watch: SettlementWatch) => void {
  let latest: SettlementWatch | null = null
  const gauge = (name: string, help: string, read: () => Sample[], label: string[] = []) =>
    metrics.observe({ name, help, kind: 'gauge', labels: ['environment', ...label], read })
  const one = (value: number): Sample[] => [{ labels: { environment }, value }]
  const micros = (name: keyof SettlementWatch['totals']) => () => one(Number(latest?.totals[name] ?? 0n))
  const eachState = (read: (age: StateAge) => number): Sample[] =>
    Object.entries(latest?.states ?? {}).flatMap(([lane, ages]) =>
      Array.from(ages, ([state, age]) => ({ labels: { environment, lane, state }, value: read(age) })),
    )
  if (chain !== null) {
    gauge(
      'settlement_chain_open',
      'Whether wallets settle: 1, or 0 while the chain does not answer or has not the token of the settings. It is asked every 15 seconds.',
      () => one(chain.isOpen() ? 1 : 0),
    )
  }
  if (chain !== null) {
    gauge(
      'settlement_signer_stalled_seconds',
      'For how long the chain has taken no transaction of the signer while some are open, in seconds.',
      () => one(latest?.signerStalledSeconds ?? 0),
    )
  }
  if (hasCards) {
    gauge(
      'settlement_cards_open',
      'Whether the processor of cards answers: 1, or 0. It is asked once a minute.',
      () => one(latest?.areCardsOpen === true ? 1 : 0),
    )
    gauge(
      'settlement_card_holds_ending',
      'Holds on cards that end within a day, by what they wait for: a verdict (committed), or to be taken (releasing).',
      () =>
        Object.entries(latest?.endingHolds ?? {}).map(([state, value]) => ({
          labels: { environment, state },
          value,
        })),
      ['state'],
    )
  }
  gauge(
    'settlement_owed_micros',
    'What verdicts determined and no leg has paid, in micros of a dollar.',
    micros('owedMicros'),
  )
  gauge('settlement_paid_micros', 'What legs have paid, in micros of a dollar.', micros('paidMicros'))
  gauge(
    'settlement_external_micros',
    'What operators recorded as settled elsewhere, in micros of a dollar.',
    micros('externalMicros'),
  )
  gauge(
    'settlement_imbalance_micros',
    'By how much the books differ from what is due and from the legs that are paid. Other than 0 pages an operator.',
    micros('imbalanceMicros'),
  )
  gauge(
    'settlement_anomalies_open',
    'What needs an operator, by kind. Above 0 pages one.',
    () =>
      Object.entries(latest?.anomalies ?? {}).map(([kind, value]) => ({
        labels: { environment, kind },
        value,
      })),
    ['kind'],
  )
  gauge(
    'settlement_state_count',
    'Settlements that have not ended, by lane and state.',
    () => eachState(({ count }) => count),
    ['lane', 'state'],
  )
  gauge(
    'settlement_oldest_open_seconds',
    'Since when the oldest settlement of a state has not moved, in seconds; without those that an operator holds, and those by card of which nothing is held and nothing due.',
    () =>
      eachState(({ oldest }) => (oldest === null ? 0 : Math.max(0, Date.now() - oldest.getTime()) / 1_000)),
    ['lane', 'state'],
  )
  return (watch) => {
    latest = watch
  }
}
