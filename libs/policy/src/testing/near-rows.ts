import { type Cell, type Claim, holds, type Row, type RowClaim } from './claim.ts'

/**
 * Lists of rows that are about to break the claims: good ones, and each with one value or one row changed. Claims of one
 * sentence are of different fields. Null where no rows are good.
 */
export function nearRows(claims: readonly Claim[]): readonly (readonly Row[])[] | null {
  const values = valuesOf(claims)
  const base = baseRow(claims, values)
  if (base === null) return null
  const size = sizeOf(claims)
  const good = Array.from({ length: size }, (_, index) => withKeys(base, claims, index))
  const found: (readonly Row[])[] = [good]
  const alter = (index: number, change: Row) =>
    good.map((row, at) => (at === index ? { ...row, ...change } : row))
  for (const [field, options] of values) {
    for (const option of options) found.push(alter(0, { [field]: option }))
  }
  for (const claim of claims) found.push(...listsFor(claim, good))
  return found
}

function listsFor(claim: Claim, good: readonly Row[]): readonly (readonly Row[])[] {
  const [first = {}] = good
  switch (claim.kind) {
    case 'counted': {
      const of = (length: number) =>
        Array.from({ length }, (_, index) => good[index] ?? withNumber(first, index))
      const most = Number.isFinite(claim.most) ? [claim.most, claim.most + 1] : [claim.least + 3]
      return [claim.least - 1, claim.least, ...most].filter((length) => length > 0).map(of)
    }
    case 'distinct': {
      const [a = {}, b = {}, ...rest] = good
      const same = Object.fromEntries(claim.keys.map((key) => [key, a[key] ?? null]))
      const partly = claim.keys.map((key) => ({ ...b, [key]: a[key] ?? null }))
      return [{ ...b, ...same }, ...(claim.keys.length > 1 ? partly : [])].map((row) => [a, row, ...rest])
    }
    case 'share': {
      const bad = breaking(claim.of, first)
      const allowed = Math.floor(((10_000 - claim.basisPoints) * good.length) / 10_000)
      return [allowed - 1, allowed, allowed + 1].map((count) =>
        good.map((row, index) => (index < count ? { ...row, ...bad } : row)),
      )
    }
    case 'aggregate': {
      const of = (...numbers: readonly number[]) =>
        good.map((row, index) => ({ ...row, [claim.field]: numbers[index] ?? claim.value }))
      const { value } = claim
      if (claim.by === 'mean') return [of(value + 2, value - 2), of(value + 1, value), of(value - 1, value)]
      return [of(value, 0, 0), of(value - 1, 1, 0), of(value + 1, 0, 0), of(value - 1, 0, 0)]
    }
    default:
      return []
  }
}

/** A change that breaks the claim for a row that it holds for. */
function breaking(claim: RowClaim, row: Row): Row {
  if (claim.kind === 'some_of') return Object.fromEntries(claim.fields.map((field) => [field, null]))
  for (const [field, options] of valuesOf([claim])) {
    const found = options.find((value) => !holds(claim, [{ ...row, [field]: value }]))
    if (found !== undefined) return { [field]: found }
  }
  throw new Error(`no row breaks ${JSON.stringify(claim)}`)
}

/** Values of each field that the claims tell apart. */
function valuesOf(claims: readonly Claim[]): ReadonlyMap<string, readonly Cell[]> {
  const values = new Map<string, readonly Cell[]>()
  for (const claim of claims) {
    for (const [field, options] of optionsOf(claim.kind === 'share' ? claim.of : claim))
      values.set(field, options)
  }
  return values
}

function optionsOf(
  claim: Exclude<Claim, { kind: 'share' }>,
): readonly (readonly [string, readonly Cell[]])[] {
  switch (claim.kind) {
    case 'present':
    case 'some_of':
      return claim.fields.map((field) => [field, ['given', '', null]] as const)
    case 'compared':
      return [
        [claim.field, [claim.value, claim.value + 1, claim.value - 1, claim.value + 0.5, claim.value - 0.5]],
      ]
    case 'among':
    case 'not_among':
      return [[claim.field, [...claim.values, ...claim.values.map(otherThan)]]]
    case 'related':
      return [
        [claim.field, [5, 4, 6]],
        [claim.other, [5, 4, 6]],
      ]
    case 'long': {
      const most = Number.isFinite(claim.most) ? [claim.most, claim.most + 1] : []
      const of = (length: number) =>
        claim.measure === 'words' ? Array.from({ length }, () => 'ab').join('  ') : '🎉'.repeat(length)
      return [[claim.field, [claim.least, claim.least - 1, ...most].filter((length) => length > 0).map(of)]]
    }
    case 'given_when':
      return [
        [claim.field, ['given', '', null]],
        [claim.where, [claim.value, 'another']],
      ]
    case 'says':
      return [[claim.field, [`a ${claim.phrase} b`, 'nothing of the kind']]]
    case 'aggregate':
      return []
    case 'counted':
    case 'distinct':
      return []
    default:
      return claim satisfies never
  }
}

function otherThan(value: string | number | boolean): Cell {
  if (typeof value === 'boolean') return !value
  return typeof value === 'number' ? value + 1 : `${value} and more`
}

/** A row for which every claim of rows holds. */
function baseRow(claims: readonly Claim[], values: ReadonlyMap<string, readonly Cell[]>): Row | null {
  let rows: readonly Row[] = [{}]
  for (const [field, options] of values) {
    rows = rows.flatMap((row) => options.map((value) => ({ ...row, [field]: value })))
    if (rows.length > 2_000) throw new Error('the claims of one sentence are too many')
  }
  const isGood = (row: Row) =>
    claims.every((claim) => ['counted', 'distinct', 'aggregate'].includes(claim.kind) || holds(claim, [row]))
  return rows.find(isGood) ?? null
}

function sizeOf(claims: readonly Claim[]): number {
  const counted = claims.find((claim) => claim.kind === 'counted')
  if (counted !== undefined) return Math.max(counted.least, 1)
  if (claims.some(({ kind }) => kind === 'share')) return 200
  return claims.some(({ kind }) => kind === 'aggregate') ? 2 : 3
}

/** The row with the values that its place gives it: keys that differ, and numbers that an aggregate holds for. */
function withKeys(base: Row, claims: readonly Claim[], index: number): Row {
  const row: Record<string, Cell> = { ...base }
  for (const claim of claims) {
    if (claim.kind === 'distinct') for (const key of claim.keys) row[key] = `key ${index}`
    if (claim.kind === 'aggregate') row[claim.field] = claim.by === 'sum' && index > 0 ? 0 : claim.value
  }
  return row
}

function withNumber(row: Row, index: number): Row {
  return Object.fromEntries(
    Object.entries(row).map(([name, value]) => [
      name,
      typeof value === 'string' && value.startsWith('key ') ? `key ${index}` : value,
    ]),
  )
}
