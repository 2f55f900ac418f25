import { environments } from '@outturn/vocabulary'
import { type BusUser, busUserName, runtimeRole, type ServiceName, serviceNames } from '@outturn/contracts'
import { schemaRoles } from '../database/roles-sql.ts'

const secretsFolder = './.outturn/docker'

/** Settings that only one process has, beside its secrets. */
const ownSettings: Partial<Record<BusUser, Record<string, string>>> = {
  gateway: {
    OUTTURN_HTTP_HOST: '0.0.0.0',
    OUTTURN_PUBLIC_URL: '${OUTTURN_PUBLIC_URL:-http://127.0.0.1:8080}',
    OUTTURN_KEY_PEPPER_FILE: '/run/secrets/key-pepper',
    OUTTURN_DOCS_FOLDER: '/docs',
  },
  spool: { OUTTURN_PUBLIC_URL: '${OUTTURN_PUBLIC_URL:-http://127.0.0.1:8080}' },
  billing: { OUTTURN_PUBLIC_URL: '${OUTTURN_PUBLIC_URL:-http://127.0.0.1:8080}' },
  signing: {
    OUTTURN_PUBLIC_URL: '${OUTTURN_PUBLIC_URL:-http://127.0.0.1:8080}',
    OUTTURN_SIGNING_KEYS_DIR: '/keys',
  },
}

/** docker-compose.yml: Postgres, NATS, what prepares them, the seven services and the fetcher. */
export function renderComposeFile(): string {
  return `# Rendered from the contracts by deploy/local/src/render-main.ts; change it there.
#
# Once:   node deploy/local/run.mjs deploy/local/src/make-secrets-main.ts .outturn/docker
# Then:   docker compose up --build --detach --wait
# Scale:  docker compose up --detach --scale verification=4
name: outturn

x-process: &process
  user: "1000:1000"
  read_only: true
  tmpfs: [/tmp]
  cap_drop: [ALL]
  security_opt: ["no-new-privileges:true"]
  restart: unless-stopped
  stop_grace_period: 30s
  networks: [internal]

x-settings: &settings
  ENVIRONMENTS: production,demo
  NATS_URL: nats://nats:4222
  OUTTURN_DEPLOYMENT: \${OUTTURN_DEPLOYMENT:-production}
  OUTTURN_INTERNAL_HOST: 0.0.0.0

x-ready: &ready
  prepare: { condition: service_completed_successfully }
  streams: { condition: service_healthy }

services:
  postgres:
    image: postgres:18
    user: "999:999"
    read_only: true
    tmpfs: [/tmp, /run/postgresql]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    restart: unless-stopped
    shm_size: 256mb
    # Eight times a part of the processor: what waits for a statement waits with all that it holds, and most statements are short.
    cpu_shares: 8192
    networks: [internal]
    environment: { POSTGRES_DB: outturn, POSTGRES_PASSWORD_FILE: /run/secrets/postgres }
    secrets: [postgres]
    volumes: ["postgres:/var/lib/postgresql"]
    healthcheck:
      test: [CMD, pg_isready, --username, postgres, --dbname, outturn, --host, 127.0.0.1]
      interval: 2s
      timeout: 3s
      retries: 30

  nats:
    image: nats:2.15.1-alpine
    command: [--config, /etc/nats/nats.conf, --addr, 0.0.0.0, --jetstream, --store_dir, /data, --http_port, "8222"]
    read_only: true
    tmpfs: [/tmp]
    cap_drop: [ALL]
    security_opt: ["no-new-privileges:true"]
    restart: unless-stopped
    networks: [internal]
    env_file: [${secretsFolder}/nats.env]
    volumes: ["./deploy/nats/nats.conf:/etc/nats/nats.conf:ro", "./deploy/nats/health.sh:/etc/nats/health.sh:ro", "nats:/data"]
    healthcheck:
      test: [CMD, sh, /etc/nats/health.sh]
      interval: 2s
      timeout: 3s
      retries: 30

  # Roles, schemas and migrations; ends when they are applied.
  prepare:
    <<: *process
${build('deploy/local')}
    command: [src/prepare-main.js]
    restart: on-failure
    healthcheck: { disable: true }
    depends_on: { postgres: { condition: service_healthy } }
    secrets: [url-postgres, ${schemaRoles.flatMap(({ owner, runtime }) => [`url-${owner}`, `url-${runtime}`]).join(', ')}]

  # Makes the streams, and makes them again when NATS comes back without them.
  streams:
    <<: *process
${build('deploy/local')}
    command: [src/keep-streams-main.js]
    depends_on: { nats: { condition: service_healthy } }
    environment: { NATS_URL: "nats://nats:4222", OUTTURN_NATS_PASSWORD_FILE: /run/secrets/nats-deploy }
    secrets: [nats-deploy]

  # Makes the signing keys where they are missing; ends when they are there. Back the volume up.
  keys:
    <<: *process
${build('services/signing')}
    command: [src/create-keys-main.js, --dir, /keys]
    restart: on-failure
    healthcheck: { disable: true }
    volumes: ["keys:/keys"]

${[...serviceNames, 'fetcher' as const].map(renderProcess).join('\n')}
networks:
  # Has no way out of this machine.
  internal: { internal: true }
  # The gateway is reached through it.
  edge: {}
  # The fetcher alone reads foreign addresses.
  outside: {}

volumes:
  postgres: {}
  nats: {}
  keys: {}

secrets:
${allSecrets()
  .map((name) => `  ${name}: { file: ${secretsFolder}/${name} }`)
  .join('\n')}
`
}

