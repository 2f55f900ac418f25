import type pg from 'pg'

/** Takes the time of a statement: its name, or `other` for one that has none. */
export type StatementTimer = (name: string, seconds: number) => void

type RunQuery = (...words: unknown[]) => unknown

/** Has every statement of a connection timed, from when it is sent until its last row is there. */
export function timeStatements(client: pg.PoolClient, onStatement: StatementTimer): void {
  const run = client.query.bind(client) as RunQuery
  const timed: RunQuery = (...words) => {
    const began = performance.now()
    const end = () => onStatement(nameOf(words[0]), (performance.now() - began) / 1_000)
    const last = words.at(-1)
    if (typeof last === 'function') {
      const answer = (...answers: unknown[]) => {
        end()
        ;(last as RunQuery)(...answers)
      }
      return run(...words.slice(0, -1), answer)
    }
    const result = run(...words)
    if (result instanceof Promise) void result.then(end, end)
    return result
  }
  Object.assign(client, { query: timed })
}

/** Names stand for one text each, so there are as many as there are statements in the code. */
function nameOf(statement: unknown): string {
  if (typeof statement !== 'object' || statement === null || !('name' in statement)) return 'other'
  return typeof statement.name === 'string' && statement.name !== '' ? statement.name : 'other'
}
