import { type Alert, steady } from '../rules/alert.ts'

const team = 'trust'

/** Keys, receipts and their log. */
export const trustAlerts: readonly Alert[] = [
  {
    name: 'OutturnSigningStopped',
    expr: 'max by (environment) (outturn_signing_keys_missing) > 0',
    for: '1m',
    severity: 'page',
    team,
    summary: 'Signing signs nothing in {{ $labels.environment }} for {{ $value }} purposes.',
    inhibits: 'symptoms',
    fires: {
      series: { 'outturn_signing_keys_missing{service="signing",environment="production"}': steady(1) },
      after: '2m',
      alerts: [
        {
          labels: { environment: 'production' },
          summary: 'Signing signs nothing in production for 1 purposes.',
        },
      ],
    },
    silent: {
      series: { 'outturn_signing_keys_missing{service="signing",environment="production"}': steady(0) },
      after: '5m',
    },
  },
]
