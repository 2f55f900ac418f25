import { absent, type readSuppliedContent } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { suppliedContent } from '../../domain/submissions/supplied-content.ts'
import type { SpoolDeps } from '../../deps.ts'
import { heldEvidence } from '../../flows/held-evidence.ts'

export function handleReadSuppliedContent(deps: SpoolDeps): Handler<typeof readSuppliedContent> {
  return async (target, { principal }) => {
    const { spool, item, content } = await heldEvidence(deps, target, principal)
    if (spool.state.withdrawn[item.id] !== undefined) {
      throw absent('The content of that evidence was deleted.', {
        reason: 'content_withdrawn',
        remediation: 'Its digest and the receipts that name it stay valid.',
      })
    }
    const supplied = suppliedContent(content, deps.hashes)
    if (supplied === null) {
      throw absent('This Spool holds no content of that evidence, but a reference to it.', {
        remediation: 'Read the item: its metadata says where the content is.',
      })
    }
    const { mediaType, extension, bytes } = supplied
    return {
      mediaType,
      base64: Buffer.from(bytes).toString('base64'),
      fileName: `${item.id}.${extension}`,
    }
  }
}
