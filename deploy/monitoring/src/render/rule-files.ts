import { stringify } from 'yaml'
import { alertGroups } from '../alerts/index.ts'
import { type Alert, labelsOf, looksOf } from '../rules/alert.ts'
import { expressionAt, realTime, scaled, type TimeScale } from '../rules/time-scale.ts'
import { recordingGroups } from '../slo/recordings.ts'

/** Where the runbooks are published; a deployment puts its own address in this place. */
export const runbookBase = 'https://outturn.example/docs/operating/alerts'

const header = '# Rendered from deploy/monitoring/src by `npm run render:deployment`; change it there.\n'

export function toYaml(content: unknown): string {
  return header + stringify(content, { lineWidth: 0, aliasDuplicateObjects: false })
}

export function annotationsOf({ name, summary }: Pick<Alert, 'name' | 'summary'>): Record<string, string> {
  return { summary, runbook_url: `${runbookBase}#${name.toLowerCase()}` }
}

export function renderAlerts(scale: TimeScale = realTime): string {
  const groups = Object.entries(alertGroups).map(([group, alerts]) => ({
    name: `outturn-${group}`,
    rules: alerts.map((alert) => ({
      alert: alert.name,
      expr: expressionAt(alert.expr, scale),
      ...(alert.for !== '0m' && { for: scaled(alert.for, scale, looksOf(alert) * scale.lookSeconds) }),
      ...(alert.keepsFiringFor !== undefined && { keep_firing_for: scaled(alert.keepsFiringFor, scale) }),
      labels: labelsOf(alert),
      annotations: annotationsOf(alert),
    })),
  }))
  return toYaml({ groups })
}

export function renderRecordings(services: readonly string[], scale: TimeScale = realTime): string {
  return toYaml({ groups: recordingGroups(services, scale) })
}
