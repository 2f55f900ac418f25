import { StrictJsonError, fromBase64Url, parseStrictJson } from '@outturn/canonical'
import { nodeSuite } from '@outturn/canonical/node'
import { bundleProblem } from '../../bundle/bundle-manifest.ts'
import { MAX_BUNDLE_DEPTH, readReplayBundle } from '../../bundle/replay-bundle.ts'
import { fileText } from '../../envelope/file-text.ts'
import { readReceiptEnvelope } from '../../envelope/receipt-envelope.ts'
import { historyProblem } from '../../history/verify-history.ts'
import { KeyDocumentError, parseKeyDocument } from '../../keys/trust-set.ts'
import { disputeResultPreimage, type SignedDisputeResult } from '../../preimages/dispute-result-preimage.ts'
import { quoteProblem } from '../../preimages/quote-preimage.ts'
import { verifyOutcomeReceipt } from '../../receipt/verify-outcome-receipt.ts'
import type { Answer } from '../../self-test/answer-question.ts'
import type { DocumentCase, FileCase, HistoryCase, QuoteCase, RootKeyCase } from './document-case.ts'

type Named = Readonly<Record<string, object>>

/** What the verifier of this package says of a document. */
export function documentAnswer(one: DocumentCase, namedKeys: Named): Answer {
  switch (one.kind) {
    case 'keys':
      return { usable: isUsable(one) }
    case 'history':
      return { holds: isWhole(one) }
    case 'quote':
      return { holds: isOfItsMembers(one) }
    case 'dispute_result':
      return { preimage: disputeResultPreimage(one.slug, one.result as SignedDisputeResult) }
    case 'file':
      return ofFile(one, namedKeys)
    default:
      return one satisfies never
  }
}

function isUsable({ keys, root_key }: RootKeyCase): boolean {
  const rootKey = root_key === undefined ? undefined : fromBase64Url(root_key)
  try {
    parseKeyDocument(keys, { ...(rootKey && { rootKey }), suite: nodeSuite })
    return true
  } catch (error) {
    if (error instanceof KeyDocumentError) return false
    throw error
  }
}

function isWhole({ events, history }: HistoryCase): boolean {
  return historyProblem(events, history, nodeSuite.sha256) === undefined
}

function isOfItsMembers({ slug, quote }: QuoteCase): boolean {
  return quoteProblem(slug, quote, nodeSuite.sha256) === undefined
}

function ofFile({ file, text, keys, environment, status, now }: FileCase, namedKeys: Named): Answer {
  const trustSet = parseKeyDocument(typeof keys === 'string' ? namedKeys[keys] : keys)
  const document = readDocument(text ?? JSON.stringify(file))
  if ('code' in document) return { unusable: 'file', code: document.code }
  const found = readReceiptEnvelope(document.value)
  if ('problem' in found) return { refused: 'envelope' }
  if (found.bundle !== undefined) {
    const isBundle = 'bundle' in readReplayBundle(found.bundle)
    const problem = isBundle ? bundleProblem(found.bundle, trustSet, nodeSuite) : 'it is none'
    if (problem !== undefined) return { refused: 'bundle' }
  }
  const { checks: _, ...verdict } = verifyOutcomeReceipt(found.receipt, {
    trustSet,
    now: new Date(now),
    suite: nodeSuite,
    ...(environment !== undefined && { environment }),
    status: status ?? found.status,
  })
  return verdict
}

function readDocument(text: string): { readonly value: unknown } | { readonly code: string } {
  try {
    const found = fileText(Buffer.from(text))
    if ('problem' in found) throw new Error(found.problem)
    return { value: parseStrictJson(found.bytes, { maxDepth: MAX_BUNDLE_DEPTH }) }
  } catch (error) {
    if (error instanceof StrictJsonError) return { code: error.code }
    throw error
  }
}
