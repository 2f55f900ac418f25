import { context, trace, TraceFlags } from '@opentelemetry/api'
import { traceMessages } from '@outturn/messaging'
import { expect, test } from 'vitest'
import { childLog, createLog, type Log } from './log.ts'
import { redactedMembers } from './redaction.ts'

function linesOf(write: (log: Log) => void): Record<string, unknown>[] {
  const lines: string[] = []
  write(createLog('spool', { level: 'debug', destination: { write: (line) => void lines.push(line) } }))
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>)
}

test('a line is one JSON object with service, level, time and message', () => {
  const [line] = linesOf((log) => log.info({ rowCount: 3 }, 'done'))
  expect(line).toMatchObject({ service: 'spool', level: 'info', rowCount: 3, msg: 'done' })
  expect(line?.['time']).toMatch(/^\d{4}-\d{2}-\d{2}T.*Z$/)
})

test('a child log names its request and Spool on every line', () => {
  const [line] = linesOf((log) =>
    childLog(log, { requestId: 'req_1', spoolId: 'spl_1', environment: 'demo' }).warn('slow'),
  )
  expect(line).toMatchObject({ requestId: 'req_1', spoolId: 'spl_1', environment: 'demo' })
})

test.each(redactedMembers)('%s is starred at any depth and in any case', (member) => {
  const [line] = linesOf((log) =>
    log.child({ [member]: 'hidden-0', a: { [member]: 'hidden-1' } }).info({
      [member]: { b: 'hidden-2' },
      c: [{ d: { e: { f: { [member.toUpperCase()]: ['hidden-3'] } } } }],
      shown: 'seen',
    }),
  )
  expect(JSON.stringify(line)).not.toContain('hidden')
  expect(line).toMatchObject({ [member]: '***', shown: 'seen' })
})

test('a member of an error is starred too', () => {
  const error = Object.assign(new Error('refused'), { config: { password: 'hidden' } })
  const [line] = linesOf((log) => log.error({ err: error }))
  expect(JSON.stringify(line)).not.toContain('hidden')
  expect(line).toMatchObject({ err: { message: 'refused', config: { password: '***' } } })
})

test.each([
  'spk_live_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6h',
  'spk_test_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4zAb3dEf6h',
  'sbx_Ab3dEf6hIj9kLm2nOp5q',
  'spg_Ab3dEf6hIj9kLm2nOp5qRs8tUv1wXy4z',
  'rvt_Ab3dEf6hIj9kLm2nOp5q',
])('a key inside a message is starred: %s', (key) => {
  const [line] = linesOf((log) => log.error({ err: new Error(`no account for ${key}`) }, `refused ${key}`))
  expect(JSON.stringify(line)).not.toContain(key)
  expect(line?.['msg']).toBe(`refused ${key.slice(0, key.lastIndexOf('_') + 1)}***`)
})

test('a signature that a message quotes is starred, and a hash stays', () => {
  const [signature, transaction] = [`0x${'aB'.repeat(65)}`, `0x${'cd'.repeat(32)}`]
  const [line] = linesOf((log) =>
    log.error(`settle failed (500): {"signature":"${signature}"} in ${transaction}`),
  )
  expect(line?.['msg']).toBe(`settle failed (500): {"signature":"0x***"} in ${transaction}`)
})

test('a password inside an address is starred, and the rest of the address stays', () => {
  const [line] = linesOf((log) => log.error('cannot reach postgres://outturn_spool:hidden@db:5432/outturn'))
  expect(line?.['msg']).toBe('cannot reach postgres://outturn_spool:***@db:5432/outturn')
})

test('objects given to the log are left as they are', () => {
  const request = { headers: { authorization: 'Bearer hidden' } }
  linesOf((log) => log.info({ request }))
  expect(request.headers.authorization).toBe('Bearer hidden')
})

test('a line inside a span carries the ids of its trace', async () => {
  await traceMessages()
  const spanContext = { traceId: '0af7651916cd43dd8448eb211c80319c', spanId: 'b7ad6b7169203331' }
  const span = trace.wrapSpanContext({ ...spanContext, traceFlags: TraceFlags.SAMPLED })
  context.setGlobalContextManager(oneContext(trace.setSpan(context.active(), span)))
  const [line] = linesOf((log) => log.info('inside'))
  context.disable()
  expect(line).toMatchObject(spanContext)
})

/** A context manager in which one context is active throughout. */
function oneContext(
  active: ReturnType<typeof context.active>,
): Parameters<typeof context.setGlobalContextManager>[0] {
  return {
    active: () => active,
    with: (_, fn, self, ...args) => fn.call(self as ThisParameterType<typeof fn>, ...args),
    bind: (_, target) => target,
    enable() {
      return this
    },
    disable() {
      return this
    },
  }
}
