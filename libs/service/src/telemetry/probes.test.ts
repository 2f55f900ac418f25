import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createMetrics } from './metrics.ts'
import { NotReady, type Probes, serveProbes } from './probes.ts'

let probes: Probes
beforeEach(async () => {
  probes = await serveProbes({
    host: '127.0.0.1',
    port: 0,
    metrics: createMetrics({ service: 'spool' }),
    checkTimeoutMs: 50,
  })
})
afterEach(() => probes.close())

async function probe(path: string, method = 'GET'): Promise<{ status: number; body: unknown }> {
  const response = await fetch(`http://127.0.0.1:${probes.port}${path}`, { method })
  const text = await response.text()
  const isJson = response.headers.get('content-type') === 'application/json'
  return { status: response.status, body: isJson ? JSON.parse(text) : text }
}

test('before the start is complete a process is alive and not ready', async () => {
  expect((await probe('/livez')).status).toBe(200)
  expect((await probe('/startupz')).status).toBe(503)
  expect((await probe('/readyz')).status).toBe(503)
})

test('a started process is ready while all its checks pass', async () => {
  probes.addReadiness('postgres', async () => {})
  probes.markStarted()
  expect((await probe('/startupz')).status).toBe(200)
  expect(await probe('/readyz')).toEqual({ status: 200, body: { status: 'ready', failing: [] } })
})

test('readiness names what fails and says nothing of why; liveness does not care', async () => {
  probes.addReadiness('postgres', async () => {
    throw new Error('password authentication failed for outturn_spool')
  })
  probes.addReadiness('nats', async () => {})
  probes.markStarted()
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: { status: 'not ready', failing: ['postgres'] },
  })
  expect((await probe('/livez')).status).toBe(200)
})

describe('of two environments', () => {
  const failing = async () => {
    throw new Error('down')
  }
  const statusesWith = async (...down: string[]) => {
    for (const name of ['production.start', 'production.nats', 'demo.start', 'demo.nats']) {
      probes.addReadiness(name, down.includes(name) ? failing : async () => {})
    }
    const paths = ['/readyz', '/readyz/production', '/readyz/demo']
    return Promise.all(
      paths.map(async (path) => {
        const { status, body } = await probe(path)
        return [status, (body as { status: string }).status]
      }),
    )
  }
  beforeEach(() => probes.markStarted())

  test('what fails of the sandbox is named and does not take production out of service', async () => {
    expect(await statusesWith('demo.start')).toEqual([
      [200, 'partly ready'],
      [200, 'ready'],
      [503, 'not ready'],
    ])
    expect(await probe('/readyz')).toMatchObject({ body: { failing: ['demo.start'] } })
  })

  test('what fails of production does, and the sandbox has a probe of its own', async () => {
    expect(await statusesWith('production.nats')).toEqual([
      [503, 'not ready'],
      [503, 'not ready'],
      [200, 'ready'],
    ])
  })

  test('what both need takes both out', async () => {
    probes.addReadiness('disk', failing)
    expect((await statusesWith()).map(([status]) => status)).toEqual([503, 503, 503])
  })
})

test('the sandbox counts where it is hosted alone, and what is not hosted has no probe', async () => {
  probes.addReadiness('demo.start', () => Promise.reject(new Error('down')))
  probes.markStarted()
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { failing: ['demo.start'] } })
  expect((await probe('/readyz/production')).status).toBe(404)
})

test('what waits for an operator is said with what to do', async () => {
  probes.addReadiness('keys', async () => {
    throw new NotReady('No key is active.', 'make one')
  })
  probes.markStarted()
  expect(await probe('/readyz')).toEqual({
    status: 503,
    body: {
      status: 'not ready',
      failing: ['keys'],
      problems: [{ name: 'keys', message: 'No key is active.', advice: 'make one' }],
    },
  })
})

test('a check that does not answer counts as failing', async () => {
  probes.addReadiness('stuck', () => new Promise(() => {}))
  probes.markStarted()
  expect(await probe('/readyz')).toMatchObject({ status: 503, body: { failing: ['stuck'] } })
})

test('a stopping process is alive and takes no new work', async () => {
  probes.markStarted()
  probes.markStopping()
  expect((await probe('/readyz')).status).toBe(503)
  expect((await probe('/livez')).status).toBe(200)
  expect((await probe('/startupz')).status).toBe(200)
})

test('metrics are served beside the probes', async () => {
  expect(await probe('/metrics')).toMatchObject({
    status: 200,
    body: expect.stringContaining('process_cpu_user_seconds_total'),
  })
})

test.each([
  ['/elsewhere', 'GET', 404],
  ['/constructor', 'GET', 404],
  ['/livez', 'POST', 405],
])('%s with %s answers %i', async (path, method, status) => {
  expect((await probe(path, method)).status).toBe(status)
})

test('a port that is taken is an error of the start', async () => {
  const metrics = createMetrics({ service: 'spool' })
  await expect(serveProbes({ host: '127.0.0.1', port: probes.port, metrics })).rejects.toMatchObject({
    code: 'EADDRINUSE',
  })
})
