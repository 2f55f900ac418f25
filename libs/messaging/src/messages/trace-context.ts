import type * as opentelemetry from '@opentelemetry/api'
import type { Attributes, Context, Link, SpanKind } from '@opentelemetry/api'

/** W3C headers of a span: `traceparent` and, where there is one, `tracestate`. Empty when nothing is traced. */
export type TraceContext = Readonly<Record<string, string>>

type Api = typeof opentelemetry

export const traceHeaders = ['traceparent', 'tracestate'] as const

/** Absent until spans are recorded: a process without traces does not load what it takes to make them. */
let api: Api | undefined

/** From here on messages are traced, by whatever is registered with OpenTelemetry. */
export async function traceMessages(): Promise<void> {
  api = await import('@opentelemetry/api')
}

/** The active span as headers, to store beside an event or send with a message. */
export function activeTraceContext(): TraceContext {
  const carrier: Record<string, string> = {}
  api?.propagation.inject(api.context.active(), carrier)
  return carrier
}

/** The ids of the active span, or nothing outside of one. */
export function activeTraceIds(): { traceId?: string; spanId?: string } {
  const span = api?.trace.getActiveSpan()?.spanContext()
  return span === undefined ? {} : { traceId: span.traceId, spanId: span.spanId }
}

export type SpanOptions = {
  name: string
  kind: Exclude<keyof typeof SpanKind, 'INTERNAL'>
  attributes: Attributes
  /** Span that sent the message. A first delivery continues it; a later one is a trace of its own that links to it. */
  sender?: { traceContext: TraceContext; isRedelivery: boolean }
}

/** Runs `work` inside a span that ends, with its error if it throws, when `work` does. */
export async function inSpan<Result>(options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  if (api === undefined) return work()
  const { SpanKind, SpanStatusCode, trace } = api
  const { parent, links } = relation(api, options.sender)
  const { name, kind, attributes } = options
  const tracer = trace.getTracer('@outturn/messaging')
  return tracer.startActiveSpan(name, { kind: SpanKind[kind], attributes, links }, parent, async (span) => {
    try {
      return await work()
    } catch (error) {
      span.recordException(error as Error)
      span.setStatus({ code: SpanStatusCode.ERROR })
      throw error
    } finally {
      span.end()
    }
  })
}

function relation(
  { context, propagation, trace }: Api,
  sender: SpanOptions['sender'],
): { parent: Context; links: Link[] } {
  const active = context.active()
  if (sender?.traceContext['traceparent'] === undefined) return { parent: active, links: [] }
  const extracted = propagation.extract(active, sender.traceContext)
  if (!sender.isRedelivery) return { parent: extracted, links: [] }
  const linked = trace.getSpanContext(extracted)
  return { parent: active, links: linked === undefined ? [] : [{ context: linked }] }
}
