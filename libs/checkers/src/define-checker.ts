import { z } from 'zod'
import type { CheckInput } from './check-input.ts'
import type { CheckResult } from './check-result.ts'
import type { ValueRules } from './value-rules.ts'

/** A parameter whose shape is right and whose meaning is not; `field` is its name in the check. */
export interface ParameterProblem {
  readonly field: string
  readonly message: string
}

/** The URLs that must be observed before a check can judge: one, or those in a field of each row. */
export interface UrlObservation {
  readonly url: string | undefined
  readonly field: string | undefined
  readonly method: 'HEAD' | 'GET'
  /** HEAD is repeated as GET when it is answered 405 or 501. */
  readonly retriesWithGet: boolean
  readonly maxRedirects: number
  readonly timeoutMs: number
}

type Frozen<T> = T extends (infer Item)[] ? readonly Item[] : T
type Schema<Name extends string, Shape extends z.ZodRawShape> = z.ZodObject<
  { checker: z.ZodLiteral<Name> } & Shape,
  z.core.$strict
>
type Check<Name extends string, Shape extends z.ZodRawShape> = z.output<Schema<Name, Shape>>

/** A check in which every parameter that has a default is present. */
export type CompleteCheck<Name extends string, Shape extends z.ZodRawShape, Defaults> = Check<Name, Shape> & {
  readonly [Parameter in keyof Defaults & keyof Check<Name, Shape>]: Exclude<
    Check<Name, Shape>[Parameter],
    undefined
  >
}

/** How much evidence a check is given. */
export interface EvidenceSize {
  readonly rows: number
  /** Of all that it may read. */
  readonly characters: number
}

/**
 * What of its evidence a check judges: the rows of tables, the rows or else JSON documents, the texts, JSON documents,
 * contents of any form or links, the times of the items, or nothing that was submitted.
 */
export type JudgedPart = 'rows' | 'rows_or_json' | 'text' | 'json' | 'content' | 'link' | 'times' | 'nothing'

/** What is particular to one checker. `Complete` is its check with the defaults filled in. */
export interface CheckerRules<Complete> {
  /** Finds what would make a check unusable, so that it is refused when it is agreed and never when it is verified. */
  findProblem(check: Complete, rules: ValueRules): ParameterProblem | null
  /** What finding that costs at most, in steps of about a microsecond; left out where it is next to nothing. */
  stepsToFindProblem?(check: Complete): number
  /** Whether the check speaks about single units; if not it is a gate. What it cannot judge is uncertain to the same extent. */
  appliesPerUnit(check: Complete): boolean
  /** Two checks that judge the same part of one delivery must be given the same. */
  judgedPart(check: Complete): JudgedPart
  /** Whether rows and JSON documents are read beside the part that is judged; left out where they never are. */
  readsAllContent?(check: Complete): boolean
  /** Whether a check of documents is about the rows of a table, read as one document, before any other; left out where it never is. */
  prefersRows?(check: Complete): boolean
  /** What judging evidence of this size costs, in steps of a budget; of a checker that spends by itself, the least. */
  work(check: Complete, size: EvidenceSize): number
  /** What it costs at worst, of a checker that spends by itself; such a checker stops there. */
  worstWork?(check: Complete, size: EvidenceSize): number
  /** The check as a sentence for people, without its end. */
  describe(check: Complete): string
  /** Judges the input. Total: a checker never throws on evidence, whatever its shape. */
  judge(check: Complete, input: CheckInput, rules: ValueRules): CheckResult
  /** Set where nothing can be what was agreed: a digest says what was to be delivered, and a page is not delivered. */
  readonly takesEmptyContent?: true
  /** What must be observed for it; left out where a checker needs no network. */
  observation?(check: Complete): UrlObservation
  /** Set where the sentence of a result already counts the rows that are missing. */
  readonly countsMissingRows?: true
}

/** One checker: its name, the wire schema of its check, and its rules. */
export interface CheckerDefinition<Name extends string, CheckSchema, Complete>
  extends CheckerRules<Complete> {
  readonly name: Name
  readonly schema: CheckSchema
  /** What an omitted parameter means. A plan keeps the check as it was agreed; defaults are never written into it. */
  readonly defaults: object
}

function pascalCase(name: string): string {
  return name.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase())
}

/** Defines a checker. Adding one takes its file and its place in the list of `checkers.ts`. */
export function defineChecker<
  const Name extends string,
  Shape extends z.ZodRawShape,
  const Defaults extends {
    readonly [Parameter in keyof Check<Name, Shape>]?: Frozen<Check<Name, Shape>[Parameter]>
  },
>(
  name: Name,
  parameters: Shape,
  defaults: Defaults,
  rules: CheckerRules<CompleteCheck<Name, Shape, Defaults>>,
): CheckerDefinition<Name, Schema<Name, Shape>, CompleteCheck<Name, Shape, Defaults>> {
  const schema = z
    .strictObject({ checker: z.literal(name).describe('Name of the checker.'), ...parameters })
    .meta({ id: `${pascalCase(name)}Check` }) as Schema<Name, Shape>
  return { name, schema, defaults, ...rules }
}
