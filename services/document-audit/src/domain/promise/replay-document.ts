import { canonicalJson, digestOf } from '@outturn/canonical'
import type { AuditDocument, DocumentOptions } from '../document.ts'
import { replayEngineVersion, replayPromise } from './replay-promise.ts'
import type { ReplayRequest } from './replay-request.ts'

/** The published result of a replay as JSON text: equal requests give equal bytes, apart from the id. */
export function replayDocument(
  request: ReplayRequest,
  { auditId, slug, sha256 }: DocumentOptions,
): AuditDocument {
  const digest = (text: string) => `sha256:${digestOf(text, sha256)}`
  const result = replayPromise(request)
  const inputDigest = digest(canonicalJson(request))
  const text = canonicalJson({
    schema: `${slug}/promise-replay@1`,
    engine_version: replayEngineVersion,
    input_digest: inputDigest,
    ...result,
  })
  const resultDigest = digest(text)
  return {
    text: `{"audit_id":${JSON.stringify(auditId)},"result_digest":"${resultDigest}",${text.slice(1)}`,
    summary: {
      inputs: { input_digest: inputDigest },
      resultDigest,
      currency: null,
      totals: result.totals,
      engineVersion: replayEngineVersion,
    },
  }
}
