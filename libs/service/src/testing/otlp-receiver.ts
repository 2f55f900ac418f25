import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export type ReceivedSpan = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  kind: number
  service: string
}

type Attribute = { key: string; value: { stringValue?: string } }
type Export = {
  resourceSpans: {
    resource: { attributes: Attribute[] }
    scopeSpans: { spans: Omit<ReceivedSpan, 'service'>[] }[]
  }[]
}

/** A collector of traces over OTLP/HTTP with JSON. */
export async function otlpReceiver(): Promise<{
  url: string
  spans: ReceivedSpan[]
  close(): Promise<void>
}> {
  const spans: ReceivedSpan[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      if (request.url === '/v1/traces')
        spans.push(...spansOf(JSON.parse(Buffer.concat(chunks).toString()) as Export))
      response.setHeader('content-type', 'application/json').end('{}')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

function spansOf({ resourceSpans }: Export): ReceivedSpan[] {
  return resourceSpans.flatMap(({ resource, scopeSpans }) => {
    const name = resource.attributes.find(({ key }) => key === 'service.name')?.value.stringValue ?? ''
    return scopeSpans.flatMap((scope) => scope.spans.map((span) => ({ ...span, service: name })))
  })
}
