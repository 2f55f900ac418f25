import {
  chownSync,
  chmodSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import tls from 'node:tls'
import { type Authority, type CertificateFiles, makeAuthority } from '@outturn/local-servers'
import { connectBus, natsTls } from '@outturn/messaging'
import { createPool } from '@outturn/postgres'
import { type TestNats, testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { certificateFilesOfUrl, observeCertificates } from '../telemetry/certificate-metrics.ts'
import { createLog } from '../telemetry/log.ts'
import { createMetrics } from '../telemetry/metrics.ts'
import { commonConfig } from './common-settings.ts'
import { defineConfig } from './define-config.ts'
import { readConfig } from './read-config.ts'

const log = createLog('test', { level: 'silent' })
const folder = mkdtempSync(join(tmpdir(), 'outturn-tls-'))
chmodSync(folder, 0o755)
const ours = makeAuthority(folder, 'ours')
const other = makeAuthority(folder, 'other')
const server = ours.issue('server', 'DNS:localhost,IP:127.0.0.1')
const misnamed = ours.issue('misnamed', 'DNS:nats')
const client = ours.issue('client', 'DNS:client')
const strange = other.issue('strange', 'DNS:client')
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const addresses = {
  ENVIRONMENTS: 'production',
  NATS_URL: 'nats://127.0.0.1:4222',
  OUTTURN_NATS_PASSWORD: 'long enough',
  DATABASE_URL: 'postgres://outturn_spool:p@127.0.0.1:5432/outturn',
}

test('the end of each certificate that is used is a metric, of a file with several the first one', async () => {
  const metrics = createMetrics({ service: 'spool', tellsProcess: false })
  const both = join(folder, 'both.crt')
  writeFileSync(both, readFileSync(ours.certFile, 'utf8') + readFileSync(client.certFile, 'utf8'))
  observeCertificates(metrics, 'production', {
    NATS_CA_FILE: both,
    NATS_CERT_FILE: join(folder, 'gone.crt'),
    ...certificateFilesOfUrl(`postgres://u@host/db?sslrootcert=${other.certFile}`),
  })
  const { body } = await metrics.expose()
  const ends = Array.from(body.matchAll(/end_timestamp_seconds\{(.*)\} (\d+)$/gm), ([, labels, end]) => ({
    labels,
    daysLeft: Math.ceil((Number(end) * 1_000 - Date.now()) / 86_400_000),
  }))
  expect(ends).toEqual(
    ['NATS_CA_FILE', 'sslrootcert'].map((certificate) => ({
      labels: `environment="production",certificate="${certificate}",service="spool"`,
      daysLeft: 1,
    })),
  )
})

describe('NATS with client certificates', () => {
  /** A server with a certificate, which asks for that of its client. */
  const startWith = ({ certFile, keyFile }: CertificateFiles) => {
    const configFile = `${certFile}.conf`
    const files = `cert_file: "${certFile}", key_file: "${keyFile}", ca_file: "${ours.certFile}"`
    writeFileSync(configFile, `tls { ${files}, verify: true, timeout: 5 }\n`)
    return testNats({ configFile })
  }
  const byName = ({ url }: TestNats) => url.replace('127.0.0.1', 'localhost')
  let nats: TestNats
  beforeAll(async () => {
    nats = await startWith(server)
  })
  afterAll(() => nats.stop())

  /** Connects as a service does, by its variables. */
  const connectBy = async (files: Readonly<Record<string, string>>, servers = byName(nats)) => {
    const config = readConfig(defineConfig(commonConfig), { ...addresses, NATS_URL: servers, ...files })
    const bus = await connectBus({
      servers: config.NATS_URL,
      tls: natsTls(config),
      name: 'test',
      environment: 'production',
      service: 'spool',
      log,
    })
    await bus.drain()
    return 'connected'
  }
  const filesOf = (authority: Authority, { certFile, keyFile } = client) => ({
    NATS_CA_FILE: authority.certFile,
    NATS_CERT_FILE: certFile,
    NATS_KEY_FILE: keyFile,
  })

  test('a process connects with its certificate, by nats:// and by tls://', async () => {
    expect(await connectBy(filesOf(ours))).toBe('connected')
    expect(await connectBy(filesOf(ours), byName(nats).replace('nats:', 'tls:'))).toBe('connected')
  })

  test('a server of another authority is refused, and so is a client of another authority or without certificate', async () => {
    await expect(connectBy(filesOf(other))).rejects.toThrow(/certificate/)
    await expect(connectBy({})).rejects.toThrow(/certificate/)
    // By TLS 1.3 a client hears of its refusal after the handshake, which the library does not see before its timeout.
    tls.DEFAULT_MAX_VERSION = 'TLSv1.2'
    await expect(connectBy({ NATS_CA_FILE: ours.certFile })).rejects.toThrow(/alert|reset/i)
    await expect(connectBy(filesOf(ours, strange))).rejects.toThrow(/alert|reset/i)
    tls.DEFAULT_MAX_VERSION = 'TLSv1.3'
  })

  test('a server with the name of another, or without TLS, is refused where TLS was asked for', async () => {
    const [plain, renamed] = await Promise.all([testNats(), startWith(misnamed)])
    await expect(connectBy(filesOf(ours), byName(renamed))).rejects.toThrow(/altnames/)
    await renamed.stop()
    await expect(connectBy({ NATS_CA_FILE: ours.certFile }, byName(plain))).rejects.toThrow(/tls/)
    await expect(connectBy({}, byName(plain).replace('nats:', 'tls:'))).rejects.toThrow(/tls/)
    expect(await connectBy({}, plain.url)).toBe('connected')
    await plain.stop()
  })
})

test('files that cannot be used for TLS are refused by name at the start', () => {
  const read = (more: Readonly<Record<string, string>>) => () =>
    readConfig(defineConfig(commonConfig), { ...addresses, ...more })
  const url = (query: string) => ({ DATABASE_URL: `${addresses.DATABASE_URL}?${query}` })
  expect(read({ NATS_CA_FILE: '/nowhere' })).toThrow(
    /NATS_CA_FILE is \/nowhere, which cannot be read \(ENOENT\)/,
  )
  expect(read({ NATS_URL: 'nats://one:4222,tls://10.0.0.1:4222' })).toThrow(/NATS_URL must name its servers/)
  expect(read({ NATS_CA_FILE: ours.certFile, NATS_URL: 'nats://[::1]:4222' })).toThrow(
    /NATS_URL must name its servers/,
  )
  expect(read({ NATS_CA_FILE: ours.keyFile })).toThrow(/NATS_CA_FILE holds no certificate/)
  expect(read({ NATS_CERT_FILE: client.certFile })).toThrow(
    /NATS_CERT_FILE and NATS_KEY_FILE must be set together/,
  )
  expect(read({ NATS_CERT_FILE: client.certFile, NATS_KEY_FILE: strange.keyFile })).toThrow(
    /are not a certificate and its key/,
  )
  expect(read(url('sslmode=require'))).toThrow(
    /DATABASE_URL is not valid: sslmode must be verify-full or disable/,
  )
  expect(read(url('sslmode=verify-full&uselibpqcompat=true'))).toThrow(/uselibpqcompat must be left out/)
  expect(read(url('sslmode=verify-full&sslrootcert=/nowhere'))).toThrow(/sslrootcert is \/nowhere/)
  expect(read(url(`sslmode=verify-full&sslrootcert=${ours.certFile}`))).not.toThrow()
})

test('Postgres is checked against the authority of its URL, and refused without TLS', async (context) => {
  const database = await testDatabase()
  const poolOf = (connectionString: string) =>
    createPool({ connectionString, schema: 'spool', applicationName: 'test' })
  const admin = poolOf(database.url)
  const { rows } = await admin.query<{ data_directory: string }>('show data_directory')
  const dataFolder = rows[0]?.data_directory ?? ''
  const selectBy = async (query: string) => {
    const pool = poolOf(`${database.urlOf('outturn_spool')}?${query}`)
    try {
      const select = 'select ssl from pg_stat_ssl where pid = pg_backend_pid()'
      return (await pool.query<{ ssl: boolean }>(select)).rows[0]?.ssl
    } finally {
      await pool.end()
    }
  }
  const trusting = (authority: Authority) => `sslmode=verify-full&sslrootcert=${authority.certFile}`
  try {
    await expect(selectBy(trusting(ours))).rejects.toThrow(/does not support SSL/)
    // A server elsewhere cannot read the files of this test.
    if (!existsSync(dataFolder)) context.skip()
    const { uid, gid } = statSync(dataFolder)
    chownSync(server.keyFile, uid, gid)
    for (const setting of [
      `ssl_cert_file = '${server.certFile}'`,
      `ssl_key_file = '${server.keyFile}'`,
      'ssl = on',
    ])
      await admin.query(`alter system set ${setting}`)
    await admin.query('select pg_reload_conf()')
    await expect.poll(() => selectBy(trusting(ours)).catch(() => null)).toBe(true)
    await expect(selectBy(trusting(other))).rejects.toThrow(/certificate/)
    await expect(selectBy('sslmode=verify-full')).rejects.toThrow(/certificate/)
    expect(await selectBy('sslmode=disable')).toBe(false)
  } finally {
    for (const name of ['ssl', 'ssl_cert_file', 'ssl_key_file'])
      await admin.query(`alter system reset ${name}`)
    await admin.query('select pg_reload_conf()')
    await admin.end()
    await database.drop()
  }
})
