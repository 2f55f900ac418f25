import type { tryMapping } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import type { Mapping } from '../../domain/payloads/mapping.ts'
import { assertMapping } from '../../domain/sources/source-rules.ts'
import type { SourceDeps } from '../../flows/sources/source-deps.ts'
import { tryPayload } from '../../flows/sources/try-payload.ts'

/** The same for a mapping that no source has yet, which is refused as a registration would be. */
export function handleTryMapping(deps: SourceDeps): Handler<typeof tryMapping> {
  return async ({ accountId, mapping, spoolId, text }, context) => {
    assertMapping({ mapping, ...(spoolId !== null && { spool_id: spoolId }) }, deps.clock.now())
    if (spoolId !== null) await deps.sides.ownSide(spoolId, context)
    return tryPayload(deps, { accountId, spoolId, mapping: mapping as Mapping, pull: null }, text)
  }
}
