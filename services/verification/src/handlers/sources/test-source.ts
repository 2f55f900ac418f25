import type { testSource } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { ownSource, type SourceDeps } from '../../flows/sources/source-deps.ts'
import { tryPayload } from '../../flows/sources/try-payload.ts'

/** Says what a payload would become, by the mapper of deliveries. Nothing is stored. */
export function handleTestSource(deps: SourceDeps): Handler<typeof testSource> {
  return async ({ text, ...owned }) => tryPayload(deps, (await ownSource(deps, owned)).source, text)
}
