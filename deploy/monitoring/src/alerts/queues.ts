import { type Alert, rising, steady } from '../rules/alert.ts'

const team = 'platform'

/** Work that waits, is given up or is refused for load. */
export const queueAlerts: readonly Alert[] = [
  {
    name: 'OutturnOutboxOld',
    expr: 'max by (service, environment) (outturn_outbox_oldest_seconds) > seconds(5m)',
    for: '5m',
    severity: 'page',
    team,
    summary:
      'The oldest event of {{ $labels.service }} in {{ $labels.environment }} has waited for {{ $value | humanizeDuration }}.',
    isSymptom: true,
    fires: {
      series: { 'outturn_outbox_oldest_seconds{service="spool",environment="production"}': '0+60x30' },
      after: '12m',
      alerts: [
        {
          labels: { service: 'spool', environment: 'production' },
          summary: 'The oldest event of spool in production has waited for 12m 0s.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_outbox_oldest_seconds{service="spool",environment="production"}': '0 60 200 320 5+0x60',
      },
      after: '12m',
    },
  },
  {
    name: 'OutturnDeadLetter',
    expr: 'sum by (service, environment, queue, cause) (increase(outturn_dead_letters_total[15m])) > 0',
    for: '0m',
    severity: 'page',
    team,
    summary:
      '{{ $labels.service }} gave up a message of {{ $labels.queue }} in {{ $labels.environment }} ({{ $labels.cause }}).',
    fires: {
      series: {
        'outturn_dead_letters_total{service="billing",environment="production",queue="run.finished",cause="failed"}':
          '0 0 1+0x60',
      },
      after: '5m',
      alerts: [
        {
          labels: { service: 'billing', environment: 'production', queue: 'run.finished', cause: 'failed' },
          summary: 'billing gave up a message of run.finished in production (failed).',
        },
      ],
    },
    silent: {
      series: {
        'outturn_dead_letters_total{service="billing",environment="production",queue="run.finished",cause="failed"}':
          '0 0 1+0x60',
      },
      after: '30m',
    },
  },
  {
    name: 'OutturnDeadLetterWaiting',
    expr: 'max by (service, environment, queue) (outturn_dead_letters_waiting) > 0',
    for: '1h',
    severity: 'ticket',
    team,
    summary:
      '{{ $value }} dead letters of {{ $labels.queue }} wait in {{ $labels.service }} ({{ $labels.environment }}).',
    fires: {
      series: {
        'outturn_dead_letters_waiting{service="billing",environment="production",queue="run.finished"}':
          steady(3),
      },
      after: '61m',
      alerts: [
        {
          labels: { service: 'billing', environment: 'production', queue: 'run.finished' },
          summary: '3 dead letters of run.finished wait in billing (production).',
        },
      ],
    },
    silent: {
      series: {
        'outturn_dead_letters_waiting{service="billing",environment="production",queue="run.finished"}':
          '3+0x50 0+0x60',
      },
      after: '80m',
    },
  },
  {
    name: 'OutturnRequestsRefusedForLoad',
    expr: 'sum by (service, bound) (rate(outturn_http_refused_total{bound=~"connections|event_loop|large_answers|large_bodies|requests"}[5m])) > 1',
    for: '10m',
    severity: 'page',
    team,
    summary: 'The gateway refuses requests for load ({{ $labels.bound }}).',
    inhibits: 'symptoms',
    fires: {
      series: { 'outturn_http_refused_total{service="gateway",bound="event_loop"}': rising(120) },
      after: '17m',
      alerts: [
        {
          labels: { service: 'gateway', bound: 'event_loop' },
          summary: 'The gateway refuses requests for load (event_loop).',
        },
      ],
    },
    silent: {
      series: {
        'outturn_http_refused_total{service="gateway",bound="event_loop"}': rising(30),
        'outturn_http_refused_total{service="gateway",bound="slow_answer"}': rising(600),
      },
      after: '20m',
    },
  },
  {
    name: 'OutturnCommandsShed',
    expr: 'sum by (service, environment) (rate(outturn_commands_total{outcome="shed"}[5m])) > 1',
    for: '10m',
    severity: 'page',
    team,
    summary: '{{ $labels.service }} sheds commands in {{ $labels.environment }}.',
    inhibits: 'symptoms',
    fires: {
      series: {
        'outturn_commands_total{service="spool",environment="production",outcome="shed"}': rising(120),
      },
      after: '17m',
      alerts: [
        {
          labels: { service: 'spool', environment: 'production' },
          summary: 'spool sheds commands in production.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_commands_total{service="spool",environment="production",outcome="shed"}': rising(30),
        'outturn_commands_total{service="spool",environment="production",outcome="answered"}': rising(6_000),
      },
      after: '20m',
    },
  },
  {
    name: 'OutturnLaneWait',
    expr: 'histogram_quantile(0.99, sum by (le, lane) (rate(outturn_lane_wait_seconds_bucket{share="other"}[10m]))) > 2',
    for: '10m',
    severity: 'page',
    team,
    summary:
      'Accounts wait {{ $value | humanizeDuration }} for the threads of {{ $labels.lane }} behind the work of another one.',
    fires: {
      series: {
        'outturn_lane_wait_seconds_bucket{lane="heavy",share="other",le="1"}': rising(0),
        'outturn_lane_wait_seconds_bucket{lane="heavy",share="other",le="5"}': rising(60),
        'outturn_lane_wait_seconds_bucket{lane="heavy",share="other",le="+Inf"}': rising(60),
      },
      after: '21m',
      alerts: [
        {
          labels: { lane: 'heavy' },
          summary: 'Accounts wait 4.96s for the threads of heavy behind the work of another one.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_lane_wait_seconds_bucket{lane="heavy",share="largest",le="1"}': rising(0),
        'outturn_lane_wait_seconds_bucket{lane="heavy",share="largest",le="5"}': rising(60),
        'outturn_lane_wait_seconds_bucket{lane="heavy",share="largest",le="+Inf"}': rising(60),
      },
      after: '30m',
    },
  },
  {
    name: 'OutturnQueueOld',
    expr: 'max by (environment, queue) (outturn_queue_oldest_seconds) > seconds(5m)',
    for: '2m',
    severity: 'page',
    team,
    summary:
      'The oldest message of {{ $labels.queue }} in {{ $labels.environment }} has waited for {{ $value | humanizeDuration }}.',
    isSymptom: true,
    fires: {
      series: {
        'outturn_queue_oldest_seconds{service="streams",environment="production",queue="verification_run"}':
          '0+60x30',
      },
      after: '9m',
      alerts: [
        {
          labels: { environment: 'production', queue: 'verification_run' },
          summary: 'The oldest message of verification_run in production has waited for 9m 0s.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_queue_oldest_seconds{service="streams",environment="production",queue="verification_run"}':
          '0 60 200 320 5+0x60',
      },
      after: '9m',
    },
  },
  {
    name: 'OutturnPublishesRefused',
    expr: 'sum by (environment, stream) (rate(outturn_publishes_refused_total[5m])) > 0.1',
    for: '2m',
    severity: 'page',
    team,
    summary:
      'NATS does not store messages for the {{ $labels.stream }} of {{ $labels.environment }}; callers are answered 503.',
    isSymptom: true,
    fires: {
      series: {
        'outturn_publishes_refused_total{service="spool",environment="production",stream="jobs",cause="refused"}':
          rising(60),
      },
      after: '4m',
      alerts: [
        {
          labels: { environment: 'production', stream: 'jobs' },
          summary: 'NATS does not store messages for the jobs of production; callers are answered 503.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_publishes_refused_total{service="spool",environment="production",stream="jobs",cause="refused"}':
          '0+0x3 5+0x60',
      },
      after: '10m',
    },
  },
  {
    name: 'OutturnAuditsWait',
    expr: 'histogram_quantile(0.95, sum by (le, use_case) (rate(outturn_audit_wait_seconds_bucket[10m]))) > 5',
    for: '10m',
    severity: 'ticket',
    team,
    summary: 'Audits ({{ $labels.use_case }}) wait {{ $value | humanizeDuration }} for a thread.',
    fires: {
      series: {
        'outturn_audit_wait_seconds_bucket{use_case="invoice",le="5"}': rising(0),
        'outturn_audit_wait_seconds_bucket{use_case="invoice",le="10"}': rising(60),
        'outturn_audit_wait_seconds_bucket{use_case="invoice",le="+Inf"}': rising(60),
      },
      after: '21m',
      alerts: [{ labels: { use_case: 'invoice' }, summary: 'Audits (invoice) wait 9.75s for a thread.' }],
    },
    silent: {
      series: {
        'outturn_audit_wait_seconds_bucket{use_case="invoice",le="5"}': rising(60),
        'outturn_audit_wait_seconds_bucket{use_case="invoice",le="10"}': rising(60),
        'outturn_audit_wait_seconds_bucket{use_case="invoice",le="+Inf"}': rising(60),
      },
      after: '30m',
    },
  },
]
