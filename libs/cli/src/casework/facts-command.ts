import type { ConnectionOptions } from '../command.ts'
import { openClient } from '../connection/open-client.ts'
import type { Host } from '../host.ts'
import { type ExitStatus, exitStatus } from '../output.ts'
import { printItems } from '../print-answer.ts'
import { tableLines } from '../terminal/table.ts'

export type ListFactsOptions = ConnectionOptions & {
  readonly source?: string
  readonly subject?: string
  readonly all?: true
}

/** Lists what sources reported of a Spool. */
export async function runListFacts(
  spoolId: string,
  { source, subject, all: isWhole, ...options }: ListFactsOptions,
  host: Host,
): Promise<ExitStatus> {
  const query = {
    ...(source !== undefined && { source_id: source }),
    ...(subject !== undefined && { subject }),
    ...(isWhole === true && { current: false }),
  }
  const { spools } = openClient(options, host).client
  const all = await spools.facts(spoolId, { ...query, signal: host.signal }).all()
  printItems(host, options, all, () =>
    all.length === 0
      ? ['No source has reported a fact of this Spool.']
      : tableLines(
          ['ID', 'SUBJECT', 'PREDICATE', 'VALUE', 'OCCURRED', 'PROVENANCE', 'SOURCE'],
          all.map((fact) => [
            fact.id,
            fact.subject,
            fact.predicate,
            String(fact.value),
            fact.occurred_at,
            fact.provenance,
            fact.source_name,
          ]),
        ),
  )
  return exitStatus.agrees
}
