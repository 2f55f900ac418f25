import type { Spool } from '@outturn/sdk'
import { isCsv, isRowsOfJson } from '@outturn/checkers'
import { evidenceTypes } from '@outturn/vocabulary'
import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import { type DeliveryFile, readDeliveryFile } from '../deliver/delivery-file.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus, UnusableInput } from '../output.ts'
import { printAnswer } from '../print-answer.ts'
import { shown } from '../terminal/shown.ts'
import { assertSandboxParty } from './sandbox-party.ts'
import { conditionLine } from './spool-lines.ts'

export interface EvidenceOptions extends ConnectionOptions {
  readonly condition?: readonly string[]
  /** Form of the file. */
  readonly type?: string
  readonly kind?: string
  /** Party that the sandbox session acts as. */
  readonly as?: string
  readonly sheet?: string
  readonly source?: string
  readonly onBehalfOf?: string
}

/** Submits a file, or the address of one, as evidence for a condition. */
export async function runSubmitEvidence(
  id: string,
  file: string,
  options: EvidenceOptions,
  host: Host,
): Promise<ExitStatus> {
  const content = /^https?:\/\//.test(file) ? null : await readDeliveryFile(file, options.type, host)
  assertSandboxParty(options)
  const { client } = openClient(options, host)
  const { signal } = host
  const conditions = options.condition ?? [onlyCondition(await client.spools.get(id, { signal }))]
  let spool: Spool | undefined
  for (const condition_id of conditions) {
    const body = { condition_id, ...itemOf(file, content, options) }
    spool = await (options.sandbox
      ? client.sandbox.spools.submitEvidence(id, body, { actAsParty: options.as, signal })
      : client.spools.submitEvidence(id, body, { signal }))
  }
  const last = spool as Spool
  printAnswer(host, options, last, () => [
    `Submitted ${shown(content?.name ?? file)} to ${id}; it is ${last.status.fulfillment}.`,
    `Next: ${shown(last.next_step.reason)} (${last.next_step.actor})`,
  ])
  return exitStatus.agrees
}

/** The condition that evidence is for where none is named: the only one. */
function onlyCondition({ conditions }: Spool): string {
  const [first, ...others] = conditions
  if (first !== undefined && others.length === 0) return first.id
  throw new UnusableInput(
    ['Name the condition that the evidence is for with --condition:', ...conditions.map(conditionLine)].join(
      '\n',
    ),
  )
}

const textMedia = /^text\/|json\b/

function itemOf(
  file: string,
  content: DeliveryFile | null,
  { kind, sheet, source, onBehalfOf }: EvidenceOptions,
) {
  const metadata = content === null ? { url: file } : metadataOf(content, sheet)
  return {
    type: kind === undefined ? (content === null ? 'url' : kindOf(content)) : evidenceType(kind),
    source: source ?? content?.name ?? file,
    metadata,
    ...(onBehalfOf !== undefined && { on_behalf_of: onBehalfOf }),
  }
}

type EvidenceType = (typeof evidenceTypes)[number]

function evidenceType(kind: string): EvidenceType {
  const known = evidenceTypes.find((each) => each === kind)
  if (known !== undefined) return known
  throw new UnusableInput(`--kind ${kind} is no type of evidence: it is one of ${evidenceTypes.join(', ')}.`)
}

/** A table is a dataset, which the service reads; a text is a text, and everything else a file. */
function kindOf({ mediaType }: DeliveryFile): EvidenceType {
  if (isCsv(mediaType) || isRowsOfJson(mediaType) || mediaType.includes('spreadsheet')) return 'dataset'
  return mediaType === 'text/plain' ? 'text' : 'file'
}

function metadataOf({ mediaType, bytes }: DeliveryFile, sheet: string | undefined) {
  const named = { media_type: mediaType, ...(sheet !== undefined && { sheet }) }
  const text = textMedia.test(mediaType) ? textOf(bytes) : null
  return text === null
    ? { content_base64: Buffer.from(bytes).toString('base64'), ...named }
    : { text, ...named }
}

/** The text of a file; null where its bytes are no UTF-8, so that the service judges them as they are. */
function textOf(bytes: Uint8Array): string | null {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch {
    return null
  }
}
