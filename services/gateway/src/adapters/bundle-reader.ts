import { extname } from 'node:path'
import { createWorkerPool, endOfThread } from '@outturn/concurrency/worker-pool'
import { overloaded } from '@outturn/contracts'
import * as inline from './bundle-worker.ts'
import type { BundledReceipt, MemberDigests } from './bundle-worker.ts'

/** Reads what bundles are made of, outside of the event loop where it is long. `until` is when its caller stops waiting, epoch ms. */
export type BundleReader = {
  readRecord(text: Uint8Array, until: number): Promise<BundledReceipt>
  digestMembers(text: Uint8Array, until: number): Promise<MemberDigests>
  stop(): Promise<void>
}

/** What a thread runs. */
const apart = { readRecordApart: inline.readRecordApart, digestMembers: inline.digestMembers }

/** A longer text takes more than some milliseconds. The longest receipt has 28 MB. */
const longBytes = 65_536

/** Ample for the longest receipt. */
const memoryMb = 1_024

// The worker keeps the extension of this file: .ts in the sources, .mjs or .js once compiled.
const workerFile = new URL(`./bundle-worker${extname(import.meta.url)}`, import.meta.url).href

/** One thread, so that the bundles that are made at once are as few. */
export function createBundleReader(): BundleReader {
  const pool = createWorkerPool({ module: workerFile, threads: 1, memoryMb })

  async function inThread(name: keyof typeof apart, text: Uint8Array, until: number): Promise<unknown> {
    const leftMs = until - Date.now()
    const signal = leftMs > 0 ? AbortSignal.timeout(leftMs) : AbortSignal.abort()
    try {
      return await pool.permits.run(() => pool.run(name, text, { signal }), { signal })
    } catch (error) {
      if (endOfThread(error) !== 'time' && (error as Error).name !== 'TimeoutError') throw error
      throw overloaded('The bundle was not made in time.')
    }
  }

  return {
    async readRecord(text, until) {
      if (text.byteLength <= longBytes) return inline.readRecord(text)
      return (await inThread('readRecordApart', text, until)) as BundledReceipt
    },
    async digestMembers(text, until) {
      if (text.byteLength <= longBytes) return inline.digestMembers(text)
      return (await inThread('digestMembers', text, until)) as MemberDigests
    },
    stop: () => pool.destroy(),
  }
}
