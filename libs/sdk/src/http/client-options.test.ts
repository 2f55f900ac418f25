import { afterEach, expect, test, vi } from 'vitest'
import { createClient } from '../client.ts'
import { json, testService } from '../testing/test-service.ts'
import manifest from '../../package.json' with { type: 'json' }
import { version } from '../version.ts'
import { userAgent } from './user-agent.ts'

afterEach(() => vi.unstubAllEnvs())

test('address and key come from the environment, and from options before it', async () => {
  const service = await testService()
  service.answerWith(json(200, {}))
  vi.stubEnv('OUTTURN_URL', `${service.baseUrl}/`)
  vi.stubEnv('OUTTURN_KEY', 'spk_live_environment\n')
  await createClient().account.get()
  await createClient({ apiKey: 'spk_live_option' }).account.get()
  await createClient().withOptions({ apiKey: 'sbx_token' }).account.get()
  await service.close()
  expect(service.received.map(({ headers }) => headers.authorization)).toEqual([
    'Bearer spk_live_environment',
    'Bearer spk_live_option',
    'Bearer sbx_token',
  ])
  expect(service.received[0]?.headers['user-agent']).toBe(
    `outturn-sdk/${manifest.version} node/${process.versions.node.split('.')[0]}`,
  )
})

test.each([
  [{}, 'OUTTURN_URL'],
  [{ baseUrl: 'api.example.com' }, 'https://'],
  [{ baseUrl: 'ftp://api.example.com' }, 'https://'],
  [{ baseUrl: 'https://user:hunter2@api.example.com' }, 'apiKey'],
  [{ baseUrl: 'https://api.example.com/?key=hunter2' }, 'query'],
  [{ baseUrl: 'https://api.example.com', apiKey: 'hunter2 with a space' }, 'character'],
  [{ baseUrl: 'https://api.example.com', apiKey: 'hunter2\r\nx-injected: 1' }, 'character'],
  [{ baseUrl: 'https://api.example.com', apiKey: ' ' }, 'empty'],
  [{ baseUrl: 'https://api.example.com', maxAttempts: Number.NaN }, 'maxAttempts'],
  [{ baseUrl: 'https://api.example.com', deadlineMs: 0 }, 'deadlineMs'],
])('%j is refused with the next step, and without its value', (options, words) => {
  vi.stubEnv('OUTTURN_URL', '')
  vi.stubEnv('OUTTURN_KEY', '')
  const create = () => createClient(options)
  expect(create).toThrow(TypeError)
  expect(create).toThrow(words)
  expect(create).not.toThrow('hunter2')
})

test('the service may lie below a path', async () => {
  const service = await testService()
  service.answerWith(json(200, {}))
  await createClient({ baseUrl: `${service.baseUrl}/outturn/`, slug: 'acme' }).keys.read()
  await service.close()
  expect(service.received[0]?.path).toBe('/outturn/.well-known/acme-keys.json')
})

test('the version that is sent is that of the package', () => {
  expect(version).toBe(manifest.version)
})

test.each([
  [{ process: { versions: { node: '24.1.0' } } }, 'node/24'],
  [{ process: { versions: { node: '22.0.0' } }, Bun: { version: '1.4.5' } }, 'bun/1'],
  [{ process: { versions: { node: '22.0.0' } }, Deno: { version: { deno: '2.9.6' } } }, 'deno/2'],
  [{ navigator: { userAgent: 'Cloudflare-Workers' } }, 'workerd'],
  [{ EdgeRuntime: 'edge' }, 'edge'],
])('%j names itself %s', (runtime, host) => {
  expect(userAgent(runtime)).toBe(`outturn-sdk/${version} ${host}`)
})

test('a browser sends its own name alone', () => {
  expect(userAgent({ document: {} })).toBeUndefined()
})
