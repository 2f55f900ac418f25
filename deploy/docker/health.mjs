// Ends with 0 when the address answers 200: `node health.mjs http://127.0.0.1:9090/readyz`.
const [address = ''] = process.argv.slice(2)
try {
  const { ok } = await fetch(address, { signal: AbortSignal.timeout(2_500) })
  process.exitCode = ok ? 0 : 1
} catch {
  process.exitCode = 1
}
