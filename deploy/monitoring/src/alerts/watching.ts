import { type Alert, steady } from '../rules/alert.ts'

const team = 'platform'

/** Whether the watching itself works. */
export const watchingAlerts: readonly Alert[] = [
  {
    name: 'Watchdog',
    expr: 'vector(1)',
    for: '0m',
    severity: 'none',
    team,
    summary: 'Prometheus and Alertmanager work: this alert always fires.',
    standsAlone: true,
    fires: {
      series: { 'up{job="outturn",service="spool"}': steady(1) },
      after: '1m',
      alerts: [{ summary: 'Prometheus and Alertmanager work: this alert always fires.' }],
    },
    silent: 'never',
  },
  {
    name: 'OutturnFaultRecent',
    expr: 'count(max_over_time(ALERTS{alertstate="firing",inhibits!="",severity="page"}[30m])) > 0',
    for: '0m',
    severity: 'none',
    team,
    summary: 'A fault that explains waiting and failed requests was there within half an hour.',
    inhibits: 'symptoms',
    fires: {
      series: {
        'ALERTS{alertname="OutturnNatsDown",alertstate="firing",inhibits="everything",severity="page"}':
          '1+0x5 stale',
      },
      after: '20m',
      alerts: [
        { summary: 'A fault that explains waiting and failed requests was there within half an hour.' },
      ],
    },
    silent: {
      series: {
        'ALERTS{alertname="OutturnNatsDown",alertstate="firing",inhibits="everything",severity="page"}':
          '1+0x5 stale',
      },
      after: '40m',
    },
  },
]
