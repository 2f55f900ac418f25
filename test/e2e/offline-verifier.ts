import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { ReceiptRecord } from '@outturn/contracts'
import { runCommand } from '../system/command.ts'
import type { SystemFile } from '../system/running-system.ts'
import type { Send } from './api.ts'

const verifier = join(import.meta.dirname, '../../libs/receipt-verifier/src/cli/main.ts')
const outturn = join(import.meta.dirname, '../../libs/cli/src/main.ts')

export type ReplayReport = {
  agrees: boolean
  run_digest: string | null
  steps: { name: string; status: string }[]
}

/** What is known of a bundle that was not replayed. */
const unusable: ReplayReport = { agrees: false, steps: [], run_digest: null }

/** A folder with the key document of a system: what is checked here is checked with that and nothing else. */
export interface OfflineVerifier {
  /** Exit status of the packaged verifier on a receipt, and the reasons against it; none where it judges nothing. */
  check(receipt: string): Promise<{ code: number | null; reasons: string[] }>
  replay(bundle: string): Promise<{ code: number | null; report: ReplayReport }>
  close(): void
}

export async function openOfflineVerifier(
  send: Send,
  { keys_url }: Pick<SystemFile, 'keys_url'>,
): Promise<OfflineVerifier> {
  const folder = mkdtempSync(join(tmpdir(), 'outturn-offline-'))
  const keysFile = join(folder, 'keys.json')
  writeFileSync(keysFile, (await send(new URL(keys_url).pathname)).text)

  /** Runs a command on a document, in a process that can reach nothing of the system but these two files. */
  function run(command: readonly string[], document: string, args: readonly string[] = []) {
    const file = join(folder, 'document.json')
    writeFileSync(file, document)
    return runCommand(process.execPath, [...command, file, '--keys', keysFile, '--json', ...args])
  }

  return {
    async check(receipt) {
      const { code, output } = await run([verifier], receipt, ['--environment', 'production'])
      return { code, reasons: output === '' ? [] : (JSON.parse(output) as { reasons: string[] }).reasons }
    },
    async replay(bundle) {
      const { code, output } = await run([outturn, 'replay'], bundle)
      const report = output === '' ? unusable : (JSON.parse(output) as ReplayReport)
      return { code, report }
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** The bundle of a receipt, as a party of it gets it. */
export async function bundleOf(send: Send, receiptId: string | undefined, key: string): Promise<string> {
  const { json } = await send<ReceiptRecord>(`/api/v1/receipts/${receiptId}`, { key })
  const bundle = await send(new URL(json.links.bundle ?? '').pathname, { key })
  if (bundle.status !== 200) throw new Error(`no bundle: ${bundle.status} ${bundle.text}`)
  return bundle.text
}
