import { formatJsonPath } from '@outturn/canonical'
import { issueWords, Refusal, type RefusalOptions, typeWords } from '@outturn/contracts'
import { nearestName } from '@outturn/service'
import type { z } from 'zod'
import { withoutAbsentMembers } from './absent-members.ts'
import { shownField } from '../shown-field.ts'
import { mostProblems, stopEarly } from './stop-early.ts'

type Issue = z.core.$ZodIssue
type RawIssue = z.core.$ZodRawIssue
type Path = readonly PropertyKey[]

/**
 * What one issue says: where, and in which words; of an unknown key also which keys there are, and of a value of the right shape that
 * cannot be meant that it is one.
 */
type Problem = {
  field: string
  message: string
  unknown?: { key: string; allowed: readonly string[] }
  isOfMeaning?: boolean
}

/** A key that is longer is no misspelling of a known one. */
const longestMisspeltKey = 64

/**
 * The value as the schema has it. Throws the refusal `validation_failed` with the path of the first problem, and with
 * all of them (ten at most) as `issues` when there are several. Only a value that fails is looked at twice, and no further
 * than its tenth problem.
 */
export function checkedInput<S extends z.ZodType>(schema: S, value: unknown): z.output<S> {
  stopEarly(schema)
  const result = schema.safeParse(value)
  if (result.success) return result.data
  const given = withoutAbsentMembers(schema, value)
  if (given !== value) return checkedInput(schema, given)
  const problems = problemsOf(schema, value)
  const status = problems[0]?.isOfMeaning === true ? 422 : undefined
  throw new Refusal('validation_failed', ...refusalOf(problems), status)
}

function refusalOf(problems: readonly Problem[]): [string, RefusalOptions] {
  const [first = { field: '', message: 'The input is not valid.' }] = problems
  const shown = problems.slice(0, mostProblems).map(({ field, message }) => ({ field, message }))
  const options: RefusalOptions = {
    ...(first.field !== '' && { field: first.field }),
    ...(first.unknown !== undefined && { remediation: allowedKeysWords(first.unknown) }),
    ...(problems.length > 1 && { details: { issues: shown } }),
  }
  return [first.field === '' ? first.message : `${first.field}: ${first.message}`, options]
}

/** Problems of a failing value, unknown keys first: a misspelt key is the reason that another one is missing. */
function problemsOf(schema: z.ZodType, value: unknown): Problem[] {
  const allowedKeys: AllowedKeys = new WeakMap()
  const result = schema.safeParse(value, {
    error: (issue) => wording(issue, allowedKeys),
    reportInput: true,
  })
  const issues = withoutSizes((result.error?.issues ?? []).flatMap((issue) => evident(issue)))
  const problems = issues.flatMap((issue) => problemsIn(issue, allowedKeys))
  return [
    ...problems.filter(({ unknown }) => unknown !== undefined),
    ...problems.filter(({ unknown }) => unknown === undefined),
  ]
}

/** Of a value of another type its size is no problem: it is not what would be counted. */
function withoutSizes(issues: readonly Issue[]): Issue[] {
  const mistyped = new Set(
    issues.flatMap(({ code, path }) => (code === 'invalid_type' ? [fieldPath(path)] : [])),
  )
  return issues.filter(
    ({ code, path }) => (code !== 'too_big' && code !== 'too_small') || !mistyped.has(fieldPath(path)),
  )
}

/** The keys that the object at an `unrecognized_keys` issue has, by the issue's own list of keys. */
type AllowedKeys = WeakMap<readonly string[], readonly string[]>

function wording(issue: RawIssue, allowedKeys: AllowedKeys): string {
  if (issue.code === 'unrecognized_keys') {
    const definition = (issue.inst as z.core.$ZodObject | undefined)?._zod.def
    allowedKeys.set(issue.keys, Object.keys(definition?.shape ?? {}))
  }
  return issueWords(issue)
}

function problemsIn(issue: Issue, allowedKeys: AllowedKeys): Problem[] {
  if (issue.code === 'unrecognized_keys') {
    const allowed = allowedKeys.get(issue.keys) ?? []
    return issue.keys.slice(0, mostProblems).map((key) => ({
      field: fieldPath([...issue.path, key]),
      message: 'is not a known key',
      unknown: { key, allowed },
    }))
  }
  const { message } = issue
  if (issue.code === 'invalid_union' && 'options' in issue) {
    const options = (issue.options as readonly unknown[]).join(', ')
    return [{ field: fieldPath(issue.path), message: `must be one of ${options}` }]
  }
  const isOfMeaning = issue.code === 'custom' && issue.params?.['isOfMeaning'] === true
  return [{ field: fieldPath(issue.path), message, ...(isOfMeaning && { isOfMeaning }) }]
}

function allowedKeysWords({ key, allowed }: { key: string; allowed: readonly string[] }): string {
  if (allowed.length === 0) return 'Leave it out: nothing is taken here.'
  const nearest = key.length > longestMisspeltKey ? undefined : nearestKey(key, allowed)
  const hint = nearest === undefined ? '' : ` Did you mean ${nearest}?`
  return `Allowed keys here: ${allowed.join(', ')}.${hint}`
}

/** The key that was meant: by its letters, or as a part of the one that was sent: `unit` for `unitization`. */
function nearestKey(key: string, allowed: readonly string[]): string | undefined {
  const isPartOf = (part: string, whole: string) => part.length >= 4 && whole.startsWith(part)
  return nearestName(key, allowed) ?? allowed.find((name) => isPartOf(name, key) || isPartOf(key, name))
}

/**
 * The issues of the branch of a union that the caller evidently meant: the one whose type the value has, and of those
 * the one that finds fault within it, with the fewest problems.
 */
function evident(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [issue]
  const branches = issue.errors.filter((branch) => !branch.some(isOfAnotherType))
  const [meant] = branches.toSorted((a, b) => Number(isOther(a)) - Number(isOther(b)) || a.length - b.length)
  if (meant === undefined) return [{ ...issue, message: typeWords(expectedTypes(issue.errors), issue.input) }]
  return meant.flatMap((inner) => evident({ ...inner, path: [...issue.path, ...inner.path] }))
}

/** Whether a branch rejects the value as a whole, and not for anything in it. */
function isOther(branch: readonly Issue[]): boolean {
  return branch.some(({ code, path }) => path.length === 0 && code !== 'unrecognized_keys')
}

function isOfAnotherType(issue: Issue): boolean {
  return issue.code === 'invalid_type' && issue.path.length === 0
}

function expectedTypes(branches: readonly (readonly Issue[])[]): string[] {
  return branches.flat().flatMap((issue) => (issue.code === 'invalid_type' ? [issue.expected] : []))
}

function fieldPath(path: Path): string {
  return shownField(formatJsonPath(path.map((step) => (typeof step === 'symbol' ? String(step) : step))))
}
