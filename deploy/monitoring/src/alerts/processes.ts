import { type Alert, rising, steady } from '../rules/alert.ts'

const team = 'platform'
const up = (service: string, instance: string): string =>
  `up{job="outturn",service="${service}",instance="${instance}"}`
const expected = (service: string): string => `outturn:service_expected{service="${service}"}`

/** What the processes are: gone, without their environment, late, or of two versions. */
export const processAlerts: readonly Alert[] = [
  {
    name: 'OutturnServiceAbsent',
    expr: 'outturn:service_expected unless on (service) (up{job="outturn"} == 1)',
    for: '2m',
    severity: 'page',
    team,
    summary: 'No process of {{ $labels.service }} answers.',
    inhibits: 'service',
    fires: {
      series: {
        [expected('billing')]: steady(1),
        [expected('spool')]: steady(1),
        [up('spool', 'b')]: steady(1),
      },
      after: '3m',
      alerts: [{ labels: { service: 'billing' }, summary: 'No process of billing answers.' }],
    },
    silent: {
      series: {
        [expected('billing')]: steady(1),
        [up('billing', 'a')]: steady(0),
        [up('billing', 'b')]: steady(1),
      },
      after: '10m',
    },
  },
  {
    name: 'OutturnTargetDown',
    expr: 'up{job="outturn"} == 0 and on (service) up{job="outturn"} == 1',
    for: '2m',
    severity: 'ticket',
    team,
    summary: 'A process of {{ $labels.service }} ({{ $labels.instance }}) does not answer; others do.',
    fires: {
      series: { [up('spool', 'a')]: steady(0), [up('spool', 'b')]: steady(1) },
      after: '3m',
      alerts: [
        {
          labels: { job: 'outturn', service: 'spool', instance: 'a' },
          summary: 'A process of spool (a) does not answer; others do.',
        },
      ],
    },
    silent: { series: { [up('spool', 'a')]: '0 1+0x60', [up('spool', 'b')]: steady(1) }, after: '10m' },
  },
  {
    name: 'OutturnEnvironmentNotStarted',
    expr: 'min by (service, environment) (outturn_environment_started) == 0',
    for: '5m',
    severity: 'page',
    team,
    summary:
      'A process of {{ $labels.service }} serves without {{ $labels.environment }}, which does not start.',
    fires: {
      series: {
        'outturn_environment_started{service="spool",environment="demo",instance="a"}': steady(0),
        'outturn_environment_started{service="spool",environment="demo",instance="b"}': steady(1),
      },
      after: '6m',
      alerts: [
        {
          labels: { service: 'spool', environment: 'demo' },
          summary: 'A process of spool serves without demo, which does not start.',
        },
      ],
    },
    silent: {
      series: { 'outturn_environment_started{service="spool",environment="demo"}': '0 0 1+0x60' },
      after: '8m',
    },
  },
  {
    name: 'OutturnEventLoopLate',
    expr: 'max by (service, instance) (nodejs_eventloop_lag_p99_seconds) > 0.2',
    for: '5m',
    severity: 'page',
    team,
    summary:
      'The event loop of {{ $labels.service }} on {{ $labels.instance }} is late by {{ $value | humanizeDuration }}.',
    fires: {
      series: { 'nodejs_eventloop_lag_p99_seconds{service="gateway",instance="a"}': steady(0.3) },
      after: '6m',
      alerts: [
        {
          labels: { service: 'gateway', instance: 'a' },
          summary: 'The event loop of gateway on a is late by 300ms.',
        },
      ],
    },
    silent: {
      series: { 'nodejs_eventloop_lag_p99_seconds{service="gateway",instance="a"}': steady(0.15) },
      after: '10m',
    },
  },
  {
    name: 'OutturnMemoryGrown',
    expr: 'max by (service, instance) (process_resident_memory_bytes) > 2 * avg by (service, instance) (avg_over_time(process_resident_memory_bytes[1d])) and max by (service, instance) (process_resident_memory_bytes) > 500000000',
    for: '15m',
    severity: 'ticket',
    team,
    summary:
      '{{ $labels.service }} on {{ $labels.instance }} holds {{ $value | humanize1024 }}B, twice the memory of its day.',
    fires: {
      series: {
        'process_resident_memory_bytes{service="spool",instance="a"}': '200000000+0x1000 600000000+0x60',
      },
      after: '1020m',
      alerts: [
        {
          labels: { service: 'spool', instance: 'a' },
          summary: 'spool on a holds 572.2MiB, twice the memory of its day.',
        },
      ],
    },
    silent: {
      series: {
        'process_resident_memory_bytes{service="spool",instance="a"}': '100000000+0x1000 450000000+0x60',
      },
      after: '1020m',
    },
  },
  {
    name: 'OutturnSweepsFailing',
    expr: 'sum by (service, sweep) (increase(outturn_sweeps_total{outcome="failed"}[15m])) > 3',
    for: '0m',
    severity: 'ticket',
    team,
    summary: 'The recurring task {{ $labels.sweep }} of {{ $labels.service }} keeps failing.',
    fires: {
      series: { 'outturn_sweeps_total{service="billing",sweep="watch-ledger",outcome="failed"}': rising(1) },
      after: '15m',
      alerts: [
        {
          labels: { service: 'billing', sweep: 'watch-ledger' },
          summary: 'The recurring task watch-ledger of billing keeps failing.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_sweeps_total{service="billing",sweep="watch-ledger",outcome="failed"}': '0+0x5 2+0x60',
        'outturn_sweeps_total{service="billing",sweep="watch-ledger",outcome="done"}': rising(5),
      },
      after: '15m',
    },
  },
  {
    name: 'OutturnClockOffset',
    expr: 'min by (host) (max by (host, instance) (abs(outturn_clock_offset_seconds))) > 2',
    for: '2m',
    severity: 'page',
    team,
    summary: 'The clock of {{ $labels.host }} is off by {{ $value | humanizeDuration }}.',
    standsAlone: true,
    fires: {
      series: {
        'outturn_clock_offset_seconds{host="h1",instance="a",peer="spool"}': steady(-20),
        'outturn_clock_offset_seconds{host="h1",instance="b",peer="spool"}': steady(-19),
      },
      after: '3m',
      alerts: [{ labels: { host: 'h1' }, summary: 'The clock of h1 is off by 19s.' }],
    },
    silent: {
      series: {
        'outturn_clock_offset_seconds{host="h1",instance="a",peer="spool"}': steady(20),
        'outturn_clock_offset_seconds{host="h1",instance="b",peer="spool"}': steady(0),
      },
      after: '10m',
    },
  },
  {
    name: 'OutturnVersionsMixed',
    expr: 'count(count by (version, commit) (outturn_build_info)) > 1',
    for: '1h',
    severity: 'ticket',
    team,
    summary: 'Processes of {{ $value }} versions have run side by side for an hour.',
    fires: {
      series: {
        'outturn_build_info{service="spool",version="1.0.0",commit="a"}': steady(1),
        'outturn_build_info{service="billing",version="1.1.0",commit="b"}': steady(1),
      },
      after: '62m',
      alerts: [{ summary: 'Processes of 2 versions have run side by side for an hour.' }],
    },
    silent: {
      series: {
        'outturn_build_info{service="spool",version="1.0.0",commit="a"}': '1+0x40 stale',
        'outturn_build_info{service="spool",version="1.1.0",commit="b"}': steady(1),
      },
      after: '70m',
    },
  },
  {
    name: 'OutturnMigrationPending',
    expr: 'max by (service, environment) (outturn_migration_pending) > 0',
    for: '5m',
    severity: 'page',
    team,
    summary:
      '{{ $labels.service }} in {{ $labels.environment }} waits for {{ $value }} migrations and serves nothing.',
    inhibits: 'symptoms',
    fires: {
      series: { 'outturn_migration_pending{service="spool",environment="production"}': steady(2) },
      after: '6m',
      alerts: [
        {
          labels: { service: 'spool', environment: 'production' },
          summary: 'spool in production waits for 2 migrations and serves nothing.',
        },
      ],
    },
    silent: {
      series: { 'outturn_migration_pending{service="spool",environment="production"}': '2+0x3 0+0x60' },
      after: '10m',
    },
  },
]
