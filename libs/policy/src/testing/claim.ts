import type { CheckInput } from '@outturn/checkers'

export type Row = NonNullable<CheckInput['rows']>[number]
export type Cell = Row[string]

export type Relation = 'gte' | 'lte' | 'gt' | 'lt' | 'equals' | 'not_equals'
type Value = string | number | boolean

/** What a made sentence says of the rows, apart from any checker. */
export type RowClaim =
  | { readonly kind: 'present'; readonly fields: readonly string[] }
  | { readonly kind: 'some_of'; readonly fields: readonly string[] }
  | {
      readonly kind: 'compared'
      readonly field: string
      readonly relation: Relation
      readonly value: number
    }
  | { readonly kind: 'among'; readonly field: string; readonly values: readonly Value[] }
  | { readonly kind: 'not_among'; readonly field: string; readonly values: readonly Value[] }
  | {
      readonly kind: 'related'
      readonly field: string
      readonly relation: Relation
      readonly other: string
    }
  | {
      readonly kind: 'long'
      readonly field: string
      readonly measure: 'characters' | 'words'
      readonly least: number
      readonly most: number
    }
  | { readonly kind: 'given_when'; readonly where: string; readonly value: string; readonly field: string }
  | { readonly kind: 'says'; readonly field: string; readonly phrase: string; readonly isNegated: boolean }

export type Claim =
  | RowClaim
  | { readonly kind: 'counted'; readonly least: number; readonly most: number }
  | { readonly kind: 'distinct'; readonly keys: readonly string[] }
  | {
      readonly kind: 'share'
      readonly basisPoints: number
      /** "More than" in place of "at least". */
      readonly isExclusive: boolean
      readonly of: RowClaim
    }
  | {
      readonly kind: 'aggregate'
      readonly by: 'mean' | 'sum'
      readonly field: string
      readonly relation: Relation
      readonly value: number
    }

/** Whether rows are as the claim says, worked out from its words alone. */
export function holds(claim: Claim, rows: readonly Row[]): boolean {
  switch (claim.kind) {
    case 'counted':
      return claim.least <= rows.length && rows.length <= claim.most
    case 'distinct': {
      const keys = rows.map((row) => JSON.stringify(claim.keys.map((key) => row[key])))
      return new Set(keys).size === keys.length
    }
    case 'share': {
      const good = rows.filter((row) => rowHolds(claim.of, row)).length
      const [left, right] = [good * 10_000, claim.basisPoints * rows.length]
      return claim.isExclusive ? left > right : left >= right
    }
    case 'aggregate': {
      const sum = rows.reduce((total, row) => total + Number(row[claim.field]), 0)
      return isRelated(claim.by === 'sum' ? sum : sum / rows.length, claim.relation, claim.value)
    }
    default:
      return rows.every((row) => rowHolds(claim, row))
  }
}

function rowHolds(claim: RowClaim, row: Row): boolean {
  switch (claim.kind) {
    case 'present':
      return claim.fields.every((field) => isGiven(row[field]))
    case 'some_of':
      return claim.fields.some((field) => isGiven(row[field]))
    case 'compared':
      return isRelated(Number(row[claim.field]), claim.relation, claim.value)
    case 'among':
      return claim.values.some((value) => value === row[claim.field])
    case 'not_among':
      return !claim.values.some((value) => value === row[claim.field])
    case 'related':
      return isRelated(Number(row[claim.field]), claim.relation, Number(row[claim.other]))
    case 'long': {
      const text = textOf(row[claim.field])
      const length = claim.measure === 'words' ? text.trim().split(/\s+/).length : Array.from(text).length
      return claim.least <= length && length <= claim.most
    }
    case 'given_when':
      return row[claim.where] !== claim.value || isGiven(row[claim.field])
    case 'says':
      return textOf(row[claim.field]).includes(claim.phrase) !== claim.isNegated
    default:
      return claim satisfies never
  }
}

function textOf(value: Cell | undefined): string {
  return typeof value === 'string' ? value : ''
}

function isGiven(value: Cell | undefined): boolean {
  return value !== undefined && value !== null && value !== ''
}

function isRelated(left: number, relation: Relation, right: number): boolean {
  switch (relation) {
    case 'gte':
      return left >= right
    case 'lte':
      return left <= right
    case 'gt':
      return left > right
    case 'lt':
      return left < right
    case 'equals':
      return left === right
    case 'not_equals':
      return left !== right
    default:
      return relation satisfies never
  }
}
