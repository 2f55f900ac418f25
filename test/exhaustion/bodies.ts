import { delivery } from '../e2e/api.ts'

/** Makes the bytes of a body when they are first asked for, and keeps them: an attacker sends them again and again. */
function keptBody(make: () => string | object): () => Buffer {
  let bytes: Buffer | undefined
  return () => {
    if (bytes === undefined) {
      const body = make()
      bytes = Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    }
    return bytes
  }
}

export const wrongValuesBody = keptBody(
  () => `{"conditions":[${'1,'.repeat(4_000_000)}1],"evidence":{"rows":[]}}`,
)

export const unknownMembersBody = keptBody(() => {
  const members = Array.from({ length: 200_000 }, (_, index) => `"member ${index}":0`)
  return `{${members.join(',')}}`
})

export const manyRowsBody = keptBody(() => {
  const rows = Array.from({ length: 50_000 }, (_, n) => ({ n, text: 'x'.repeat(140) }))
  return delivery({ evidence: { rows } })
})

export const nestedBody = keptBody(() => {
  const nested = `${'[{"a":'.repeat(100_000)}1${'}]'.repeat(100_000)}`
  return `{"conditions":${nested}}`
})

export const patternsBody = keptBody(() => {
  const check = { checker: 'json_path' as const, path: `$[?match(@.a, '(a|a)*(a+)+b')]` }
  const conditions = [{ description: 'No row is like this.', deterministic_check: check }]
  const rows = Array.from({ length: 50 }, () => ({ a: 'a'.repeat(1_000) }))
  return delivery({ conditions, unit: undefined, max_amount_cents: 100, evidence: { rows } })
})

export const nestedPathsBody = keptBody(() => pathsThatMultiply(100, 100))
export const sandboxPathsBody = keptBody(() => pathsThatMultiply(20, 50))

const nestedPath = '$..*[?@..*[?@..*]]'
/** Twenty levels of five. */
const nestedValue = `${'[0,0,0,0,'.repeat(20)}0${']'.repeat(20)}`

function pathsThatMultiply(paths: number, rowCount: number): object {
  const check = { checker: 'json_path' as const, path: nestedPath }
  const conditions = Array.from({ length: paths }, (_, index) => ({
    description: `Path ${index}.`,
    deterministic_check: check,
  }))
  const rows = Array.from({ length: rowCount }, () => ({ a: JSON.parse(nestedValue) as never }))
  return delivery({ conditions, unit: undefined, max_amount_cents: 100, evidence: { rows } })
}

/** Each row has its own reasons, so that what is found of them is tens of megabytes. */
export const lackingRowsBody = keptBody(() => emptyRows(50_000))
/** The receipt of so many units has ten megabytes, and so has its bundle. */
export const manyUnitsBody = keptBody(() => emptyRows(40_000))

function emptyRows(count: number): object {
  const rows = Array.from({ length: count }, () => ({}))
  return delivery({ unit: { total_units: count, unit_amount_cents: 1 }, evidence: { rows } })
}

/** Makes them all, which takes a processor for a second. */
export function makeBodies(): void {
  const bodies = [wrongValuesBody, unknownMembersBody, manyRowsBody, nestedBody, patternsBody]
  const more = [nestedPathsBody, sandboxPathsBody, lackingRowsBody, manyUnitsBody]
  for (const body of [...bodies, ...more]) body()
}
