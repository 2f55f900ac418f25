import { readJson } from '@outturn/canonical'
import { EvidenceRequest, listItems, type PassedText } from '@outturn/contracts'

/** The items that are sent along with a dry run, each read when it is asked for: together they may be megabytes. */
export function* sentEvidence(list: PassedText | undefined): Generator<EvidenceRequest> {
  if (list === undefined) return
  for (const item of listItems(list.bytes))
    yield EvidenceRequest.parse(readJson(Buffer.from(item).toString()))
}
