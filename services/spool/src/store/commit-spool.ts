import { BatchBytes, type Pool, query } from '@outturn/postgres'
import { commitRow, commitStatement, partsOf } from './commit-statement.ts'
import type { CommitOrigin, CommitResult, SpoolCommit } from './spool-commit.ts'

/**
 * Writes new versions of Spools, in one statement for every wave of commits that concern different Spools. Answers each
 * in order.
 */
export async function commitSpools(pool: Pool, commits: readonly SpoolCommit[]): Promise<CommitResult[]> {
  const results: CommitResult[] = []
  let waiting = [...commits.keys()]
  while (waiting.length > 0) {
    const { wave, rest } = nextWave(commits, waiting)
    const written = await commitWave(
      pool,
      wave.map((index) => commits[index] as SpoolCommit),
    )
    for (const [n, index] of wave.entries()) results[index] = written[n] as CommitResult
    waiting = rest
  }
  return results
}

/** Two commits to one Spool, or of one origin, are never in one statement, which would see neither beside the other. */
function nextWave(
  commits: readonly SpoolCommit[],
  waiting: readonly number[],
): { wave: number[]; rest: number[] } {
  const taken = new Set<string>()
  const wave: number[] = []
  const rest: number[] = []
  for (const index of waiting) {
    const { spool, origin } = commits[index] as SpoolCommit
    const keys = [spool.id, ...originKey(origin)]
    if (keys.some((key) => taken.has(key))) rest.push(index)
    else wave.push(index)
    for (const key of keys) taken.add(key)
  }
  return { wave, rest }
}

function originKey(origin: CommitOrigin): string[] {
  switch (origin.kind) {
    case 'command':
      return [origin.commandId]
    case 'event':
      return [origin.eventId]
    case 'run':
      return [origin.runId]
    case 'timer':
      return []
    default:
      return origin satisfies never
  }
}

async function commitWave(pool: Pool, wave: readonly SpoolCommit[]): Promise<CommitResult[]> {
  const bytes = new BatchBytes()
  const items = wave.map((commit, n) => commitRow(commit, n, bytes))
  const rows = await query<{ n: number; is_won: boolean }>(pool, commitStatement(partsOf(wave)), [
    JSON.stringify(items),
    bytes.toParameter(),
  ])
  const won = new Set(rows.filter((row) => row.is_won).map(({ n }) => n))
  const current = new Set(rows.map(({ n }) => n))
  return wave.map(({ before }, n) => {
    if (won.has(n)) return 'won'
    return before === null || current.has(n) ? 'already_done' : 'version_conflict'
  })
}
