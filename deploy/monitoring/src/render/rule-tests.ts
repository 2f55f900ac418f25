import { alertGroups } from '../alerts/index.ts'
import { type Alert, labelsOf, type Series } from '../rules/alert.ts'
import { annotationsOf, toYaml } from './rule-files.ts'

const inputs = (series: Series) =>
  Object.entries(series).map(([selector, values]) => ({ series: selector, values }))

/** The cases of a group of alerts, for `promtool test rules`. */
export function renderRuleTests(group: string): string {
  const alerts = alertGroups[group] ?? []
  return toYaml({
    rule_files: ['../alerts.yaml'],
    evaluation_interval: '1m',
    tests: alerts.flatMap((alert) => [firing(alert), ...silent(alert)]),
  })
}

function firing(alert: Alert): object {
  const { series, after, alerts } = alert.fires
  return {
    name: `${alert.name} fires`,
    interval: '1m',
    input_series: inputs(series),
    alert_rule_test: [
      {
        eval_time: after,
        alertname: alert.name,
        exp_alerts: alerts.map(({ labels = {}, summary }) => ({
          exp_labels: { ...labels, ...labelsOf(alert) },
          exp_annotations: annotationsOf({ name: alert.name, summary }),
        })),
      },
    ],
  }
}

function silent(alert: Alert): object[] {
  if (alert.silent === 'never') return []
  const { series, after } = alert.silent
  return [
    {
      name: `${alert.name} stays silent`,
      interval: '1m',
      input_series: inputs(series),
      alert_rule_test: [{ eval_time: after, alertname: alert.name, exp_alerts: [] }],
    },
  ]
}
