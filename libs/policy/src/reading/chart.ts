import type { Circumstances } from '../outcome.ts'
import type { FieldIndex } from '../fields/field-index.ts'
import type { Token } from '../tokens/token.ts'
import type { Part, Role, Slot } from './clause-reading.ts'

/** A value that a rule found from a position on; `end` is the position after its last token. */
export interface Found<Value> {
  readonly value: Value
  readonly end: number
  readonly parts: readonly Part[]
  readonly slots: readonly Slot[]
}

/** Finds all values that start at a position: never one of them before another. */
export type Rule<Value> = (chart: Chart, at: number) => readonly Found<Value>[]

/** The steps that reading one text may take. */
export const stepsPerRead = 60_000
/** No reading is asked about more places than this. */
const maxSlots = 4

/** A word that no name has, so that no name is found across what is no word. */
const gap = 'ꙮꙮꙮ'

/** Thrown when the steps are used up; the text is then a question and no part of it is read. */
export class ReadingTooLong extends Error {}

/** The tokens of one text and what was found in them. */
export class Chart {
  readonly text: string
  readonly tokens: readonly Token[]
  readonly circumstances: Circumstances
  readonly index: FieldIndex
  /** The words as names are looked up in them, without the `'s` of possession. */
  readonly spoken: readonly string[]
  readonly memo = new Map<unknown, (readonly Found<unknown>[] | undefined)[]>()
  #steps: number

  constructor(
    text: string,
    tokens: readonly Token[],
    circumstances: Circumstances,
    index: FieldIndex,
    steps = stepsPerRead,
  ) {
    this.text = text
    this.tokens = tokens
    this.circumstances = circumstances
    this.index = index
    this.spoken = tokens.map(({ kind, folded, text: word }) =>
      kind === 'word' || kind === 'number' ? (folded.endsWith("'s") ? word.slice(0, -2) : word) : gap,
    )
    this.#steps = steps
  }

