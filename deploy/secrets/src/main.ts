import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeComposeSecrets } from './compose-layout.ts'
import { writeKubernetesSecrets } from './kubernetes-layout.ts'

const usage = `Usage: npm run secrets [-- [FOLDER] [--layout compose|kubernetes] [--postgres HOST:PORT/DATABASE] [--postgres-ca FILE] [--prefix NAME]]

Makes the secrets of a deployment, where they are missing, in FOLDER: passwords of Postgres and NATS, the URLs of the database roles, the key
pepper, and for Kubernetes the signing keys. A secret that is there stays as it is. Keep a copy of the folder apart from the backups of the database.

  --layout compose       files that docker-compose.yml mounts, in .outturn/docker (default)
  --layout kubernetes    one folder for each Secret of the chart, in .outturn/kubernetes/secrets
  --postgres ADDRESS     where Postgres is (default: postgres:5432/outturn; for Kubernetes outturn-postgres-rw:5432/outturn)
  --postgres-ca FILE     has the processes check the certificate of Postgres against this file, as they see it; for the chart with
                         postgres.caSecret it is /run/tls/postgres/ca.crt
  --prefix NAME          beginning of the names of the Secrets, as secrets.prefix of the chart has it (default: outturn)

The address of NATS is no secret: it is nats.url of the chart.
`

const chosen = readOptions()
if (chosen.layout === 'kubernetes') {
  const secrets = await writeKubernetesSecrets(chosen)
  process.stdout.write(`the secrets are in ${secrets}, one folder for each\n`)
} else {
  await writeComposeSecrets(chosen.folder, chosen.database)
  process.stdout.write(`the secrets are in ${chosen.folder}\n`)
}

function readOptions() {
  const { values, positionals } = parsed()
  if (values.help === true) {
    process.stdout.write(usage)
    process.exit()
  }
  const layout = values.layout ?? 'compose'
  const prefix = values.prefix ?? 'outturn'
  if (layout !== 'compose' && layout !== 'kubernetes')
    return giveUp(`--layout is ${layout}; it must be compose or kubernetes`)
  if (!/^[a-z]([a-z0-9-]{0,38}[a-z0-9])?$/.test(prefix))
    return giveUp('--prefix must be at most 40 lower-case letters, digits and hyphens')
  const isForCluster = layout === 'kubernetes'
  const address = values.postgres ?? `${isForCluster ? 'outturn-postgres-rw' : 'postgres'}:5432/outturn`
  return {
    layout,
    prefix,
    folder: resolve(positionals[0] ?? `.outturn/${isForCluster ? 'kubernetes' : 'docker'}`),
    database: databaseOf(address, values['postgres-ca']),
  }
}

function parsed() {
  try {
    const { values, positionals } = parseArgs({
      options: {
        help: { type: 'boolean', short: 'h' },
        layout: { type: 'string' },
        postgres: { type: 'string' },
        'postgres-ca': { type: 'string' },
        prefix: { type: 'string' },
      },
      allowPositionals: true,
    })
    return positionals.length > 1 ? giveUp('name one folder') : { values, positionals }
  } catch (error) {
    return giveUp((error as Error).message)
  }
}

function databaseOf(address: string, caFile: string | undefined): string {
  if (!/^[A-Za-z0-9.-]+(:\d{1,5})?\/\w+$/.test(address))
    return giveUp(`--postgres is ${address}; it must be HOST:PORT/DATABASE, without a role`)
  const url = new URL(`postgres://${address}`)
  if (caFile !== undefined) {
    url.searchParams.set('sslmode', 'verify-full')
    url.searchParams.set('sslrootcert', caFile)
  }
  return url.href
}

function giveUp(problem: string): never {
  process.stderr.write(`${problem}\n\n${usage}`)
  process.exit(2)
}
