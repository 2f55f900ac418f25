import { realTime, scaled, type TimeScale } from '../rules/time-scale.ts'
import { toYaml } from './rule-files.ts'

/** Where the processes of a service answer: names that resolve to all of them, or addresses. */
export type Targets =
  | { readonly kind: 'names'; readonly services: readonly string[]; readonly port: number }
  | { readonly kind: 'addresses'; readonly of: Readonly<Record<string, readonly string[]>> }

export type PrometheusOptions = {
  readonly targets: Targets
  readonly ruleFiles: readonly string[]
  readonly alertmanager: string
  readonly scale?: TimeScale
}

/** Configuration of a Prometheus that scrapes every process and evaluates the rules. */
export function renderPrometheus(options: PrometheusOptions): string {
  const { targets, ruleFiles, alertmanager, scale = realTime } = options
  return toYaml({
    global: {
      scrape_interval: `${scale.scrapeSeconds}s`,
      evaluation_interval: scaled('15s', scale),
      scrape_timeout: `${Math.min(scale.scrapeSeconds, 10)}s`,
    },
    rule_files: ruleFiles,
    alerting: { alertmanagers: [{ static_configs: [{ targets: [alertmanager] }] }] },
    scrape_configs: [
      {
        job_name: 'outturn',
        // Every metric says its service itself; the label of the target is the same for those that do not answer.
        honor_labels: true,
        ...(targets.kind === 'names' ? named(targets) : addressed(targets)),
      },
    ],
  })
}

function named({ services, port }: Targets & { kind: 'names' }): object {
  return {
    dns_sd_configs: [{ names: services, type: 'A', port, refresh_interval: '10s' }],
    relabel_configs: [{ source_labels: ['__meta_dns_name'], target_label: 'service' }],
  }
}

function addressed({ of }: Targets & { kind: 'addresses' }): object {
  return {
    static_configs: Object.entries(of).map(([service, addresses]) => ({
      targets: addresses,
      labels: { service },
    })),
  }
}
