import { context, propagation, SpanStatusCode, trace } from '@opentelemetry/api'
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import {
  InMemorySpanExporter,
  type ReadableSpan,
  SimpleSpanProcessor,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { activeTraceContext, inSpan, traceMessages, type TraceContext } from './trace-context.ts'

const exporter = new InMemorySpanExporter()
const attributes = {}

beforeAll(async () => {
  context.setGlobalContextManager(new AsyncLocalStorageContextManager().enable())
  propagation.setGlobalPropagator(new W3CTraceContextPropagator())
  trace.setGlobalTracerProvider(
    new TracerProvider({ spanProcessors: [new SimpleSpanProcessor({ exporter })] }),
  )
  await traceMessages()
})
afterAll(() => {
  trace.disable()
  propagation.disable()
  context.disable()
})
beforeEach(() => exporter.reset())

/** What a sender would put in the headers of a message. */
function sent(): Promise<TraceContext> {
  return inSpan({ name: 'send', kind: 'CLIENT', attributes }, async () => activeTraceContext())
}

function receive(traceContext: TraceContext, isRedelivery: boolean): Promise<void> {
  return inSpan(
    { name: 'process', kind: 'CONSUMER', attributes, sender: { traceContext, isRedelivery } },
    async () => {},
  )
}

function twoSpans(): [ReadableSpan, ReadableSpan] {
  const [first, second, ...others] = exporter.getFinishedSpans()
  if (first === undefined || second === undefined || others.length > 0) throw new Error('not two spans')
  return [first, second]
}

test('outside a span there is nothing to send', () => {
  expect(activeTraceContext()).toEqual({})
})

test('a first delivery continues the trace of its sender', async () => {
  await receive(await sent(), false)
  const [sender, receiver] = twoSpans()
  expect(receiver.spanContext().traceId).toBe(sender.spanContext().traceId)
  expect(receiver.parentSpanContext?.spanId).toBe(sender.spanContext().spanId)
})

test('a redelivery is a trace of its own that links to its sender', async () => {
  await receive(await sent(), true)
  const [sender, receiver] = twoSpans()
  expect(receiver.parentSpanContext).toBeUndefined()
  expect(receiver.links.map((link) => link.context.spanId)).toEqual([sender.spanContext().spanId])
})

test('a span ends with the error of its work', async () => {
  const failing = inSpan({ name: 'send', kind: 'CLIENT', attributes }, () => Promise.reject(new Error('no')))
  await expect(failing).rejects.toThrow('no')
  expect(exporter.getFinishedSpans()).toMatchObject([{ status: { code: SpanStatusCode.ERROR } }])
})
