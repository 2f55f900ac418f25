import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type CryptoSuite, parseStrictJson, portableSuite } from '@outturn/canonical'
import { nodeSuite } from '@outturn/canonical/node'
import { parseKeyDocument, verifyOutcomeReceipt } from '@outturn/receipt-verifier'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import type { VerifierResult } from '../report/result.ts'
import { rounded } from '../statistics.ts'

const run = promisify(execFile)
const python = join(import.meta.dirname, '../../../libs/receipt-verifier-python/src')

/** How often a second each of the verifiers verifies this receipt, on one core. */
export async function measureVerifiers(
  receipt: string,
  keys: string,
  durationMs: number,
): Promise<VerifierResult[]> {
  const { pure, native } = await inPython(receipt, keys, durationMs)
  const measured = [
    { verifier: 'TypeScript, node:crypto', per_second: perSecond(receipt, keys, nodeSuite, durationMs) },
    { verifier: 'TypeScript, noble', per_second: perSecond(receipt, keys, portableSuite, durationMs) },
    { verifier: 'Python, cryptography', per_second: native },
    { verifier: 'Python, plain integers', per_second: pure },
  ]
  return measured.map(({ verifier, per_second }) => ({
    verifier,
    per_second: per_second === null ? null : rounded(per_second),
  }))
}

function perSecond(receiptText: string, keysText: string, suite: CryptoSuite, durationMs: number): number {
  const receipt = parseStrictJson(receiptText)
  const trustSet = parseKeyDocument(parseStrictJson(keysText))
  const startedAt = performance.now()
  for (let verified = 1; ; verified += 1) {
    if (!verifyOutcomeReceipt(receipt, { trustSet, suite }).valid) throw new Error('the receipt is not valid')
    const elapsedMs = performance.now() - startedAt
    if (elapsedMs >= durationMs) return (verified * 1_000) / elapsedMs
  }
}

type PythonRates = { readonly pure: number | null; readonly native: number | null }

/** Null where there is no Python, or no `cryptography` in it. */
async function inPython(receipt: string, keys: string, durationMs: number): Promise<PythonRates> {
  const folder = await mkdtemp(join(tmpdir(), 'outturn-bench-'))
  try {
    const files = { receipt: join(folder, 'receipt.json'), keys: join(folder, 'keys.json') }
    await Promise.all([writeFile(files.receipt, receipt), writeFile(files.keys, keys)])
    const script = join(import.meta.dirname, 'verify.py')
    const args = [script, files.receipt, files.keys, String(durationMs / 1_000)]
    const { stdout } = await run('python3', args, { env: { ...process.env, PYTHONPATH: python } })
    return JSON.parse(stdout) as PythonRates
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return { pure: null, native: null }
    throw error
  } finally {
    await rm(folder, { recursive: true })
  }
}