function build(folder: string): string {
  const name = folder.split('/').at(-1)
  return `    image: outturn/${name}:\${OUTTURN_VERSION:-local}
    build: { context: ., dockerfile: deploy/docker/Dockerfile, args: { PACKAGE: ${folder} } }`
}

function renderProcess(name: ServiceName | 'fetcher'): string {
  const settings = { ...secretSettings(name), ...ownSettings[name] }
  const lines = [
    `  ${name}:`,
    '    <<: *process',
    build(name === 'fetcher' ? 'services/verification' : `services/${name}`),
    ...(name === 'fetcher'
      ? ['    command: [src/fetcher/main.js]', '    networks: [internal, outside]']
      : []),
    ...(name === 'gateway'
      ? ['    networks: [internal, edge]', '    ports: ["127.0.0.1:${HTTP_PORT:-8080}:8080"]']
      : []),
    ...(name === 'signing' ? ['    volumes: ["keys:/keys:ro"]'] : []),
    name === 'signing'
      ? '    depends_on: { <<: *ready, keys: { condition: service_completed_successfully } }'
      : '    depends_on: { <<: *ready }',
    '    environment:',
    '      <<: *settings',
    ...Object.entries(settings).map(([variable, value]) => `      ${variable}: ${value}`),
    `    secrets: [${secretsOf(name).join(', ')}]`,
    '',
  ]
  return lines.join('\n')
}

function secretSettings(name: ServiceName | 'fetcher'): Record<string, string> {
  const settings: Record<string, string> = {}
  for (const environment of environments) {
    const prefix = environment === 'demo' ? 'DEMO_' : ''
    settings[`OUTTURN_${prefix}NATS_PASSWORD_FILE`] = `/run/secrets/nats-${busUserName(name, environment)}`
    if (name === 'fetcher') continue
    settings[`${prefix}DATABASE_URL_FILE`] = `/run/secrets/url-${runtimeRole(name, environment)}`
  }
  return settings
}

function secretsOf(name: ServiceName | 'fetcher'): string[] {
  return environments
    .flatMap((environment) => [
      `nats-${busUserName(name, environment)}`,
      ...(name === 'fetcher' ? [] : [`url-${runtimeRole(name, environment)}`]),
    ])
    .concat(name === 'gateway' ? ['key-pepper'] : [])
}

function allSecrets(): string[] {
  const roles = schemaRoles.flatMap(({ owner, runtime }) => [`url-${owner}`, `url-${runtime}`])
  const users = [...serviceNames, 'fetcher' as const].flatMap((name) =>
    environments.map((environment) => `nats-${busUserName(name, environment)}`),
  )
  return ['postgres', 'url-postgres', 'key-pepper', 'nats-deploy', ...users, ...roles]
}
