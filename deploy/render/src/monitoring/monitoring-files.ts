import { join } from 'node:path'
import { deployedProcesses, internalPort } from '@outturn/model'
import { repository } from '@outturn/model/places'
import {
  alertGroups,
  allPages,
  renderAlertmanager,
  renderAlerts,
  renderDashboard,
  renderPrometheus,
  renderRecordings,
  renderRuleTests,
} from '@outturn/monitoring'

const folder = join(repository, 'deploy/monitoring')
/** Services of which a process always answers. */
export const watchedServices: readonly string[] = deployedProcesses
  .filter(({ lifetime }) => lifetime === 'server')
  .map(({ name }) => name)

/** The dashboards by the names of their files. */
export const dashboardFiles: Readonly<Record<string, () => string>> = Object.fromEntries(
  allPages(watchedServices).map((page) => [
    `dashboards/${page.uid.replace('outturn-', '')}.json`,
    () => renderDashboard(page),
  ]),
)

/** What Prometheus and Alertmanager are given, and the cases of every alert. */
export const monitoringFiles: readonly { readonly file: string; readonly render: () => string }[] = [
  { file: join(folder, 'alerts.yaml'), render: () => renderAlerts() },
  { file: join(folder, 'slo.yaml'), render: () => renderRecordings(watchedServices) },
  { file: join(folder, 'alertmanager.yml'), render: () => renderAlertmanager() },
  {
    file: join(folder, 'prometheus.yml'),
    render: () =>
      renderPrometheus({
        targets: { kind: 'names', services: watchedServices, port: internalPort },
        ruleFiles: ['slo.yaml', 'alerts.yaml'],
        alertmanager: 'alertmanager:9093',
      }),
  },
  ...Object.entries(dashboardFiles).map(([name, render]) => ({ file: join(folder, name), render })),
  ...Object.keys(alertGroups).map((group) => ({
    file: join(folder, `tests/${group}.test.yaml`),
    render: () => renderRuleTests(group),
  })),
]
