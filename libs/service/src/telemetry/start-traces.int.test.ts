import { readSettlementCapabilities } from '@outturn/contracts'
import { connectBus } from '@outturn/messaging'
import { migrate } from '@outturn/postgres'
import { testDatabase, testNats } from '@outturn/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createLog } from './log.ts'
import { type Child, startChild } from '../testing/child-process.ts'
import { otlpReceiver } from '../testing/otlp-receiver.ts'

const [database, nats, receiver] = await Promise.all([testDatabase(), testNats(), otlpReceiver()])
let child: Child

/** One request over HTTP and one over the bus; the stop sends what was recorded. */
beforeAll(async () => {
  await migrate({
    connectionString: database.urlOf('outturn_settlement_owner'),
    schema: 'settlement',
    runtimeRole: 'outturn_settlement',
  })
  child = startChild([], {
    ENVIRONMENTS: 'production',
    NATS_URL: nats.url,
    DATABASE_URL: database.urlOf('outturn_settlement'),
    OUTTURN_NATS_PASSWORD: 'long enough',
    OUTTURN_INTERNAL_PORT: '0',
    OTEL_EXPORTER_OTLP_ENDPOINT: receiver.url,
  })
  const [{ port }, { internalPort }] = await Promise.all([
    child.logged('front started'),
    child.logged('started'),
  ])
  await fetch(`http://127.0.0.1:${String(port)}/hello`)
  await fetch(`http://127.0.0.1:${String(internalPort)}/readyz`)
  const log = createLog('test', { level: 'silent' })
  const operator = await connectBus({
    servers: nats.url,
    name: 'test',
    environment: 'production',
    service: 'operator',
    log,
  })
  const principal = { kind: 'operator', name: 'test' } as const
  const deadline = Date.now() + 50_000
  await operator.request(readSettlementCapabilities, {}, { principal, requestId: 'req_test', deadline })
  await operator.drain()
  child.process.kill('SIGTERM')
  await child.succeeded()
})
afterAll(async () => {
  child.process.kill('SIGKILL')
  await Promise.all([database.drop(), nats.stop(), receiver.close()])
})

const kinds = { server: 2, client: 3 }

test('an HTTP request and the query it causes are one trace', () => {
  const served = receiver.spans.find(({ kind, name }) => kind === kinds.server && name === 'GET')
  const query = receiver.spans.find(({ parentSpanId }) => parentSpanId === served?.spanId)
  expect(served).toMatchObject({ service: 'outturn-settlement' })
  expect(query?.name).toMatch(/pg/)
  expect(query?.traceId).toBe(served?.traceId)
})

test('a command of the bus and the query it causes are one trace', () => {
  const answered = receiver.spans.find(({ name }) => name === 'answer settlement.read-capabilities')
  const ids = receiver.spans
    .filter(({ traceId }) => traceId === answered?.traceId)
    .map(({ spanId }) => spanId)
  const query = receiver.spans.find(
    ({ name, parentSpanId = '' }) => name.includes('pg') && ids.includes(parentSpanId),
  )
  expect(answered?.kind).toBe(kinds.server)
  expect(query?.kind).toBe(kinds.client)
})

test('probes are not traced', () => {
  expect(receiver.spans.filter(({ kind, name }) => kind === kinds.server && name === 'GET')).toHaveLength(1)
})

test('a log line inside a traced command carries the ids of its trace', () => {
  const answered = receiver.spans.find(({ name }) => name === 'answer settlement.read-capabilities')
  expect(child.lines.find(({ msg }) => msg === 'taken')).toMatchObject({ traceId: answered?.traceId })
})
