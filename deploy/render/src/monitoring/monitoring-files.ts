import { join } from 'node:path'
import { deployedServers, internalPort } from '@outturn/model'
import { repository } from '@outturn/model/places'
import {
  alertGroups,
  renderAlertmanager,
  renderAlerts,
  renderPrometheus,
  renderRecordings,
  renderRuleTests,
} from '@outturn/monitoring'

const folder = join(repository, 'deploy/monitoring')
const services = deployedServers.map(({ name }) => name)

/** What Prometheus and Alertmanager are given, and the cases of every alert. */
export const monitoringFiles: readonly { readonly file: string; readonly render: () => string }[] = [
  { file: join(folder, 'alerts.yaml'), render: () => renderAlerts() },
  { file: join(folder, 'slo.yaml'), render: () => renderRecordings(services) },
  { file: join(folder, 'alertmanager.yml'), render: () => renderAlertmanager() },
  {
    file: join(folder, 'prometheus.yml'),
    render: () =>
      renderPrometheus({
        targets: { kind: 'names', services, port: internalPort },
        ruleFiles: ['slo.yaml', 'alerts.yaml'],
        alertmanager: 'alertmanager:9093',
      }),
  },
  ...Object.keys(alertGroups).map((group) => ({
    file: join(folder, `tests/${group}.test.yaml`),
    render: () => renderRuleTests(group),
  })),
]
