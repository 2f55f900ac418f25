import {
  type Attributes,
  type Context,
  context,
  type Link,
  propagation,
  type SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'

/** W3C headers of a span: `traceparent` and, where there is one, `tracestate`. Empty when nothing is traced. */
export type TraceContext = Readonly<Record<string, string>>

const tracer = trace.getTracer('@outturn/messaging')

export const traceHeaders = ['traceparent', 'tracestate'] as const

/** The active span as headers, to store beside an event or send with a message. */
export function activeTraceContext(): TraceContext {
  const carrier: Record<string, string> = {}
  propagation.inject(context.active(), carrier)
  return carrier
}

export type SpanOptions = {
  name: string
  kind: SpanKind
  attributes: Attributes
  /** Span that sent the message. A first delivery continues it; a later one is a trace of its own that links to it. */
  sender?: { traceContext: TraceContext; isRedelivery: boolean }
}

/** Runs `work` inside a span that ends, with its error if it throws, when `work` does. */
export function inSpan<Result>(options: SpanOptions, work: () => Promise<Result>): Promise<Result> {
  const { parent, links } = relation(options.sender)
  const { name, kind, attributes } = options
  return tracer.startActiveSpan(name, { kind, attributes, links }, parent, async (span) => {
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

function relation(sender: SpanOptions['sender']): { parent: Context; links: Link[] } {
  const active = context.active()
  if (sender?.traceContext['traceparent'] === undefined) return { parent: active, links: [] }
  const extracted = propagation.extract(active, sender.traceContext)
  if (!sender.isRedelivery) return { parent: extracted, links: [] }
  const linked = trace.getSpanContext(extracted)
  return { parent: active, links: linked === undefined ? [] : [{ context: linked }] }
}
