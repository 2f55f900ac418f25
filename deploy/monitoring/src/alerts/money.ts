import { type Alert, rising, steady } from '../rules/alert.ts'

const team = 'money'
const production = { environment: 'production' }

/** The ledger, charges, payments and purchases. */
export const moneyAlerts: readonly Alert[] = [
  {
    name: 'OutturnLedgerNotZero',
    expr: 'max by (environment) (abs(outturn_ledger_sum_micros)) > 0',
    for: '0m',
    severity: 'page',
    team,
    summary: 'The entries of the ledger of {{ $labels.environment }} do not sum to zero.',
    standsAlone: true,
    fires: {
      series: { 'outturn_ledger_sum_micros{service="billing",environment="production"}': steady(-1) },
      after: '1m',
      alerts: [
        { labels: production, summary: 'The entries of the ledger of production do not sum to zero.' },
      ],
    },
    silent: {
      series: { 'outturn_ledger_sum_micros{service="billing",environment="production"}': steady(0) },
      after: '5m',
    },
  },
  {
    name: 'OutturnLedgerDrift',
    expr: 'max by (environment) (outturn_ledger_drifting_accounts) > 0',
    for: '15m',
    severity: 'page',
    team,
    summary: '{{ $value }} accounts of {{ $labels.environment }} have other funds than the ledger says.',
    standsAlone: true,
    fires: {
      series: { 'outturn_ledger_drifting_accounts{environment="production"}': steady(2) },
      after: '16m',
      alerts: [
        { labels: production, summary: '2 accounts of production have other funds than the ledger says.' },
      ],
    },
    silent: {
      series: { 'outturn_ledger_drifting_accounts{environment="production"}': '2+0x5 0+0x60' },
      after: '20m',
    },
  },
  {
    name: 'OutturnLedgerNotWatched',
    expr: 'sum by (service) (increase(outturn_sweeps_total{sweep="watch-ledger",outcome="done"}[30m])) == 0',
    for: '15m',
    severity: 'page',
    team,
    summary: 'No process of billing has summed up the ledger for half an hour.',
    fires: {
      series: { 'outturn_sweeps_total{service="billing",sweep="watch-ledger",outcome="done"}': steady(7) },
      after: '50m',
      alerts: [
        {
          labels: { service: 'billing' },
          summary: 'No process of billing has summed up the ledger for half an hour.',
        },
      ],
    },
    silent: {
      series: { 'outturn_sweeps_total{service="billing",sweep="watch-ledger",outcome="done"}': rising(1) },
      after: '60m',
    },
  },
  {
    name: 'OutturnChargeWaiting',
    expr: 'max by (environment, why) (outturn_charges_waiting) > 0',
    for: '5m',
    severity: 'page',
    team,
    summary: '{{ $value }} charges of runs in {{ $labels.environment }} have not ended ({{ $labels.why }}).',
    isSymptom: true,
    fires: {
      series: { 'outturn_charges_waiting{environment="production",why="late"}': steady(4) },
      after: '6m',
      alerts: [
        {
          labels: { ...production, why: 'late' },
          summary: '4 charges of runs in production have not ended (late).',
        },
      ],
    },
    silent: {
      series: { 'outturn_charges_waiting{environment="production",why="late"}': '4 4 0+0x60' },
      after: '10m',
    },
  },
  {
    name: 'OutturnPurchaseOpen',
    expr: 'max by (environment) (outturn_purchases_open_oldest_seconds) > seconds(15m)',
    for: '5m',
    severity: 'page',
    team,
    summary:
      'A credit pack in {{ $labels.environment }} is paid for and has not been granted for {{ $value | humanizeDuration }}.',
    isSymptom: true,
    fires: {
      series: { 'outturn_purchases_open_oldest_seconds{environment="production"}': '0+60x60' },
      after: '21m',
      alerts: [
        {
          labels: production,
          summary: 'A credit pack in production is paid for and has not been granted for 21m 0s.',
        },
      ],
    },
    silent: {
      series: { 'outturn_purchases_open_oldest_seconds{environment="production"}': steady(800) },
      after: '30m',
    },
  },
  {
    name: 'OutturnPaymentOpen',
    expr: 'max by (environment) (outturn_payments_oldest_open_seconds{state="settling"}) > seconds(15m)',
    for: '5m',
    severity: 'page',
    team,
    summary:
      'A payment by a wallet in {{ $labels.environment }} may have been made and has been open for {{ $value | humanizeDuration }}.',
    isSymptom: true,
    fires: {
      series: {
        'outturn_payments_oldest_open_seconds{environment="production",state="settling"}': '0+60x60',
      },
      after: '21m',
      alerts: [
        {
          labels: production,
          summary: 'A payment by a wallet in production may have been made and has been open for 21m 0s.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_payments_oldest_open_seconds{environment="production",state="claimed"}': steady(4_000),
        'outturn_payments_oldest_open_seconds{environment="production",state="settling"}': steady(60),
      },
      after: '30m',
    },
  },
  {
    name: 'OutturnPaymentLaneClosed',
    expr: 'min by (environment, lane) (outturn_payment_lane_open) == 0',
    for: '10m',
    severity: 'page',
    team,
    summary: '{{ $labels.environment }} takes no payments by {{ $labels.lane }}.',
    fires: {
      series: { 'outturn_payment_lane_open{environment="production",lane="x402"}': steady(0) },
      after: '11m',
      alerts: [{ labels: { ...production, lane: 'x402' }, summary: 'production takes no payments by x402.' }],
    },
    silent: {
      series: { 'outturn_payment_lane_open{environment="production",lane="x402"}': '0 0 1+0x60' },
      after: '15m',
    },
  },
  {
    name: 'OutturnPaymentAnomaly',
    expr: 'max by (environment, rail) (outturn_payment_anomalies_open) > 0',
    for: '0m',
    severity: 'page',
    team,
    summary:
      '{{ $value }} payments by {{ $labels.rail }} in {{ $labels.environment }} do not agree with the records.',
    standsAlone: true,
    fires: {
      series: { 'outturn_payment_anomalies_open{environment="production",rail="card"}': steady(1) },
      after: '1m',
      alerts: [
        {
          labels: { ...production, rail: 'card' },
          summary: '1 payments by card in production do not agree with the records.',
        },
      ],
    },
    silent: {
      series: { 'outturn_payment_anomalies_open{environment="production",rail="card"}': steady(0) },
      after: '5m',
    },
  },
  {
    name: 'OutturnPaymentsNotCompared',
    expr: 'max by (environment, rail) (outturn_payments_compared_seconds) > seconds(36h)',
    for: '1h',
    severity: 'ticket',
    team,
    summary:
      'Payments by {{ $labels.rail }} in {{ $labels.environment }} have not been compared with the records for {{ $value | humanizeDuration }}.',
    fires: {
      series: { 'outturn_payments_compared_seconds{environment="production",rail="card"}': steady(172_800) },
      after: '61m',
      alerts: [
        {
          labels: { ...production, rail: 'card' },
          summary: 'Payments by card in production have not been compared with the records for 2d 0h 0m 0s.',
        },
      ],
    },
    silent: {
      series: { 'outturn_payments_compared_seconds{environment="production",rail="card"}': steady(100_000) },
      after: '90m',
    },
  },
]
