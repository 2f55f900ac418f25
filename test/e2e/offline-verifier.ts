import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runOutturn } from '@outturn/cli'
import type { ReceiptRecord } from '@outturn/contracts'
import { runVerify } from '@outturn/receipt-verifier/node'
import { runCommand } from '../system/command.ts'
import type { SystemFile } from '../system/running-system.ts'
import type { Send } from './api.ts'

const verifier = join(import.meta.dirname, '../../libs/receipt-verifier/src/cli/main.ts')

export type ReplayReport = {
  agrees: boolean
  run_digest: string | null
  steps: { name: string; status: string }[]
}

/** What is known of a bundle that was not replayed. */
const unusable: ReplayReport = { agrees: false, steps: [], run_digest: null }

/** What the verifier ended with, and the reasons against the receipt; none where it judges nothing. */
export type CheckReport = { code: number | null; reasons: string[] }

/** A folder with the key document of a system: what is checked here is checked with that and nothing else. */
export interface OfflineVerifier {
  /** The packaged verifier on a receipt. */
  check(receipt: string): CheckReport
  /** The same in a process of its own, which can reach nothing of the system but the two files. */
  checkAlone(receipt: string): Promise<CheckReport>
  replay(bundle: string): Promise<{ code: number; report: ReplayReport }>
  close(): void
}

export async function openOfflineVerifier(
  send: Send,
  { keys_url }: Pick<SystemFile, 'keys_url'>,
): Promise<OfflineVerifier> {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-offline-'))
  const keysFile = join(folder, 'keys.json')
  writeFileSync(keysFile, (await send(new URL(keys_url).pathname)).text)

  /** What a command is told to check a document. */
  function wordsFor(document: string, more: readonly string[] = []): string[] {
    const file = join(folder, 'document.json')
    writeFileSync(file, document)
    return [file, '--keys', keysFile, '--json', ...more]
  }

  const inProduction = ['--environment', 'production']
  return {
    check(receipt) {
      const output = heardOutput()
      const code = runVerify(wordsFor(receipt, inProduction), output)
      return { code, reasons: reasonsIn(output.text()) }
    },
    async checkAlone(receipt) {
      const { code, output } = await runCommand(process.execPath, [
        verifier,
        ...wordsFor(receipt, inProduction),
      ])
      return { code, reasons: reasonsIn(output) }
    },
    async replay(bundle) {
      const output = heardOutput()
      const code = await runOutturn(['replay', ...wordsFor(bundle)], output)
      const report = output.text() === '' ? unusable : (JSON.parse(output.text()) as ReplayReport)
      return { code, report }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** Keeps what a command prints; what it complains of is not asked for. */
function heardOutput() {
  const lines: string[] = []
  return { print: (line: string) => lines.push(line), complain: () => {}, text: () => lines.join('\n') }
}

function reasonsIn(output: string): string[] {
  return output === '' ? [] : (JSON.parse(output) as { reasons: string[] }).reasons
}

/** The bundle of a receipt, as a party of it gets it. */
export async function bundleOf(send: Send, receiptId: string | undefined, key: string): Promise<string> {
  const { json } = await send<ReceiptRecord>(`/api/v1/receipts/${receiptId}`, { key })
  const bundle = await send(new URL(json.links.bundle ?? '').pathname, { key })
  if (bundle.status !== 200) throw new Error(`no bundle: ${bundle.status} ${bundle.text}`)
  return bundle.text
}
