import { nodeSuite } from '@outturn/canonical/node'
import { existsSync } from 'node:fs'
import {
  parseKeyDocument,
  readOutcomeReceipt,
  readReceiptEnvelope,
  requireOutcome,
} from '@outturn/receipt-verifier'
import type { ConnectionOptions } from '../command.ts'
import { type Connection, openClient, openPublicClient } from '../connection/open-client.ts'
import { type Host, note } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { readReceiptFile } from '../read-file.ts'
import { keysOf } from '../service.ts'
import { assertSavable, saveFile } from '../terminal/save-file.ts'
import { shown } from '../terminal/shown.ts'
import { stylesOf } from '../terminal/styles.ts'
import { pairLines } from '../terminal/table.ts'

export interface ReceiptOptions extends ConnectionOptions {
  readonly output?: string
  readonly force?: boolean
}

/** Prints a receipt, or writes it to a file. */
export async function runGetReceipt(id: string, options: ReceiptOptions, host: Host): Promise<ExitStatus> {
  return runDownload(options, host, ({ client }) => client.receipts.get(id, { signal: host.signal }))
}

/** Prints the bundle of a receipt, or writes it to a file: what its run is replayed from. */
export async function runGetBundle(id: string, options: ReceiptOptions, host: Host): Promise<ExitStatus> {
  return runDownload(options, host, ({ client }) => client.receipts.bundle(id, { signal: host.signal }))
}

async function runDownload(
  options: ReceiptOptions,
  host: Host,
  read: (connection: Connection) => Promise<unknown>,
): Promise<ExitStatus> {
  const { output: file, force, json } = options
  if (file !== undefined) assertSavable(file, { force })
  const text = JSON.stringify(await read(openClient(options, host)), null, json ? 0 : 2)
  if (file === undefined) host.output.print(text)
  else {
    await saveFile(file, `${text}\n`, { force })
    note(host, `Written to ${file}.`)
  }
  return exitStatus.agrees
}

/** The online status of a receipt; it needs no key. */
export async function runReceiptStatus(
  id: string,
  options: ConnectionOptions,
  host: Host,
): Promise<ExitStatus> {
  const status = await openPublicClient(options, host).client.receipts.status(id, { signal: host.signal })
  printAnswer(host, options, status, () => [
    ...pairLines([
      ['Receipt', status.receipt_id],
      ['Status', status.status],
      ['State', status.state],
      ['Checked at', status.checked_at],
    ]),
    ...status.advisories.map((advisory) => `Advisory: ${shown(advisoryText(advisory))}`),
  ])
  return status.status === 'active' ? exitStatus.agrees : exitStatus.differs
}

/** The message of an advisory, or all of one that has none. */
function advisoryText(advisory: unknown): string {
  if (typeof advisory === 'string') return advisory
  const { message } = (advisory ?? {}) as { message?: unknown }
  return typeof message === 'string' ? message : JSON.stringify(advisory)
}

export interface VerifyReceiptOptions extends ConnectionOptions {
  readonly keys?: string
  readonly offline?: boolean
}

/**
 * Verifies a receipt, by its file or by its id, with the keys that the service serves or those of a file, and asks the service whether it was corrected
 * or revoked.
 */
export async function runVerifyReceipt(
  receiptOrFile: string,
  options: VerifyReceiptOptions,
  host: Host,
): Promise<ExitStatus> {
  const { keys, json } = options
  const receipt = await receiptOf(receiptOrFile, options, host)
  const { client, settings } = openPublicClient(options, host)
  const url = settings.url.value
  const trustSet =
    keys === undefined
      ? parseKeyDocument(await client.keys.read({ signal: host.signal }))
      : await keysOf(url, keys)
  const status = await client.receipts.status(receipt.id, { signal: host.signal })
  const { verdict, ...decision } = requireOutcome(
    receipt,
    {},
    {
      trustSet,
      environment: receipt.environment,
      status,
      suite: nodeSuite,
    },
  )
  const whose = keys === undefined ? `the keys that ${url} serves` : keys
  const styles = stylesOf(host.env, host.isTerminal.output)
  printAnswer(
    host,
    { json: json ?? false },
    { ...verdict, receipt_id: receipt.id, status: status.status },
    () => [
      decision.ok
        ? `${styles.good('VALID')}: ${receipt.id} (${receipt.environment}), result ${receipt.result}, by ${whose}. Status: ${status.status}.`
        : `${styles.bad('INVALID')}: ${receipt.id}, by ${whose}: ${verdict.valid ? '' : verdict.reasons.join(', ')}.`,
    ],
  )
  return decision.ok ? exitStatus.agrees : exitStatus.differs
}

async function receiptOf(receiptOrFile: string, options: VerifyReceiptOptions, host: Host) {
  if (!/^ocr_[0-9a-f]{24}$/.test(receiptOrFile) || existsSync(receiptOrFile))
    return readReceiptFile(receiptOrFile)
  const { client } = openClient(options, host)
  const found = readReceiptEnvelope(await client.receipts.get(receiptOrFile, { signal: host.signal }))
  const reading = 'problem' in found ? found : readOutcomeReceipt(found.receipt)
  if ('problem' in reading)
    throw new UnusableInput(`The service has no readable receipt ${receiptOrFile}: ${reading.problem}.`)
  return reading.receipt
}
