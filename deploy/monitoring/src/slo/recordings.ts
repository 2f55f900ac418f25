import { type Duration, type TimeScale, expressionAt, scaled } from '../rules/time-scale.ts'
import { burnRates, objectives } from './objectives.ts'

export type Recording = { record: string; expr: string; labels?: Readonly<Record<string, string>> }
export type RecordingGroup = { name: string; interval?: string; rules: readonly Recording[] }

export const errorRatio = (window: Duration): string => `outturn:slo_errors:ratio_rate${window}`

/** Windows above which a ratio is worked out less often: it moves slowly, and takes more to read. */
const slowWindows: readonly Duration[] = ['1d', '3d', '6h', '2h']

/** Space on the disks of Postgres and NATS, as Kubernetes or node_exporter measure it; a machine has one of them. */
const diskSources: readonly string[] = [
  'label_replace(min by (persistentvolumeclaim) (kubelet_volume_stats_available_bytes{persistentvolumeclaim=~".*(postgres|nats|outturn).*"}), "volume", "$1", "persistentvolumeclaim", "(.*)")',
  'label_replace(min by (mountpoint) (node_filesystem_avail_bytes{job="outturn-disks"}), "volume", "$1", "mountpoint", "(.*)")',
]

/** What the alerts and dashboards of the objectives read. */
export function recordingGroups(services: readonly string[], scale: TimeScale): RecordingGroup[] {
  const windows = [...new Set(burnRates.flatMap(({ long, short }) => [short, long]))]
  const ratios = (slow: boolean): Recording[] =>
    windows
      .filter((window) => slowWindows.includes(window) === slow)
      .flatMap((window) =>
        objectives.map(({ name, all, bad }) => ({
          record: errorRatio(window),
          expr: expressionAt(`(${bad}) / (${all} > 0)`.replaceAll('[RANGE]', `[${window}]`), scale),
          labels: { slo: name },
        })),
      )
  return [
    {
      name: 'outturn-expected',
      rules: services.map((service) => ({
        record: 'outturn:service_expected',
        expr: 'vector(1)',
        labels: { service },
      })),
    },
    {
      name: 'outturn-facts',
      rules: [
        {
          // 1 while receipts have waited for a minute and the newest checkpoint is older than it should be. Both are read every 15 seconds,
          // and the checkpoint is old after a rest, so one reading says nothing.
          record: 'outturn:log_late',
          expr: expressionAt(
            '(max(min_over_time(outturn_log_pending{environment="production"}[1m])) > bool 0) * (max(outturn_log_checkpoint_age_seconds{environment="production"}) > bool seconds(30s))',
            { ...scale, divisor: 1 },
          ),
        },
        { record: 'outturn:disk_available_bytes', expr: diskSources.join(' or ') },
      ],
    },
    {
      name: 'outturn-objectives',
      rules: objectives.flatMap(({ name, target, all }) => [
        { record: 'outturn:slo_objective', expr: `vector(${target})`, labels: { slo: name } },
        {
          record: 'outturn:slo_events:increase1h',
          expr: expressionAt(`${all} * seconds(1h)`.replaceAll('[RANGE]', '[1h]'), scale),
          labels: { slo: name },
        },
      ]),
    },
    { name: 'outturn-ratios', rules: ratios(false) },
    { name: 'outturn-slow-ratios', interval: scaled('5m', scale), rules: ratios(true) },
  ]
}
