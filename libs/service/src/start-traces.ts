import { readFileSync } from 'node:fs'
import { createRequire, findPackageJSON, syncBuiltinESMExports } from 'node:module'
import { pathToFileURL } from 'node:url'

/**
 * Records traces of HTTP and Postgres when `OTEL_EXPORTER_OTLP_ENDPOINT` is set; spans of the bus are made by messaging.
 *
 * `import '@outturn/service/traces'` must be the first import of `main.ts`: a library is instrumented while it is loaded, so
 * what was loaded before stays silent. Without the endpoint nothing of the SDK is loaded.
 */
export async function startTraces(serviceName: string): Promise<() => Promise<void>> {
  const [{ NodeSDK }, { OTLPTraceExporter }, { HttpInstrumentation }, { PgInstrumentation }] =
    await Promise.all([
      import('@opentelemetry/sdk-node'),
      import('@opentelemetry/exporter-trace-otlp-http'),
      import('@opentelemetry/instrumentation-http'),
      import('@opentelemetry/instrumentation-pg'),
    ])
  const sdk = new NodeSDK({
    serviceName,
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
  // The instrumentation sees `require` only. Required once, both modules are patched for everyone who imports them.
  createRequire(import.meta.url)('node:http')
  createRequire(import.meta.resolve('@outturn/postgres'))('pg')
  syncBuiltinESMExports()
  return () => sdk.shutdown()
}

/** Sends the spans still held and ends the recording; does nothing when no traces are recorded. */
export let stopTraces: () => Promise<void> = async () => {}

if (process.env['OTEL_EXPORTER_OTLP_ENDPOINT']) {
  stopTraces = await startTraces(process.env['OTEL_SERVICE_NAME'] || packageName())
}

/** Name of the package that the program belongs to: `@outturn/spool` is `outturn-spool`. */
function packageName(): string {
  const program = process.argv[1]
  const manifest = program === undefined ? undefined : findPackageJSON(pathToFileURL(program))
  if (manifest === undefined) return 'outturn'
  const { name } = JSON.parse(readFileSync(manifest, 'utf8')) as { name: string }
  return name.replace('@', '').replace('/', '-')
}
