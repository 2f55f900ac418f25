import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { findNatsServer, findPostgres } from '@outturn/local-servers'
import { repository } from '../gates/run-program.ts'
import type { Engine } from './engine.ts'

const run = promisify(execFile)

/** Names of the published images that the project is built on. A machine without a registry makes images of these names of Debian's packages. */
export const baseImages = {
  node: 'node:24.21.0-slim',
  postgres: 'postgres:18',
  nats: 'nats:2.15.1-alpine',
} as const

const certificates = '/etc/ssl/certs/ca-certificates.crt'

/** Makes those base images that the engine does not have. */
export async function ensureBaseImages(engine: Engine, report: (message: string) => void): Promise<void> {
  // Made by another version of this file, they are made again.
  const version = createHash('sha256')
    .update(readFileSync(import.meta.filename))
    .digest('hex')
    .slice(0, 16)
  const label = `example.outturn.base=${version}`
  const made = await engine.docker(
    'images',
    '--filter',
    `label=${label}`,
    '--format',
    '{{.Repository}}:{{.Tag}}',
  )
  const missing = Object.entries(baseImages).filter(([, tag]) => !made.split('\n').includes(tag))
  if (missing.length === 0) return
  const context = mkdtempSync(join(tmpdir(), 'outturn-base-'))
  try {
    cpSync(await debianRoot(engine, report), join(context, 'root.tar'))
    for (const [name, tag] of missing) {
      report(`making ${tag} of Debian's packages`)
      const dockerfile = await fillers[name as keyof typeof baseImages](context)
      writeFileSync(join(context, 'Dockerfile'), dockerfile)
      await engine.docker('build', '--network', 'host', '--label', label, '--tag', tag, context)
    }
  } finally {
    rmSync(context, { recursive: true, force: true })
  }
}

/** The files of a minimal Debian 12; made once. */
async function debianRoot({ env }: Engine, report: (message: string) => void): Promise<string> {
  const file = join(repository, '.outturn/engine/root.tar')
  if (existsSync(file)) return file
  report('making a root of Debian 12')
  const draft = `${file}.${process.pid}.tar`
  await run('mmdebstrap', ['--variant=minbase', '--include=ca-certificates,busybox', 'bookworm', draft], {
    env,
  })
  renameSync(draft, file)
  return file
}

/** The npm of the machine: the Node of the project comes without one. */
function npmFolder(): string {
  const found = (process.env['PATH'] ?? '').split(delimiter).map((folder) => join(folder, 'npm'))
  const npm = found.find((path) => existsSync(path))
  if (npm === undefined) throw new Error('npm is not on PATH')
  return dirname(dirname(realpathSync(npm)))
}

/** What each image has beside the root of Debian, put into the folder that it is built of; returns its Dockerfile. */
const fillers: Readonly<Record<keyof typeof baseImages, (context: string) => Promise<string>>> = {
  async node(context) {
    cpSync(process.execPath, join(context, 'node'))
    cpSync(npmFolder(), join(context, 'npm'), { recursive: true, dereference: true })
    // A machine may trust an authority of its own.
    if (existsSync(certificates)) cpSync(certificates, join(context, 'certificates.crt'))
    else writeFileSync(join(context, 'certificates.crt'), '')
    return `FROM scratch
ADD root.tar /
COPY certificates.crt ${certificates}
COPY node /usr/local/bin/node
COPY npm /usr/local/lib/node_modules/npm
RUN ln -s ../lib/node_modules/npm/bin/npm-cli.js /usr/local/bin/npm && groupadd --gid 1000 node && useradd --uid 1000 --gid 1000 --create-home node
ENV NODE_EXTRA_CA_CERTS=${certificates} SSL_CERT_FILE=${certificates} npm_config_cafile=${certificates}
CMD ["node"]
`
  },
  async postgres(context) {
    const found = await findPostgres()
    if (found.kind === 'url')
      throw new Error('unset DATABASE_URL: the image holds the Postgres of the project')
    cpSync(dirname(realpathSync(found.binDir)), join(context, 'postgres'), {
      recursive: true,
      verbatimSymlinks: true,
    })
    mkdirSync(join(context, 'scripts'), { recursive: true })
    writeFileSync(join(context, 'scripts/docker-entrypoint.sh'), postgresEntrypoint, { mode: 0o755 })
    writeFileSync(
      join(context, 'scripts/pg_isready'),
      '#!/bin/sh\nexec bash -c ": </dev/tcp/127.0.0.1/5432"\n',
      {
        mode: 0o755,
      },
    )
    return `FROM scratch
ADD root.tar /
COPY postgres /usr/local/postgres
COPY scripts /usr/local/bin
RUN groupadd --gid 999 postgres && useradd --uid 999 --gid 999 postgres && install -d -o 999 -g 999 /var/lib/postgresql
ENTRYPOINT ["docker-entrypoint.sh"]
`
  },
  async nats(context) {
    const { path } = await findNatsServer({ binDir: join(repository, '.outturn/bin') })
    cpSync(realpathSync(path), join(context, 'nats-server'))
    chmodSync(join(context, 'nats-server'), 0o755)
    return `FROM scratch
ADD root.tar /
COPY nats-server /usr/local/bin/nats-server
RUN ln -s /bin/busybox /usr/local/bin/wget
ENTRYPOINT ["nats-server"]
`
  },
}

/** The part of the published image's start script that compose uses. */
const postgresEntrypoint = `#!/bin/sh
set -e
PGDATA=/var/lib/postgresql/18/docker
bin=/usr/local/postgres/bin
if [ ! -s "$PGDATA/PG_VERSION" ]; then
  mkdir -p "$PGDATA"
  "$bin/initdb" --pgdata "$PGDATA" --username postgres --pwfile "$POSTGRES_PASSWORD_FILE" --auth-host scram-sha-256 --auth-local trust
  echo 'host all all all scram-sha-256' >> "$PGDATA/pg_hba.conf"
  echo "create database $POSTGRES_DB" | "$bin/postgres" --single -D "$PGDATA" postgres
fi
exec "$bin/postgres" -D "$PGDATA" -c listen_addresses='*' "$@"
`
