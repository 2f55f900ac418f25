import { idPrefixes } from '@outturn/agreement'

/** Prefixes of the ids that a search finds, by who has them. */
const ownerPrefixes = {
  signing: [idPrefixes.receipt, idPrefixes.consumption],
  spool: [
    ...[idPrefixes.spool, idPrefixes.run, idPrefixes.evidence],
    ...[idPrefixes.dispute, idPrefixes.review, idPrefixes.discrepancy],
  ],
  billing: [idPrefixes.run, idPrefixes.purchase, idPrefixes.grant],
  settlement: [idPrefixes.settlement],
  gateway: [idPrefixes.request, idPrefixes.key],
} as const
const known = [...new Set(Object.values(ownerPrefixes).flat())]

/** Digits that an id must have behind its prefix to be searched for. */
export const minDigits = 6
const idDigits = 24
const hashDigits = 64
/** Ids that one text is searched for at most. */
const maxIds = 4

export type SearchTerms =
  | {
      readonly kind: 'ids'
      /** Each with the prefix of its kind, or `0x`. */
      readonly ids: readonly string[]
      /** The one id that was asked for, where it is whole. */
      readonly whole: string | null
      /** The digits that were asked for, to be marked in what is found. */
      readonly digits: readonly string[]
    }
  | { readonly kind: 'empty' }
  /** Too few digits: the prefix and how many are there; the prefix is empty where none was given. */
  | { readonly kind: 'short'; readonly prefix: string; readonly count: number }
  /** A prefix of ids that no search finds. */
  | { readonly kind: 'unknown'; readonly prefix: string }
  | { readonly kind: 'words' }

const withPrefix = /(?<![0-9a-z])([a-z]{2,4})_([0-9a-f]*)(?![0-9a-z_])/g
const transaction = /(?<![0-9a-z])0x([0-9a-f]*)(?![0-9a-z_])/g

/** What a text asks for: ids in it, wherever they stand, as in an address or a line of a log; or the digits of one without its prefix. */
export function searchTerms(text: string): SearchTerms {
  const asked = text.trim().toLowerCase()
  if (asked === '') return { kind: 'empty' }
  const named = [...asked.matchAll(withPrefix)].map(([, prefix = '', digits = '']) => ({ prefix, digits }))
  const found = [
    ...named.filter(({ prefix }) => known.some((each) => each === prefix)).map(idOf),
    ...[...asked.matchAll(transaction)].map(([, digits = '']) => ({
      prefix: '0x',
      digits,
      most: hashDigits,
    })),
  ]
  const usable = found
    .filter(({ digits, most }) => digits.length >= minDigits && digits.length <= most)
    .slice(0, maxIds)
  if (usable.length > 0) return idTerms(usable)
  const [short] = found
  if (short !== undefined && short.digits.length < minDigits) {
    const prefix = short.prefix === '0x' ? '0x' : `${short.prefix}_`
    return { kind: 'short', prefix, count: short.digits.length }
  }
  if (/^[0-9a-f]+$/.test(asked)) return bareTerms(asked)
  const [other] = named
  return other === undefined || found.length > 0
    ? { kind: 'words' }
    : { kind: 'unknown', prefix: `${other.prefix}_` }
}

function idOf({ prefix, digits }: { prefix: string; digits: string }) {
  return { prefix, digits, most: idDigits }
}

function idTerms(found: readonly { prefix: string; digits: string; most: number }[]): SearchTerms {
  const ids = [
    ...new Set(found.map(({ prefix, digits }) => (prefix === '0x' ? `0x${digits}` : `${prefix}_${digits}`))),
  ]
  const [first] = found
  const isWhole = ids.length === 1 && first !== undefined && first.digits.length === first.most
  return {
    kind: 'ids',
    ids,
    whole: isWhole ? (ids[0] ?? null) : null,
    digits: found.map(({ digits }) => digits),
  }
}

/** Digits without a prefix may be of an id of any kind. */
function bareTerms(digits: string): SearchTerms {
  if (digits.length < minDigits) return { kind: 'short', prefix: '', count: digits.length }
  if (digits.length > hashDigits) return { kind: 'words' }
  const ids = digits.length > idDigits ? [] : known.map((prefix) => `${prefix}_${digits}`)
  const whole = digits.length === hashDigits ? `0x${digits}` : null
  return { kind: 'ids', ids: [...ids, `0x${digits}`], whole, digits: [digits] }
}

export type Owner = keyof typeof ownerPrefixes

/** Those of the ids that this owner has; its services also find what belongs to a Spool, a run or a receipt. */
export function idsOf(owner: Owner, ids: readonly string[]): readonly string[] {
  if (owner === 'settlement') return ids.filter((id) => /^(?:0x|stl_|spl_)/.test(id))
  const related =
    owner === 'gateway' ? [idPrefixes.spool] : owner === 'signing' ? [idPrefixes.run, idPrefixes.spool] : []
  return ids.filter((id) =>
    [...ownerPrefixes[owner], ...related].some((prefix) => id.startsWith(`${prefix}_`)),
  )
}
