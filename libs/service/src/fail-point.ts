import { readFileSync, unlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The recorded steps of one-call verification and of what it sets off, each by the process that takes it. */
export const failPoints = [
  'gateway.before-command',
  'billing.before-reserve',
  'billing.after-reserve',
  'spool.before-reserve',
  'spool.after-reserve',
  'spool.after-agree',
  'spool.after-enqueue',
  'verification.before-record',
  'verification.after-record',
  'spool.after-run',
  'signing.before-record',
  'signing.after-record',
  'signing.after-place',
  'signing.before-checkpoint',
  'spool.after-receipt',
  'spool.after-conclude',
  'spool.before-reply',
  'gateway.before-answer',
  'billing.before-post',
  'billing.after-post',
] as const

/** Those of a call that is paid for by itself, beside the ones of its verification. */
export const paymentFailPoints = [
  'billing.after-claim',
  'billing.after-work',
  'billing.before-settle',
  'billing.after-settle',
  'billing.after-settled',
] as const

/** Those of the two commands by which the sandbox makes a Spool of a text. */
export const sandboxFailPoints = [
  'gateway.before-reading',
  'gateway.after-reading',
  'gateway.before-making',
  'gateway.after-making',
] as const

/** Those of facts that are fetched, of a match of claims, of timers, and of the decisions on reviews and disputes. */
export const caseworkFailPoints = [
  'verification.after-page',
  'verification.before-sync-end',
  'verification.after-match',
  'spool.after-match',
  'spool.before-expiry',
  'spool.after-expiry',
  'spool.after-review-decision',
  'spool.after-review-run',
  'spool.after-dispute-run',
] as const

export type FailPoint =
  | (typeof failPoints)[number]
  | (typeof paymentFailPoints)[number]
  | (typeof sandboxFailPoints)[number]
  | (typeof caseworkFailPoints)[number]

let folder: string | undefined

/** Lets the files of a folder end this process at its fail points; only a test deployment has such a folder. */
export function armFailPoints(path: string): void {
  folder = path
}

/**
 * Ends the process here as SIGKILL does, if a test has put a file of this name into the folder of fail points. A number in the file
 * says which pass ends it: of what travels together, a later part. The file is used up, so that the process that takes its place
 * passes.
 */
export function failPoint(name: FailPoint): void {
  if (folder === undefined) return
  const file = join(folder, name)
  try {
    const pass = Number(readFileSync(file, 'utf8'))
    if (pass > 1) return writeFileSync(file, String(pass - 1))
    unlinkSync(file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return
    throw error
  }
  process.kill(process.pid, 'SIGKILL')
}
