import { type Alert, rising } from '../rules/alert.ts'

const team = 'platform'

/** Work that was refused or ended at a bound: mostly a matter of one caller. */
export const refusedWorkAlerts: readonly Alert[] = [
  {
    name: 'OutturnRunsRefusedByCost',
    expr: 'sum by (limit) (rate(outturn_runs_refused_total[15m])) > 0.2',
    for: '15m',
    severity: 'ticket',
    team,
    summary: 'Verifications are refused because they would cost too much ({{ $labels.limit }}).',
    fires: {
      series: { 'outturn_runs_refused_total{service="spool",limit="rows"}': rising(30) },
      after: '32m',
      alerts: [
        {
          labels: { limit: 'rows' },
          summary: 'Verifications are refused because they would cost too much (rows).',
        },
      ],
    },
    silent: {
      series: { 'outturn_runs_refused_total{service="spool",limit="rows"}': rising(6) },
      after: '40m',
    },
  },
  {
    name: 'OutturnCommandsTooLarge',
    expr: 'sum by (service, command, code) (rate(outturn_commands_refused_total{code=~"evidence_too_large|input_too_large"}[15m])) > 0.2',
    for: '15m',
    severity: 'ticket',
    team,
    summary: '{{ $labels.service }} refuses {{ $labels.command }} as {{ $labels.code }}, again and again.',
    fires: {
      series: {
        'outturn_commands_refused_total{service="spool",command="spool.submit",code="evidence_too_large"}':
          rising(30),
      },
      after: '32m',
      alerts: [
        {
          labels: { service: 'spool', command: 'spool.submit', code: 'evidence_too_large' },
          summary: 'spool refuses spool.submit as evidence_too_large, again and again.',
        },
      ],
    },
    silent: {
      series: {
        'outturn_commands_refused_total{service="spool",command="spool.submit",code="invalid_state"}':
          rising(60),
        'outturn_commands_refused_total{service="spool",command="spool.submit",code="evidence_too_large"}':
          rising(3),
      },
      after: '40m',
    },
  },
  ...endings([
    {
      name: 'OutturnThreadsEnded',
      metric: 'outturn_evaluation_threads_ended_total',
      summary: 'Evaluation threads were ended with their runs',
    },
    {
      name: 'OutturnPolicyReadingsEnded',
      metric: 'outturn_policy_readings_ended_total',
      summary: 'Policy texts were refused before they were read',
    },
    {
      name: 'OutturnBodyReadingsEnded',
      metric: 'outturn_body_readings_ended_total',
      summary: 'Large bodies were refused before they were read',
    },
  ]),
  {
    name: 'OutturnRequestLogDropped',
    expr: 'sum by (environment, kind) (increase(outturn_request_log_dropped_total{kind!="success"}[15m])) > 0',
    for: '0m',
    severity: 'ticket',
    team,
    summary:
      'The request log of {{ $labels.environment }} could not keep {{ $value | humanize }} requests or bodies ({{ $labels.kind }}).',
    fires: {
      series: {
        'outturn_request_log_dropped_total{environment="production",kind="refusal"}': '0+0x5 15+0x60',
      },
      after: '10m',
      alerts: [
        {
          labels: { environment: 'production', kind: 'refusal' },
          summary: 'The request log of production could not keep 15 requests or bodies (refusal).',
        },
      ],
    },
    silent: {
      series: { 'outturn_request_log_dropped_total{environment="production",kind="success"}': rising(10) },
      after: '20m',
    },
  },
]

/** More than five within a quarter of an hour. */
function endings(all: readonly { name: string; metric: string; summary: string }[]): Alert[] {
  return all.map(({ name, metric, summary }) => ({
    name,
    expr: `sum by (cause) (increase(${metric}[15m])) > 5`,
    for: '0m',
    severity: 'ticket',
    team,
    summary: `${summary} ({{ $labels.cause }}).`,
    fires: {
      series: { [`${metric}{cause="time"}`]: '0+0x3 9+0x60' },
      after: '10m',
      alerts: [{ labels: { cause: 'time' }, summary: `${summary} (time).` }],
    },
    silent: { series: { [`${metric}{cause="time"}`]: '0+0x3 2+0x60' }, after: '10m' },
  }))
}
