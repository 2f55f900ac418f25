import pg from 'pg'

/** SQLSTATE of an error that the server reported, or null when it did not come from the server. */
export function sqlState(error: unknown): string | null {
  return error instanceof pg.DatabaseError && error.code !== undefined ? error.code : null
}

/** A transaction that lost against a concurrent one and may simply run again: serialization failure or deadlock. */
export function isContention(error: unknown): boolean {
  const state = sqlState(error)
  return state === '40001' || state === '40P01'
}

// Classes that one row of a batch can cause: bad data, integrity, rolled back, view check, raised by a function.
const classesOfOneItem = new Set(['22', '23', '40', '44', 'P0'])

/** Whether the error may lie in one item of a batch, so that the others can still succeed alone. */
export function isCausedByItem(error: unknown): boolean {
  const state = sqlState(error)
  return state !== null && classesOfOneItem.has(state.slice(0, 2))
}

// Connection exceptions, insufficient resources, operator intervention (57014 is the statement timeout).
const classesOfOutage = new Set(['08', '53', '57'])
const socketCodes = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ENOENT',
])
// node-pg reports these without a code.
const clientMessages =
  /^(timeout exceeded when trying to connect|all connections to the database were in use|Connection terminated|Client has encountered a connection error|Query read timeout|Cannot use a pool after calling end)/

/** Whether Postgres could not be asked, or did not answer in time; the same request may be sent again. */
export function isOutage(error: unknown): boolean {
  const state = sqlState(error)
  // 25006: a primary that became a standby refuses writes until the address follows the new primary.
  if (state !== null) return classesOfOutage.has(state.slice(0, 2)) || state === '25006'
  if (error instanceof AggregateError) return error.errors.some(isOutage)
  if (!(error instanceof Error)) return false
  return socketCodes.has((error as NodeJS.ErrnoException).code ?? '') || clientMessages.test(error.message)
}
