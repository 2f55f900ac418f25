import { parseSentJson, type SentJson, StrictJsonError } from '@outturn/canonical'
import { type CommandOutput, Refusal, type testSource, unprocessable } from '@outturn/contracts'
import { sideInTarget } from '../../domain/facts/fact-target.ts'
import { mapPayload } from '../../domain/payloads/map-payload.ts'
import { mappingOf, type Source } from '../../domain/sources/source.ts'
import type { SourceDeps } from './source-deps.ts'
import { targetsOf } from './take-deliveries.ts'

type Tried = Pick<Source, 'accountId' | 'mapping' | 'pull' | 'spoolId'>

/** What a payload would become, by the mapper of deliveries. */
export async function tryPayload(
  deps: Pick<SourceDeps, 'clock' | 'ids' | 'sides'>,
  source: Tried,
  text: string,
): Promise<CommandOutput<typeof testSource>> {
  const now = deps.clock.now()
  const document = readPayload(text)
  const payload = mapPayload(mappingOf(source), source.spoolId, document, { now, sentAt: now })
  if (payload === null) {
    throw unprocessable(
      source.pull?.items === undefined ? 'mapping.items' : 'pull.items',
      `There is no list of at most 1,000 elements at ${mappingOf(source).items ?? '""'}.`,
      {
        remediation: 'Send a payload with the list, or register a source with another mapping.',
      },
    )
  }
  const targets = await targetsOf(deps, [payload])
  const { spool: pointer } = source.mapping
  const refused = payload.mapped.flatMap((element) => {
    const found = sideInTarget(source, element, targets)
    if (!('code' in found)) return []
    return [{ index: element.index, code: found.code, pointer: typeof pointer === 'string' ? pointer : null }]
  })
  const isRefused = new Set(refused.map(({ index }) => index))
  return {
    facts: payload.mapped
      .filter(({ index }) => !isRefused.has(index))
      .map(({ spoolId, values }) => ({ spool_id: spoolId, ...values })),
    rejected: [
      ...payload.rejected.map(({ index, code, pointer: at }) => ({ index, code, pointer: at })),
      ...refused,
    ].toSorted((a, b) => a.index - b.index),
  }
}

function readPayload(text: string): SentJson {
  try {
    return parseSentJson(text)
  } catch (error) {
    if (!(error instanceof StrictJsonError)) throw error
    throw new Refusal('invalid_json', error.message, { field: 'payload', reason: error.code })
  }
}
