import type { readSource } from '@outturn/contracts'
import type { Handler } from '@outturn/messaging'
import { toSourceView } from '../../domain/sources/source-view.ts'
import { ownSource, type SourceDeps } from '../../flows/sources/source-deps.ts'

export function handleReadSource(deps: SourceDeps): Handler<typeof readSource> {
  return async (owned) => toSourceView(await ownSource(deps, owned), deps.publicUrl)
}
