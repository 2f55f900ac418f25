import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { serviceNames } from '@outturn/contracts'
import { deployedProcesses } from '@outturn/model'
import { configurations } from '@outturn/model/configurations'
import { composeFile, modelFile, repository } from '@outturn/model/places'
import { type ConfigDefinition, readConfig } from '@outturn/service'
import { streamsConfig } from '@outturn/streams/config'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'

interface ComposeService {
  image: string
  build?: { dockerfile: string }
  command?: string[]
  entrypoint?: string[]
  profiles?: string[]
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

const compose = parse(readFileSync(composeFile, 'utf8'), { version: '1.1' }) as Compose
const secrets = mkdtempSync(join(tmpdir(), 'outturn-compose-'))

const processes = [...serviceNames, 'fetcher']
const ending = ['prepare', 'keys', 'operator']
const built = Object.entries(compose.services).filter(([, { build }]) => build !== undefined)

beforeAll(() => {
  execFileSync(process.execPath, [join(repository, 'deploy/secrets/src/main.ts'), secrets])
})
afterAll(() => rmSync(secrets, { recursive: true, force: true }))

test('it has Postgres, NATS, what prepares them, every process, and the commands of the operator', () => {
  const expected = ['postgres', 'nats', 'prepare', 'streams', 'keys', ...processes, 'operator']
  expect(Object.keys(compose.services)).toEqual(expected)
  expect(built.map(([name]) => name)).toEqual(deployedProcesses.map(({ name }) => name))
})

describe.each(Object.entries(compose.services))('%s', (name, service) => {
  test('cannot write its image, holds no capability and gains none', () => {
    expect(service.read_only).toBe(true)
    expect(service.cap_drop).toEqual(['ALL'])
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
  })

  test('is watched while it runs, and may be replicated', () => {
    expect(service.healthcheck?.disable ?? false).toBe(ending.includes(name))
    if (!ending.includes(name)) expect(service.healthcheck?.test?.[0]).toBe('CMD')
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

  test('waits for nothing that it could not see become healthy', () => {
    for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
      const isWatched = compose.services[other]?.healthcheck?.disable !== true
      expect(condition, other).toBe(isWatched ? 'service_healthy' : 'service_completed_successfully')
    }
  })
})

test.each(built)('%s runs a program of the project as a user without rights', (_name, service) => {
  expect(service.user).toBe('1000:1000')
  const [main = ''] = service.entrypoint?.slice(1) ?? service.command ?? []
  expect(existsSync(join(repository, main.replace(/\.js$/, '.ts'))), main).toBe(true)
})

test.each([...Object.entries(configurations), ['streams', streamsConfig] as const])(
  '%s accepts the settings it is given',
  (name, configuration) => {
    const given = Object.entries(compose.services[name]?.environment ?? {}).map(([variable, value]) => [
      variable,
      value.replace('/run/secrets', secrets).replace(/\$\{\w+:-(.*)\}/, '$1'),
    ])
    const config = readConfig(
      configuration as unknown as ConfigDefinition,
      Object.fromEntries(given) as Record<string, string>,
    )
    expect(config['NATS_URL']).toBe('nats://nats:4222')
  },
)

test('the file of the language models gives verification a way out, and what it names when it is set', () => {
  const { services, secrets: files } = parse(readFileSync(modelFile, 'utf8'), { version: '1.1' }) as Compose
  expect(Object.keys(services)).toEqual(['verification'])
  const { environment = {}, networks } = services['verification'] ?? {}
  expect(networks).toEqual(['internal', 'outside'])
  expect(Object.keys(files).filter((name) => !existsSync(join(secrets, name)))).toEqual([])
  const base = compose.services['verification']?.environment ?? {}
  const given = (chosen: Record<string, string>) =>
    Object.fromEntries(
      Object.entries({ ...base, ...environment }).map(([variable, value]) => [
        variable,
        value
          .replace('/run/secrets', secrets)
          .replace(/\$\{(\w+):-(.*)\}/, (_, name: string, absent: string) => chosen[name] ?? absent),
      ]),
    )
  expect(readConfig(configurations.verification, given({})).OUTTURN_POLICY_MODEL_URL).toBeUndefined()
  const chosen = Object.fromEntries(
    Object.keys(environment)
      .filter((name) => !name.endsWith('_FILE'))
      .map((name) => [name, name.endsWith('_URL') ? 'https://api.example.com/v1' : 'example-model']),
  )
  expect(Object.keys(chosen)).toHaveLength(6)
  const config = readConfig(configurations.verification, given(chosen))
  expect(config.OUTTURN_JUDGE_MODEL).toEqual({ production: 'example-model', demo: 'example-model' })
  expect(config.OUTTURN_POLICY_MODEL_NAME).toBe('example-model')
})

test('the page of Docker Compose shows a setting that its service accepts', () => {
  const page = readFileSync(join(repository, 'docs/operating/compose.md'), 'utf8')
  const [, block = ''] = /^```yaml\n([\s\S]*?)^```$/m.exec(page) ?? []
  const shown = parse(block, { version: '1.1' }) as Pick<Compose, 'services'>
  const environments = Object.entries(shown.services).map(([name, { environment = {} }]) => [
    name,
    Object.keys(environment),
  ])
  expect(environments).toEqual([['gateway', ['RATE_QUOTA']]])
  expect(Object.keys(configurations.gateway.shape)).toContain('RATE_QUOTA')
})

test('each service has its own database and bus credentials and no other', () => {
  for (const name of serviceNames) {
    const base = name.replaceAll('-', '_')
    const own = [`nats-${base}`, `url-outturn_${base}`, `nats-${base}_demo`, `url-outturn_${base}_demo`]
    const extra =
      { gateway: ['key-pepper'], spool: ['review-key'], verification: ['source-key'] }[name as string] ?? []
    expect(compose.services[name]?.secrets).toEqual([...own, ...extra])
  }
  expect(compose.services['fetcher']?.secrets).toEqual(['nats-fetcher', 'nats-fetcher_demo'])
  expect(compose.services['operator']?.secrets).toEqual(['nats-operator', 'nats-operator_demo'])
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

test('the commands of the operator run when they are called, and not with the deployment', () => {
  expect(compose.services['operator']?.profiles).toEqual(['tools'])
})

test('the secrets lie in a folder that is closed to others', () => {
  expect(statSync(secrets).mode & 0o077).toBe(0)
  expect(readdirSync(secrets).filter((name) => name.endsWith('.new'))).toEqual([])
})
