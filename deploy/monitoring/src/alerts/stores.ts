import { type Alert, steady } from '../rules/alert.ts'

const team = 'platform'
const connected = (service: string): string =>
  `outturn_bus_connected{service="${service}",environment="production",instance="${service}"}`
const pool = (service: string): string =>
  `outturn_postgres_connections{service="${service}",environment="production",instance="${service}",state="idle"}`
const failing = (service: string, part: string, reason: string): string =>
  `outturn_work_failing{service="${service}",environment="production",instance="${service}",part="${part}",reason="${reason}"}`

/** Postgres and NATS: away, full, or refused to one service. */
export const storeAlerts: readonly Alert[] = [
  {
    name: 'OutturnNatsDown',
    expr: 'count(count by (service, instance) (outturn_work_failing{part="queue"} > 0 or outturn_bus_connected == 0)) > 0.5 * count(count by (service, instance) (outturn_bus_connected))',
    for: '30s',
    keepsFiringFor: '2m',
    severity: 'page',
    team,
    summary: 'NATS does not answer or stores nothing: {{ $value }} processes cannot use it.',
    inhibits: 'everything',
    fires: {
      series: {
        [connected('spool')]: steady(1),
        [connected('billing')]: steady(0),
        [connected('gateway')]: steady(1),
        [failing('spool', 'queue', 'queue_unavailable')]: steady(1),
      },
      after: '2m',
      alerts: [{ summary: 'NATS does not answer or stores nothing: 2 processes cannot use it.' }],
    },
    silent: {
      series: {
        [connected('spool')]: steady(1),
        [connected('billing')]: steady(0),
        [connected('gateway')]: steady(1),
      },
      after: '10m',
    },
  },
  {
    name: 'OutturnPostgresDown',
    expr: 'count(count by (service, instance) (outturn_work_failing{part="store",reason!="store_full"} > 0)) > 0.5 * count(count by (service, instance) (outturn_postgres_connections))',
    for: '30s',
    keepsFiringFor: '2m',
    severity: 'page',
    team,
    summary: 'Postgres does not answer: {{ $value }} processes cannot write.',
    inhibits: 'everything',
    fires: {
      series: {
        [pool('spool')]: steady(1),
        [pool('billing')]: steady(1),
        [pool('gateway')]: steady(1),
        [failing('spool', 'store', 'store_unavailable')]: steady(1),
        [failing('billing', 'store', 'store_unavailable')]: steady(1),
      },
      after: '2m',
      alerts: [{ summary: 'Postgres does not answer: 2 processes cannot write.' }],
    },
    silent: {
      series: {
        [pool('spool')]: steady(1),
        [pool('billing')]: steady(1),
        [pool('gateway')]: steady(1),
        [failing('spool', 'store', 'store_unavailable')]: steady(1),
        [failing('billing', 'store', 'store_full')]: steady(1),
      },
      after: '10m',
    },
  },
  {
    name: 'OutturnStoreFull',
    // A row that is written over needs no new space: what callers send finds a full disk first.
    expr: 'max by (service, environment) (outturn_work_failing{reason="store_full"}) > 0 or sum by (service, environment) (increase(outturn_commands_total{outcome="store_full"}[2m])) > 0',
    for: '0m',
    keepsFiringFor: '2m',
    severity: 'page',
    team,
    summary: 'The disk of the database of {{ $labels.service }} in {{ $labels.environment }} is full.',
    inhibits: 'everything',
    fires: {
      series: { [failing('billing', 'store', 'store_full')]: steady(1) },
      after: '1m',
      alerts: [
        {
          labels: { service: 'billing', environment: 'production' },
          summary: 'The disk of the database of billing in production is full.',
        },
      ],
    },
    silent: { series: { [failing('billing', 'store', 'store_unavailable')]: steady(1) }, after: '5m' },
  },
  {
    name: 'OutturnBusDisconnected',
    expr: 'min by (service, environment) (outturn_bus_connected) == 0',
    for: '2m',
    severity: 'page',
    team,
    summary: 'A process of {{ $labels.service }} has no bus in {{ $labels.environment }}.',
    fires: {
      series: { [connected('spool')]: steady(0), [connected('billing')]: steady(1) },
      after: '3m',
      alerts: [
        {
          labels: { service: 'spool', environment: 'production' },
          summary: 'A process of spool has no bus in production.',
        },
      ],
    },
    silent: { series: { [connected('spool')]: '1 0 1+0x60' }, after: '5m' },
  },
  {
    name: 'OutturnWorkFailing',
    expr: 'max by (service, environment, part, reason) (outturn_work_failing{part!="signing_keys",reason!~"store_full|restored_from_backup"}) > 0',
    for: '90s',
    looks: 2,
    severity: 'page',
    team,
    summary:
      '{{ $labels.service }} in {{ $labels.environment }} cannot do its work: {{ $labels.part }}, {{ $labels.reason }}.',
    inhibits: 'symptoms',
    fires: {
      series: { [failing('spool', 'queue', 'queue_unavailable')]: steady(1) },
      after: '2m',
      alerts: [
        {
          labels: {
            service: 'spool',
            environment: 'production',
            part: 'queue',
            reason: 'queue_unavailable',
          },
          summary: 'spool in production cannot do its work: queue, queue_unavailable.',
        },
      ],
    },
    silent: {
      series: {
        [failing('spool', 'queue', 'queue_unavailable')]: '1 stale',
        [failing('signing', 'signing_keys', 'signing_not_configured')]: steady(1),
      },
      after: '5m',
    },
  },
  {
    name: 'OutturnStreamsMissing',
    expr: 'min by (stream) (outturn_stream_stores) == 0',
    for: '1m',
    keepsFiringFor: '2m',
    severity: 'page',
    team,
    summary: 'The stream {{ $labels.stream }} of NATS stores no message.',
    inhibits: 'symptoms',
    fires: {
      series: { 'outturn_stream_stores{service="streams",stream="PRODUCTION_EVENTS"}': steady(0) },
      after: '2m',
      alerts: [
        {
          labels: { stream: 'PRODUCTION_EVENTS' },
          summary: 'The stream PRODUCTION_EVENTS of NATS stores no message.',
        },
      ],
    },
    silent: {
      series: { 'outturn_stream_stores{service="streams",stream="PRODUCTION_EVENTS"}': '1 0 1+0x60' },
      after: '5m',
    },
  },
  {
    name: 'OutturnStreamsRemade',
    expr: 'sum by (stream) (increase(outturn_streams_remade_total[15m])) > 0',
    for: '0m',
    severity: 'ticket',
    team,
    summary: 'The stream {{ $labels.stream }} of NATS stored nothing any more and was made again.',
    fires: {
      series: { 'outturn_streams_remade_total{service="streams",stream="PRODUCTION_EVENTS"}': '0 0 1+0x60' },
      after: '5m',
      alerts: [
        {
          labels: { stream: 'PRODUCTION_EVENTS' },
          summary: 'The stream PRODUCTION_EVENTS of NATS stored nothing any more and was made again.',
        },
      ],
    },
    silent: {
      series: { 'outturn_streams_remade_total{service="streams",stream="PRODUCTION_EVENTS"}': '0 0 1+0x60' },
      after: '30m',
    },
  },
]
