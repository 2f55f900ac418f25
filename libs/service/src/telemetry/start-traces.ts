import { traceMessages } from '@outturn/messaging'
import { createRequire, syncBuiltinESMExports } from 'node:module'

/**
 * Records traces of HTTP and Postgres when a collector is configured; messaging makes the spans of the bus. Without one
 * nothing of the SDK is loaded. Returns how to send the spans still held and end the recording.
 */
export async function startTraces(
  service: string,
  collectorUrl: string | undefined,
): Promise<() => Promise<void>> {
  if (collectorUrl === undefined) return async () => {}
  const [{ NodeSDK }, { OTLPTraceExporter }, { HttpInstrumentation }, { PgInstrumentation }] =
    await Promise.all([
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-pg'),
    ])
  const sdk = new NodeSDK({
    serviceName: process.env['OTEL_SERVICE_NAME'] || `outturn-${service}`,
    traceExporter: new OTLPTraceExporter(),
    metricReaders: [],
    logRecordProcessors: [],
    instrumentations: [
      new HttpInstrumentation({
        ignoreIncomingRequestHook: (request) =>
          /^\/(livez|readyz|startupz|metrics)\b/.test(request.url ?? ''),
      }),
      // Statement texts are fixed and carry no values; parameters are never recorded.
      new PgInstrumentation({ enhancedDatabaseReporting: false, requireParentSpan: true }),
    ],
  })
  sdk.start()
  await traceMessages()
  // The instrumentation sees `require` only. It changes the modules in place, so a module that is already loaded is traced too.
  const own = createRequire(import.meta.url)
  own('node:http')
  const postgres = createRequire(own.resolve('@outturn/postgres'))
  postgres('pg')
  createRequire(postgres.resolve('pg'))('pg-pool')
  syncBuiltinESMExports()
  return () => sdk.shutdown()
}
