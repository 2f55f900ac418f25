import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseStrictJson } from '@outturn/receipt-verifier'
import { runVerify } from '@outturn/receipt-verifier/node'
import { fetchKeyDocument, serviceStatus } from '@outturn/receipt-verifier/service'
import { type ActionInputs, InputError } from './action-inputs.ts'

/** What was found about one file. */
export interface FileOutcome {
  readonly file: string
  /** The receipt is valid and meets the policy. */
  readonly ok: boolean
  readonly reasons: readonly string[]
  /** What is wrong, in words. */
  readonly details: readonly string[]
  readonly receipt_id: string | null
  readonly result: string | null
  readonly earned: string | null
  readonly asset: string | null
}

/** The members of `outturn-verify --json` that are read here. */
interface Answer {
  readonly receipt_id: string | null
  readonly result: string | null
  readonly amounts: { readonly earned: string; readonly asset: string } | null
  readonly checks: readonly Check[]
  readonly policy: {
    readonly ok: boolean
    readonly reasons: readonly string[]
    readonly checks: readonly Check[]
  }
}
interface Check {
  readonly status: string
  readonly detail: string
}

/** Checks every file as `outturn-verify` does, so that the action and the command cannot differ. Writes into `folder` alone. */
export async function checkReceipts(inputs: ActionInputs, folder: string): Promise<FileOutcome[]> {
  const keysFile = inputs.keysFile ?? (await keysOfService(inputs.service ?? '', folder))
  const settings = [
    ...['--keys', keysFile, '--policy', policyFileOf(inputs, folder), '--json'],
    ...(inputs.rootKey === undefined ? [] : ['--root-key', inputs.rootKey]),
    ...(inputs.environment === undefined ? [] : ['--environment', inputs.environment]),
  ]
  const outcomes: FileOutcome[] = []
  for (const file of inputs.files) outcomes.push(await checkFile(file, settings, inputs, folder))
  return outcomes
}

async function checkFile(
  file: string,
  settings: readonly string[],
  { hasStatusCheck, service }: ActionInputs,
  folder: string,
): Promise<FileOutcome> {
  const offline = verify(file, settings)
  // The service is not asked about a receipt that no status can make good.
  const isOpen = offline.ok || offline.reasons.every((reason) => reason === 'status_required')
  if (!hasStatusCheck || service === undefined || offline.receipt_id === null || !isOpen) return offline
  const statusFile = join(folder, 'status.json')
  try {
    writeFileSync(statusFile, JSON.stringify(await serviceStatus(service)(offline.receipt_id)))
  } catch (error) {
    const detail = `The status of the receipt cannot be read: ${messageOf(error)}`
    return { ...offline, ok: false, reasons: ['status_required'], details: [detail] }
  }
  return verify(file, [...settings, '--status', statusFile])
}

function verify(file: string, settings: readonly string[]): FileOutcome {
  const printed: string[] = []
  const complaints: string[] = []
  const status = runVerify([file, ...settings], {
    print: (line) => printed.push(line),
    complain: (line) => complaints.push(line),
  })
  if (status === 2) return unusable(file, complaints.join('\n'))
  const { receipt_id, result, amounts, checks, policy } = JSON.parse(printed.join('\n')) as Answer
  const failed = [...checks, ...policy.checks].filter((check) => check.status === 'failed')
  return {
    file,
    ok: policy.ok,
    reasons: policy.reasons,
    details: failed.map(({ detail }) => detail),
    receipt_id,
    result,
    earned: amounts?.earned ?? null,
    asset: amounts?.asset ?? null,
  }
}

function unusable(file: string, detail: string): FileOutcome {
  // What is wrong with the keys or the policy is wrong for every file.
  const isOfFile = [file, `Cannot read ${file}`].some((start) => detail.startsWith(start))
  if (!isOfFile) throw new InputError(detail.split('\n\n')[0])
  return {
    file,
    ok: false,
    reasons: ['unreadable'],
    details: [detail],
    receipt_id: null,
    result: null,
    earned: null,
    asset: null,
  }
}

async function keysOfService(service: string, folder: string): Promise<string> {
  const file = join(folder, 'keys.json')
  try {
    writeFileSync(file, JSON.stringify(await fetchKeyDocument(service)))
  } catch (error) {
    throw new InputError(`The keys of ${service} cannot be read: ${messageOf(error)}`)
  }
  return file
}

/** The policy in a file. A job that asks for statuses passes no receipt without one. */
function policyFileOf({ policy, hasStatusCheck }: ActionInputs, folder: string): string {
  const isInline = policy === undefined || policy.startsWith('{')
  if (!isInline && !hasStatusCheck) return policy
  const file = join(folder, 'policy.json')
  const text = isInline ? (policy ?? '{}') : readText(policy)
  writeFileSync(file, hasStatusCheck ? withStatus(text) : text)
  return file
}

function withStatus(text: string): string {
  try {
    return JSON.stringify({ ...(parseStrictJson(text) as object), require_status: true })
  } catch (error) {
    throw new InputError(`The policy is not strict JSON: ${messageOf(error)}`)
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    throw new InputError(`The policy cannot be read: ${messageOf(error)}`)
  }
}

function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.cause instanceof Error ? `${error.message}: ${error.cause.message}` : error.message
}
