import { EvidenceId, SpoolId } from '@outturn/agreement'
import { z } from 'zod'
import { anyScope, keyAccess } from '../access.ts'
import { defineEndpoint } from '../endpoint.ts'
import { EvidenceDetail, WithdrawnEvidence } from '../http/spools/evidence.ts'
import { defineCommand, defineQuery } from '../operation.ts'
import { evidenceParams } from '../path-parameters.ts'
import { actionRefusals } from './action-target.ts'

const ofSpool = { spoolId: SpoolId, evidenceId: EvidenceId }

/** One item of a Spool, for both parties, also where the other one submitted it. */
export const readEvidence = defineQuery('spool.read-evidence', {
  input: z.strictObject(ofSpool),
  output: EvidenceDetail,
  refuses: ['not_found', 'spool_not_found', 'unauthenticated'],
  http: {
    path: '/api/v1/spools/:id/evidence/:evidence_id',
    access: keyAccess(anyScope),
    tag: 'Evidence',
    summary: 'Read an evidence item',
    description:
      'Returns what is recorded about one evidence item: type, source, time, size and digest. It costs nothing. Use download-evidence for the content itself.',
    isPrivate: true,
    params: evidenceParams,
    success: { status: 200, description: 'The evidence item. Visible only to the parties of its Spool.' },
  },
})

/** The content of one item as it was supplied: the bytes of a file, a text, or the canonical JSON of rows. */
export const readSuppliedContent = defineQuery('spool.read-supplied-content', {
  input: z.strictObject(ofSpool),
  output: z.strictObject({ mediaType: z.string(), base64: z.string(), fileName: z.string() }),
  refuses: ['not_found', 'spool_not_found', 'unauthenticated'],
  sentBy: ['gateway'],
})

export const downloadEvidence = defineEndpoint({
  operationId: 'download-evidence',
  path: `${readEvidence.http.path}/content`,
  access: keyAccess(anyScope),
  tag: 'Evidence',
  summary: 'Download the content of an evidence item',
  description:
    'Returns the bytes of an evidence item as an attachment. It costs nothing. Compare their SHA-256 with `content_digest` to see that nothing changed.',
  params: evidenceParams,
  success: {
    status: 200,
    description:
      'The content as it was submitted, as an attachment. Rows and JSON are in the canonical form that `content_digest` applies to.',
    // Of the type that it was supplied with, where a browser runs nothing of that type.
    content: { mediaType: '*/*' },
  },
  refuses: [...readSuppliedContent.refuses, 'configuration_unavailable'],
})

/** Deletes the content of one item once nothing needs it any more; its digest stays. */
export const withdrawEvidence = defineCommand('spool.withdraw-evidence', {
  input: z.strictObject(ofSpool),
  output: WithdrawnEvidence,
  refuses: [...actionRefusals, 'not_found'],
  http: {
    method: 'DELETE',
    path: `${readEvidence.http.path}/content`,
    access: keyAccess(['full', 'counterparty']),
    tag: 'Evidence',
    summary: 'Withdraw the content of an evidence item',
    description:
      'Deletes the content that you submitted, for good, once the verdict is final, no case is open and the dispute window is over; `until` of a refusal names the earliest time. The receipt, its digests and its signature stay valid. Verifications of that content can no longer be repeated. It costs nothing.',
    params: evidenceParams,
    success: { status: 200, description: 'The content is deleted, now or before.' },
  },
})
