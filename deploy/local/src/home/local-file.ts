import type { Environment } from '@outturn/vocabulary'
import { replaceFile } from '@outturn/whole-files'
import type { Home } from './home.ts'

/** What local.json tells scripts about the running system. It holds a key: only its owner may read it. */
export interface LocalFile {
  base_url: string
  api_key: string
  account_id: string
  /** Opens the console as the first account, once within 15 minutes. */
  sign_in_url: string
  keys_url: string
  /** Metrics address by process. */
  metrics: Record<string, string>
  /** Process ids: each service, and `postgres`, `nats` and `supervisor` where this system runs them. */
  pids: Record<string, number>
  nats_url: string
  /** Statistics of the nats-server where this system runs it. */
  nats_monitor_url?: string
  /** Superuser connection to the system's database is in this file. */
  database_url_file: string
  /** Where calls are paid for, where this system takes payments. */
  payments?: {
    rpc_url: string
    facilitator_url: string
    /** Settings of a payer with money of tests, for `outturn pay`. */
    payer_file: string
  }
  /** Where wallets and cards settle, where this system runs a chain and a processor for them. */
  settlement?: { rpc_url: string; processor_url: string; processor_key: string }
  operator: { nats_url: string; password_files: Record<Environment, string>; signing_keys_dir: string }
}

/** Writes the file, and a copy where a script waits for it. */
export async function writeLocalFile(home: Home, content: LocalFile, readyFile?: string): Promise<void> {
  const text = `${JSON.stringify(content, undefined, 2)}\n`
  await replaceFile(home.localFile, text)
  if (readyFile !== undefined) await replaceFile(readyFile, text)
}