  /** The steps that may still be taken. */
  get left(): number {
    return Math.max(0, this.#steps)
  }

  spend(steps = 1): void {
    this.#steps -= steps
    if (this.#steps < 0) throw new ReadingTooLong()
  }

  /** The words of a run of tokens, as they are written. */
  words(from: number, to: number): string {
    return this.tokens
      .slice(from, to)
      .map(({ text }, index) =>
        index > 0 && this.tokens[from + index]?.isSpaced === true ? ` ${text}` : text,
      )
      .join('')
  }
}

const none: readonly never[] = []

export function found<Value>(value: Value, end: number): Found<Value> {
  return { value, end, parts: none, slots: none }
}

/** A rule that looks at each position once. */
export function memo<Value>(rule: Rule<Value>): Rule<Value> {
  const key = {}
  return (chart, at) => {
    let row = chart.memo.get(key)
    if (row === undefined) {
      row = []
      chart.memo.set(key, row)
    }
    const known = row[at]
    if (known !== undefined) return known as readonly Found<Value>[]
    row[at] = none
    chart.spend()
    const result = rule(chart, at)
    row[at] = result
    return result
  }
}

type ValuesOf<Rules extends readonly Rule<unknown>[]> = {
  readonly [Index in keyof Rules]: Rules[Index] extends Rule<infer Value> ? Value : never
}

/** Rules one after another. */
export function seq<const Rules extends readonly Rule<unknown>[]>(...rules: Rules): Rule<ValuesOf<Rules>> {
  return (chart, at) => {
    let states: readonly Found<readonly unknown[]>[] = [found(none, at)]
    for (const rule of rules) {
      const next: Found<readonly unknown[]>[] = []
      for (const state of states) {
        for (const one of rule(chart, state.end)) next.push(joined(state, one, [...state.value, one.value]))
      }
      if (next.length === 0) return none
      if (next.length > 1) chart.spend(next.length)
      states = next
    }
    return states as unknown as readonly Found<ValuesOf<Rules>>[]
  }
}

function joined<Value>(before: Found<unknown>, after: Found<unknown>, value: Value): Found<Value> {
  return {
    value,
    end: after.end,
    parts: after.parts.length === 0 ? before.parts : [...before.parts, ...after.parts],
    slots: after.slots.length === 0 ? before.slots : [...before.slots, ...after.slots],
  }
}

/** All that any of several rules finds. */
export function alt<Value>(...rules: readonly Rule<Value>[]): Rule<Value> {
  return (chart, at) => {
    let all: readonly Found<Value>[] = none
    for (const rule of rules) {
      const more = rule(chart, at)
      if (more.length > 0) all = all.length === 0 ? more : [...all, ...more]
    }
    return all
  }
}

/** With and without what a rule finds. */
export function opt<Value, Other>(rule: Rule<Value>, otherwise: Other): Rule<Value | Other> {
  return (chart, at) => [...rule(chart, at), found<Value | Other>(otherwise, at)]
}

/** What a rule finds, as something else; null drops it. */
export function map<Value, Result>(
  rule: Rule<Value>,
  to: (value: Value, chart: Chart, at: number, end: number) => Result | null,
): Rule<Result> {
  return (chart, at) => {
    const results: Found<Result>[] = []
    for (const one of rule(chart, at)) {
      const value = to(one.value, chart, at, one.end)
      if (value !== null) results.push({ ...one, value })
    }
    return results
  }
}

/** A result with the places that it leaves open. */
export interface Outcome<Result> {
  readonly value: Result
  readonly slots?: readonly Slot[]
}

/** What a rule finds, as any number of results, each with places of its own that stay open. */
export function expand<Value, Result>(
  rule: Rule<Value>,
  to: (value: Value, chart: Chart, at: number, end: number) => readonly Outcome<Result>[],
): Rule<Result> {
  return (chart, at) => {
    const results: Found<Result>[] = []
    for (const one of rule(chart, at)) {
      for (const { value, slots = none } of to(one.value, chart, at, one.end)) {
        if (one.slots.length + slots.length > maxSlots) continue
        results.push({ ...one, value, slots: slots.length === 0 ? one.slots : [...one.slots, ...slots] })
      }
    }
    return results
  }
}

/** What a rule finds, as a part of the reading with a role. */
export function part<Value>(role: Role, rule: Rule<Value>): Rule<Value> {
  return (chart, at) =>
    rule(chart, at).map((one) =>
      one.end === at ? one : { ...one, parts: [...one.parts, { role, from: at, to: one.end }] },
    )
}

/** A token that a test takes. */
export function token<Value>(read: (token: Token, chart: Chart) => Value | null): Rule<Value> {
  return (chart, at) => {
    const one = chart.tokens[at]
    const value = one === undefined ? null : read(one, chart)
    return value === null ? none : [found(value, at + 1)]
  }
}

/** A list of one to many items, of every length that there is, up to a limit. */
export function list<Value>(item: Rule<Value>, separator: Rule<unknown>, most = 60): Rule<readonly Value[]> {
  return (chart, at) => {
    const all: Found<readonly Value[]>[] = []
    let states: readonly Found<readonly Value[]>[] = item(chart, at).map((one) => ({
      ...one,
      value: [one.value],
    }))
    for (let count = 1; states.length > 0 && count <= most; count += 1) {
      all.push(...states)
      chart.spend(states.length)
      const next: Found<readonly Value[]>[] = []
      for (const state of states) {
        for (const between of separator(chart, state.end)) {
          for (const one of item(chart, between.end)) {
            const start = joined(state, between, state.value)
            if (start.slots.length + one.slots.length > maxSlots) continue
            next.push(joined(start, one, [...state.value, one.value]))
          }
        }
      }
      states = next
    }
    return all
  }
}

interface Branch<Value> {
  readonly next: Map<string, Branch<Value>>
  values: Value[]
}

/** The words of a table, each wording with what it means; the words are separated by spaces. */
export function words<Value>(table: readonly (readonly [wordings: string, value: Value])[]): Rule<Value> {
  const root: Branch<Value> = { next: new Map(), values: [] }
  for (const [wordings, value] of table) {
    for (const wording of wordings.split('|')) {
      let branch = root
      for (const word of wording
        .trim()
        .split(/\s+/)
        .filter((one) => one !== '')) {
        const known = branch.next.get(word) ?? { next: new Map(), values: [] }
        branch.next.set(word, known)
        branch = known
      }
      branch.values.push(value)
    }
  }
  return (chart, at) => {
    let branch: Branch<Value> | undefined = root
    let results: Found<Value>[] | undefined
    for (let end = at; branch !== undefined; end += 1) {
      if (branch.values.length > 0) {
        results ??= []
        for (const value of branch.values) results.push(found(value, end))
      }
      const next = chart.tokens[end]
      branch = next === undefined || isLiteral(next) ? undefined : branch.next.get(next.folded)
    }
    return results ?? none
  }
}

/** Quoted text is never read as a word of the grammar. */
function isLiteral({ kind }: Token): boolean {
  return kind === 'quoted' || kind === 'backtick'
}

/** Words that say nothing but that they stand there. */
export function said(wordings: string): Rule<true> {
  return words([[wordings, true]])
}

/** The same words, or none. */
export function maybe(wordings: string): Rule<boolean> {
  return opt(said(wordings), false as const)
}

/** Nothing, where a test of the position holds. */
export function where(test: (chart: Chart, at: number) => boolean): Rule<true> {
  return (chart, at) => (test(chart, at) ? [found(true, at)] : none)
}
