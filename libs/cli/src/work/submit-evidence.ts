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
import { assertSandboxParty } from '../spool/sandbox-party.ts'
import { type EvidencePlace, evidencePlace } from './evidence-place.ts'
import { nextLines, quoted } from '../spool/next-lines.ts'

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
  const item = itemOf(file, content, options)
  const name = content?.name ?? file
  const { condition: conditions, source, onBehalfOf, sandbox } = options
  // A sandbox session plays both parties, and delivers as the seller where none is named.
  const as = sandbox ? (options.as ?? 'seller') : undefined
  const submitted = { name, type: item.type, conditions, source, onBehalfOf, as }
  const place = evidencePlace(await client.spools.get(id, { signal }), submitted)
  let spool: Spool | undefined
  for (const condition_id of place.conditions) {
    const body = { condition_id, source: place.source, ...item }
    spool = await (options.sandbox
      ? client.sandbox.spools.submitEvidence(id, body, { actAsParty: options.as, signal })
      : client.spools.submitEvidence(id, body, { signal }))
  }
  const last = spool as Spool
  printAnswer(host, options, last, () => [...placeLines(name, id, place), ...nextLines(last, options)])
  return exitStatus.agrees
}

/** What a submission did: whether the item replaced an earlier one, and which other sources are counted together with it. */
function placeLines(name: string, id: string, { source, isReplacement, others }: EvidencePlace): string[] {
  const file = shown(name)
  const kept = others.map((each) => JSON.stringify(each)).join(', ')
  return [
    isReplacement
      ? `Submitted ${file} to ${id}, in place of what was submitted as ${JSON.stringify(source)}. To have both counted, submit it with ${file === source ? 'a --source of its own' : `--source ${quoted(name)}`}.`
      : `Submitted ${file} to ${id}.`,
    ...(kept === ''
      ? []
      : [
          `It counts together with ${kept}. To replace one of them, submit the file again with its --source.`,
        ]),
  ]
}

const textMedia = /^text\/|json\b/

function itemOf(file: string, content: DeliveryFile | null, { kind, sheet, onBehalfOf }: EvidenceOptions) {
  const metadata = content === null ? { url: file } : metadataOf(content, sheet)
  return {
    type: kind === undefined ? (content === null ? 'url' : kindOf(content)) : evidenceType(kind),
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
