import { type Alert, steady } from '../rules/alert.ts'

const team = 'money'
const production = { environment: 'production' }
const oldestOpen = (lane: string, state: string): string =>
  `outturn_settlement_oldest_open_seconds{environment="production",lane="${lane}",state="${state}"}`

/** Settlement from wallets and by card. */
export const settlementAlerts: readonly Alert[] = [
  {
    name: 'OutturnSettlementImbalance',
    expr: 'max by (environment) (abs(outturn_settlement_imbalance_micros)) > 0',
    for: '0m',
    severity: 'page',
    team,
    summary:
      'The books of settlement in {{ $labels.environment }} differ by {{ $value }} micros from what is due and paid.',
    standsAlone: true,
    fires: {
      series: { 'outturn_settlement_imbalance_micros{environment="production"}': steady(-250) },
      after: '1m',
      alerts: [
        {
          labels: production,
          summary: 'The books of settlement in production differ by 250 micros from what is due and paid.',
        },
      ],
    },
    silent: {
      series: { 'outturn_settlement_imbalance_micros{environment="production"}': steady(0) },
      after: '5m',
    },
  },
  {
    name: 'OutturnSettlementClosed',
    expr: 'max by (environment) (outturn_settlement_chain_open) == 0',
    for: '1m',
    severity: 'page',
    team,
    summary:
      'No wallet settles in {{ $labels.environment }}: the chain does not answer, or has another token.',
    fires: {
      series: { 'outturn_settlement_chain_open{environment="production"}': steady(0) },
      after: '2m',
      alerts: [
        {
          labels: production,
          summary: 'No wallet settles in production: the chain does not answer, or has another token.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_settlement_chain_open{environment="production",instance="a"}': steady(0),
        'outturn_settlement_chain_open{environment="production",instance="b"}': steady(1),
      },
      after: '5m',
    },
  },
  {
    name: 'OutturnSettlementAnomaly',
    expr: 'max by (environment, kind) (outturn_settlement_anomalies_open) > 0',
    for: '0m',
    severity: 'page',
    team,
    summary:
      '{{ $value }} anomalies of settlements in {{ $labels.environment }} are open ({{ $labels.kind }}).',
    standsAlone: true,
    fires: {
      series: { 'outturn_settlement_anomalies_open{environment="production",kind="stuck_slot"}': steady(2) },
      after: '1m',
      alerts: [
        {
          labels: { ...production, kind: 'stuck_slot' },
          summary: '2 anomalies of settlements in production are open (stuck_slot).',
        },
      ],
    },
    silent: {
      series: { 'outturn_settlement_anomalies_open{environment="production",kind="stuck_slot"}': steady(0) },
      after: '5m',
    },
  },
  {
    name: 'OutturnSettlementSignerStalled',
    expr: 'max by (environment) (outturn_settlement_signer_stalled_seconds) > seconds(5m)',
    for: '1m',
    severity: 'page',
    team,
    summary:
      'The chain has taken no transaction of settlement in {{ $labels.environment }} for {{ $value | humanizeDuration }} while some are open.',
    fires: {
      series: { 'outturn_settlement_signer_stalled_seconds{environment="production"}': '0+60x30' },
      after: '8m',
      alerts: [
        {
          labels: production,
          summary:
            'The chain has taken no transaction of settlement in production for 8m 0s while some are open.',
        },
      ],
    },
    silent: {
      series: { 'outturn_settlement_signer_stalled_seconds{environment="production"}': steady(120) },
      after: '10m',
    },
  },
  {
    name: 'OutturnSettlementNotMoving',
    expr: 'max by (environment, lane, state) (outturn_settlement_oldest_open_seconds{state="releasing"}) > seconds(30m)',
    for: '5m',
    severity: 'page',
    team,
    summary:
      'A signed settlement in {{ $labels.environment }} has not moved for {{ $value | humanizeDuration }}.',
    isSymptom: true,
    fires: {
      series: { [oldestOpen('wallet', 'releasing')]: steady(3_600) },
      after: '6m',
      alerts: [
        {
          labels: { ...production, lane: 'wallet', state: 'releasing' },
          summary: 'A signed settlement in production has not moved for 1h 0m 0s.',
        },
      ],
    },
    silent: {
      series: {
        [oldestOpen('wallet', 'releasing')]: steady(600),
        [oldestOpen('wallet', 'committed')]: steady(9_000),
      },
      after: '10m',
    },
  },
  {
    name: 'OutturnCardProcessorAway',
    expr: 'max by (environment) (outturn_settlement_cards_open) == 0',
    for: '5m',
    severity: 'page',
    team,
    summary: 'The processor of cards does not answer settlement in {{ $labels.environment }}.',
    fires: {
      series: { 'outturn_settlement_cards_open{environment="production"}': steady(0) },
      after: '6m',
      alerts: [
        { labels: production, summary: 'The processor of cards does not answer settlement in production.' },
      ],
    },
    silent: {
      series: { 'outturn_settlement_cards_open{environment="production"}': '0 0 1+0x60' },
      after: '10m',
    },
  },
  {
    name: 'OutturnCardHoldEnding',
    expr: 'max by (environment, state) (outturn_settlement_card_holds_ending) > 0',
    for: '1m',
    severity: 'ticket',
    team,
    summary:
      '{{ $value }} holds on cards in {{ $labels.environment }} end within a day, and nothing was taken of them ({{ $labels.state }}).',
    fires: {
      series: {
        'outturn_settlement_card_holds_ending{environment="production",state="committed"}': steady(2),
      },
      after: '2m',
      alerts: [
        {
          labels: { ...production, state: 'committed' },
          summary:
            '2 holds on cards in production end within a day, and nothing was taken of them (committed).',
        },
      ],
    },
    silent: {
      series: {
        'outturn_settlement_card_holds_ending{environment="production",state="committed"}': steady(0),
      },
      after: '5m',
    },
  },
  {
    name: 'OutturnCardSettlementOpen',
    expr: 'max by (environment, state) (outturn_settlement_oldest_open_seconds{lane="card",state!="releasing"}) > seconds(8d)',
    for: '5m',
    severity: 'ticket',
    team,
    summary:
      'A settlement by card in {{ $labels.environment }} has not moved for {{ $value | humanizeDuration }} ({{ $labels.state }}).',
    fires: {
      series: { [oldestOpen('card', 'failed')]: steady(777_600) },
      after: '6m',
      alerts: [
        {
          labels: { ...production, state: 'failed' },
          summary: 'A settlement by card in production has not moved for 9d 0h 0m 0s (failed).',
        },
      ],
    },
    silent: {
      series: {
        [oldestOpen('card', 'failed')]: steady(600_000),
        [oldestOpen('wallet', 'failed')]: steady(777_600),
      },
      after: '10m',
    },
  },
]
