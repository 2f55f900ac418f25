// test/vectors/documents/README.md: how a case of a document is read.
import { decode } from './ed25519.mjs'
import { FILE_DEPTH, readFile } from './file.mjs'
import { isSignedByRoot, keyDocumentForm } from './key-document.mjs'
import { disputeResultText, historyHolds, quoteHolds } from './preimages.mjs'
import { verifyReceipt } from './receipt.mjs'
import { Unusable, readStrictJson } from './strict-json.mjs'

/** The answer to one case; `namedKeys` is the value of keys.json. */
export function answerDocument(test, namedKeys) {
  switch (test.kind) {
    case 'keys':
      return { usable: keyDocumentForm(test.keys) && isByRoot(test) }
    case 'history':
      return { holds: historyHolds(test.events, test.history) }
    case 'quote':
      return { holds: quoteHolds(test.slug, test.quote) }
    case 'dispute_result':
      return { preimage: disputeResultText(test.slug, test.result) }
    default:
      return answerFile(test, typeof test.keys === 'string' ? namedKeys[test.keys] : test.keys)
  }
}
function isByRoot({ keys, root_key }) {
  return root_key === undefined || isSignedByRoot(keys, decode(root_key))
}
function answerFile({ file, text = JSON.stringify(file), environment, status, now }, keys) {
  try {
    const found = readFile(readStrictJson(Buffer.from(text.replace(/^\uFEFF/, '')), FILE_DEPTH), keys)
    if (found.refused) return found
    return verifyReceipt(found.receipt, keys, { now, expected: environment, status: status ?? found.status })
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    return { unusable: 'file', code: error.code }
  }
}
