import { type Alert, rising, steady } from '../rules/alert.ts'

const team = 'platform'
const disk = (volume: string): string => `outturn:disk_available_bytes{volume="${volume}"}`

/** What runs out or is not kept: connections, disks, the archive and the backups. */
export const capacityAlerts: readonly Alert[] = [
  {
    name: 'OutturnPostgresConnections',
    expr: 'max(outturn_postgres_server_connections) / min(outturn_postgres_max_connections) > 0.8',
    for: '10m',
    severity: 'ticket',
    team,
    summary: 'Clients hold {{ $value | humanizePercentage }} of the connections that Postgres takes.',
    fires: {
      series: {
        'outturn_postgres_server_connections{service="spool"}': steady(90),
        'outturn_postgres_max_connections{service="spool"}': steady(100),
      },
      after: '12m',
      alerts: [{ summary: 'Clients hold 90% of the connections that Postgres takes.' }],
    },
    silent: {
      series: {
        'outturn_postgres_server_connections{service="spool"}': steady(70),
        'outturn_postgres_max_connections{service="spool"}': steady(100),
      },
      after: '20m',
    },
  },
  {
    name: 'OutturnDiskFillsSoon',
    expr: 'predict_linear(outturn:disk_available_bytes[1h], seconds(4h)) < 0 and outturn:disk_available_bytes < 0.4 * max_over_time(outturn:disk_available_bytes[1d])',
    for: '10m',
    severity: 'page',
    team,
    summary: 'The disk {{ $labels.volume }} is full within four hours at this rate.',
    standsAlone: true,
    fires: {
      series: { [disk('postgres')]: '100000-400x240' },
      after: '200m',
      alerts: [
        {
          labels: { volume: 'postgres' },
          summary: 'The disk postgres is full within four hours at this rate.',
        },
      ],
    },
    silent: { series: { [disk('postgres')]: '100000-20x240' }, after: '200m' },
  },
  {
    name: 'OutturnDiskFills',
    expr: 'predict_linear(outturn:disk_available_bytes[6h], seconds(4d)) < 0',
    for: '1h',
    severity: 'ticket',
    team,
    summary: 'The disk {{ $labels.volume }} is full within four days at this rate.',
    fires: {
      series: { [disk('nats')]: '100000-20x480' },
      after: '480m',
      alerts: [
        { labels: { volume: 'nats' }, summary: 'The disk nats is full within four days at this rate.' },
      ],
    },
    silent: { series: { [disk('nats')]: '100000-2x480' }, after: '480m' },
  },
  {
    name: 'OutturnWalArchiveFailing',
    expr: 'max(increase(outturn_postgres_archive_failures_total[15m])) > 0',
    for: '5m',
    severity: 'page',
    team,
    summary:
      'Postgres could not archive its write-ahead log {{ $value | humanize }} times in a quarter of an hour.',
    fires: {
      series: { 'outturn_postgres_archive_failures_total{service="spool"}': rising(2) },
      after: '20m',
      alerts: [
        { summary: 'Postgres could not archive its write-ahead log 30 times in a quarter of an hour.' },
      ],
    },
    silent: {
      series: { 'outturn_postgres_archive_failures_total{service="spool"}': steady(40) },
      after: '30m',
    },
  },
  {
    name: 'OutturnBackupOld',
    expr: 'time() - max(outturn_backup_completed_timestamp_seconds) > seconds(26h)',
    for: '5m',
    severity: 'page',
    team,
    summary: 'The newest backup is {{ $value | humanizeDuration }} old.',
    standsAlone: true,
    fires: {
      series: { 'outturn_backup_completed_timestamp_seconds{service="backup"}': steady(-99_600) },
      after: '10m',
      alerts: [{ summary: 'The newest backup is 1d 3h 50m 0s old.' }],
    },
    silent: {
      series: { 'outturn_backup_completed_timestamp_seconds{service="backup"}': steady(-80_000) },
      after: '10m',
    },
  },
  {
    name: 'OutturnBackupFailed',
    expr: 'max(outturn_backup_failed_timestamp_seconds) > 0 or max(outturn_wal_archive_gap_segments) > 0',
    for: '1h',
    severity: 'ticket',
    team,
    summary: 'The last backup failed, or the archive of the write-ahead log lacks segments.',
    fires: {
      series: {
        'outturn_backup_failed_timestamp_seconds{service="backup"}': steady(0),
        'outturn_wal_archive_gap_segments{service="backup"}': steady(2),
      },
      after: '62m',
      alerts: [{ summary: 'The last backup failed, or the archive of the write-ahead log lacks segments.' }],
    },
    silent: {
      series: {
        'outturn_backup_failed_timestamp_seconds{service="backup"}': '1700000000+0x30 0+0x60',
        'outturn_wal_archive_gap_segments{service="backup"}': steady(0),
      },
      after: '70m',
    },
  },
]
