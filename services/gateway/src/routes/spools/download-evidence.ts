import { downloadEvidence, evidenceParams, readSuppliedContent } from '@outturn/contracts'
import { serve } from '../../http/route.ts'
import { pathParameter } from '../../wire/path-parameter.ts'
import { asCaller } from '../bus-call.ts'

/** What a party delivered, as a file that a browser saves and never runs: its writer is a party that wants to be paid. */
export const downloadEvidenceRoute = serve(downloadEvidence, async (call) => {
  const target = {
    spoolId: pathParameter('id', evidenceParams.id, call.params),
    evidenceId: pathParameter('evidence_id', evidenceParams.evidence_id, call.params),
  }
  const { mediaType, base64, fileName } = await call.instance.bus.request(
    readSuppliedContent,
    target,
    asCaller(call),
  )
  return {
    status: 200,
    body: Buffer.from(base64, 'base64'),
    contentType: mediaType,
    headers: {
      'content-disposition': `attachment; filename="${fileName}"`,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'private, no-cache',
      vary: 'authorization',
    },
  }
})
