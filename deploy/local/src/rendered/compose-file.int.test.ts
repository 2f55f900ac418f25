import { execFile } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { serviceNames } from '@outturn/contracts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { composeFile, repository } from '../places.ts'
import { programEntries } from '../processes/processes.ts'
import { bundlePrograms } from '../programs/bundled-programs.ts'

interface ComposeService {
  image: string
  build?: { dockerfile: string; args: { PACKAGE: string } }
  command?: string[]
  user?: string
  read_only?: boolean
  cap_drop?: string[]
  security_opt?: string[]
  container_name?: string
  ports?: string[]
  networks: string[]
  environment?: Record<string, string>
  secrets?: string[]
  healthcheck?: { test?: string[]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
}

interface Compose {
  services: Record<string, ComposeService>
  secrets: Record<string, { file: string }>
  networks: Record<string, { internal?: boolean }>
}

const run = promisify(execFile)
const compose = parse(readFileSync(composeFile, 'utf8'), { merge: true }) as Compose
const dockerfile = readFileSync(join(repository, 'deploy/docker/Dockerfile'), 'utf8')
const programFile = await bundlePrograms(programEntries, () => {})
const secrets = mkdtempSync(join(tmpdir(), 'outturn-compose-'))

const processes = [...serviceNames, 'fetcher']
const oneShot = ['prepare', 'keys']
const built = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)

beforeAll(async () => {
  await run(process.execPath, [join(repository, 'deploy/local/src/make-secrets-main.ts'), secrets])
})
afterAll(() => rmSync(secrets, { recursive: true, force: true }))

test('it has Postgres, NATS, what prepares them and every process', () => {
  const expected = ['postgres', 'nats', 'prepare', 'streams', 'keys', ...processes]
  expect(Object.keys(compose.services).toSorted()).toEqual(expected.toSorted())
})

describe.each(Object.entries(compose.services))('%s', (name, service) => {
  test('cannot write its image, holds no capability and gains none', () => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
  })

  test('is watched while it runs, and may be replicated', () => {
    const isWatched = service.build === undefined ? service.healthcheck?.test !== undefined : true
    expect(isWatched).toBe(true)
    expect(service.healthcheck?.disable ?? false).toBe(oneShot.includes(name))
    expect(service.container_name).toBeUndefined()
  })

  test('is reached from this machine only where it must be', () => {
    expect(service.ports ?? []).toEqual(name === 'gateway' ? ['127.0.0.1:${HTTP_PORT:-8080}:8080'] : [])
  })

  test('gets secrets that exist, and mounts every file it names', () => {
    for (const secret of service.secrets ?? []) {
      expect(existsSync(join(secrets, secret)), secret).toBe(true)
      expect(compose.secrets[secret]?.file).toBe(`./.outturn/docker/${secret}`)
    }
    const named = Object.values(service.environment ?? {}).filter((value) =>
      value.startsWith('/run/secrets/'),
    )
    expect(
      named
        .map((path) => path.replace('/run/secrets/', ''))
        .filter((path) => !service.secrets?.includes(path)),
    ).toEqual([])
  })
})

test.each(built)(
  '%s runs as a user without rights, from a folder of the project',
  (_name, { user, build }) => {
    expect(user).toBe('1000:1000')
    expect(build?.dockerfile).toBe('deploy/docker/Dockerfile')
    expect(existsSync(join(repository, build?.args.PACKAGE ?? '', 'package.json'))).toBe(true)
  },
)

test.each(processes)('%s accepts the settings it is given', async (name) => {
  const service = compose.services[name]
  const [main = 'src/main.js'] = service?.command ?? []
  const entry = join(repository, service?.build?.args.PACKAGE ?? '', main.replace(/\.js$/, '.ts'))
  const env = Object.entries(service?.environment ?? {}).map(([variable, value]) => [
    variable,
    value.replace('/run/secrets', secrets).replace(/\$\{\w+:-(.*)\}/, '$1'),
  ])
  const { stdout } = await run(process.execPath, [programFile(entry), '--check-config'], {
    env: {
      PATH: process.env['PATH'],
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'],
      ...(Object.fromEntries(env) as Record<string, string>),
    },
  })
  expect(stdout).toMatch(/NATS_URL +nats:\/\/nats:4222/)
})

test('each service has its own database and bus credentials and no other', () => {
  for (const name of serviceNames) {
    const base = name.replaceAll('-', '_')
    const own = [`nats-${base}`, `url-outturn_${base}`, `nats-${base}_demo`, `url-outturn_${base}_demo`]
    const extra = name === 'gateway' ? ['key-pepper'] : []
    expect(compose.services[name]?.secrets).toEqual([...own, ...extra])
  }
  expect(compose.services['fetcher']?.secrets).toEqual(['nats-fetcher', 'nats-fetcher_demo'])
})

test('only the fetcher has a way out, and only the gateway a way in', () => {
  expect(compose.networks['internal']).toEqual({ internal: true })
  for (const [name, { networks }] of Object.entries(compose.services)) {
    const extra = { fetcher: ['outside'], gateway: ['edge'] }[name] ?? []
    expect(networks, name).toEqual(['internal', ...extra])
  }
})

test('no service starts before its tables and streams are there', () => {
  for (const name of processes) {
    expect(compose.services[name]?.depends_on, name).toMatchObject({
      prepare: { condition: 'service_completed_successfully' },
      streams: { condition: 'service_healthy' },
    })
  }
})

test('the secrets lie in a folder that is closed to others', () => {
  expect(statSync(secrets).mode & 0o077).toBe(0)
  expect(readdirSync(secrets).filter((name) => name.endsWith('.new'))).toEqual([])
})

test('the image runs without rights, checks its health and carries no development packages', () => {
  expect(dockerfile).toMatch(/^USER 1000:1000$/m)
  expect(dockerfile).toMatch(/^HEALTHCHECK /m)
  expect(dockerfile).toContain('pnpm install --prod --frozen-lockfile')
  expect(dockerfile).toMatch(/^ENTRYPOINT \["node"/m)
})
