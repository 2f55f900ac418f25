import { archiveSettings } from '@outturn/backup'
import { superuser, superuserPassword } from '@outturn/model'
import { hardened, secretsFolder } from './compose-process.ts'

/** The settings that Postgres gets by its command line. */
const postgresSettings = {
  max_connections: '200',
  shared_buffers: '512MB',
  wal_compression: 'on',
  max_wal_size: '4GB',
  checkpoint_timeout: '15min',
}

function commandOf(settings: Readonly<Record<string, string>>): string[] {
  return Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
}

/** The command line of a Postgres that archives its WAL into this folder of backups. */
export function archivingCommand(folder: string): string[] {
  const archive = archiveSettings({ script: `${folder}/archive-wal.sh`, wal: `${folder}/wal` })
  return commandOf({ ...postgresSettings, ...archive })
}

const healthCheck = { interval: '2s', timeout: '3s', retries: 30 }

/** Servers of others, by their published images. */
export const composeServers: readonly { readonly name: string; readonly service: object }[] = [
  {
    name: 'postgres',
    service: {
      image: 'postgres:18',
      command: commandOf(postgresSettings),
      user: '999:999',
      ...hardened,
      tmpfs: ['/tmp', '/run/postgresql'],
      shm_size: '256mb',
      // Eight times a part of the processor: what waits for a statement waits with all that it holds, and most statements are short.
      cpu_shares: 8192,
      environment: {
        POSTGRES_DB: 'outturn',
        POSTGRES_PASSWORD_FILE: `/run/secrets/${superuserPassword.name}`,
      },
      secrets: [superuserPassword.name],
      volumes: ['postgres:/var/lib/postgresql'],
      healthcheck: {
        test: ['CMD', 'pg_isready', '--username', superuser, '--dbname', 'outturn', '--host', '127.0.0.1'],
        ...healthCheck,
      },
      stop_grace_period: '60s',
    },
  },
  {
    name: 'nats',
    service: {
      image: 'nats:2.15.1-alpine',
      command: [
        ...['--config', '/etc/nats/nats.conf', '--addr', '0.0.0.0'],
        ...['--jetstream', '--store_dir', '/data', '--http_port', '8222'],
      ],
      ...hardened,
      env_file: [`${secretsFolder}/nats.env`],
      volumes: [
        './deploy/nats/nats.conf:/etc/nats/nats.conf:ro',
        './deploy/nats/health.sh:/etc/nats/health.sh:ro',
        'nats:/data',
      ],
      healthcheck: { test: ['CMD', 'sh', '/etc/nats/health.sh'], ...healthCheck },
    },
  },
]
