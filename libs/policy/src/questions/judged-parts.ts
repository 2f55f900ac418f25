import { judgment, meaning } from '../wordings/judgment.ts'
import { outside, unsaid } from '../wordings/outside.ts'
import type { PhraseTable } from '../wordings/phrase-table.ts'
import type { ReadCheck, Undecided } from '../outcome.ts'
import { type Asker, extractOf, type Inquiry, withoutWords } from './inquiry.ts'
import { unreadReason } from './unrecognised.ts'
import { isNameAt } from './kinds/qualified.ts'

interface Kind {
  readonly table: PhraseTable
  readonly code: Undecided['code']
  readonly reason: string
  readonly method: Undecided['method']
}

const kinds: readonly Kind[] = [
  { table: unsaid, code: 'no_checker', reason: unreadReason, method: 'external_tool' },
  {
    table: meaning,
    code: 'needs_judgement',
    reason: 'it is about what a text means, not about its exact words',
    method: 'ai_assisted',
  },
  {
    table: outside,
    code: 'outside_world',
    reason: 'it is decided by something outside the delivered work',
    method: 'external_tool',
  },
  {
    table: judgment,
    code: 'needs_judgement',
    reason: 'it is a matter of judgment',
    method: 'human_confirmed',
  },
]

/** What no checker decides in a text, and the checks that it states beside that; null where nothing says so. */
export function judgedParts(
  inquiry: Inquiry,
): { readonly checks: readonly ReadCheck[]; readonly undecided: readonly Undecided[] } | null {
  const whole = kindOf(inquiry, 0, inquiry.tokens.length)
  if (whole === null) return null
  return (
    partly(inquiry, whole.code === 'no_checker') ?? {
      checks: [],
      undecided: [undecidedOf(inquiry, whole, 0, inquiry.tokens.length)],
    }
  )
}

/** Asks about the quality of rows whose number is exact beside it: `200 good leads`. */
export const askJudgedCount: Asker = (inquiry) => {
  for (const { table } of kinds) {
    for (const { start, end } of table.all(inquiry.words)) {
      const rest = withoutWords(inquiry, start, end)
      const checks = inquiry.tokens.some(({ kind }) => kind === 'number') ? inquiry.compile(rest) : null
      if (checks?.every(({ check }) => check.checker === 'row_count') !== true) continue
      const words = extractOf(inquiry, start, end)
      return {
        ...words,
        reason: 'qualified',
        question: `${JSON.stringify(words.text)} is no matter of a check. Without it the number alone is checked, which asks for less; a person can confirm the rest as a condition of its own.`,
        wants: 'sentence',
        candidates: [rest],
        rewrites: [rest],
      }
    }
  }
  return null
}

const joints: ReadonlySet<string> = new Set(['and', ';', '.'])
/** Words after a comma may narrow what stands before it, unless they say what no check says. */
const jointsOfUnsaid: ReadonlySet<string> = new Set([...joints, ','])

/** The parts between joints, where each is either a check or judged and both occur; words after what is judged belong to it. */
function partly(inquiry: Inquiry, isUnsaid: boolean): ReturnType<typeof judgedParts> {
  const { tokens } = inquiry
  const between = isUnsaid ? jointsOfUnsaid : joints
  const ends = [...tokens.keys()].filter((at) => at > 0 && between.has(tokens[at]?.folded ?? ''))
  const checks: ReadCheck[] = []
  const judged: { readonly kind: Kind; readonly from: number; to: number }[] = []
  for (let from = 0; from < tokens.length; ) {
    const later = [tokens.length, ...ends.filter((end) => end > from).toReversed()]
    const compiled = later
      .map((end) => ({ end, checks: checksIn(inquiry, from, end) }))
      .find((one) => one.checks !== null)
    const next = later.at(-1) ?? tokens.length
    const end = compiled?.end ?? next
    const kind = compiled === undefined ? kindOf(inquiry, from, end) : null
    const last = judged.at(-1)
    if (compiled !== undefined) checks.push(...(compiled.checks ?? []))
    else if (kind !== null) judged.push({ kind, from, to: end })
    else if (last !== undefined) last.to = end
    else return null
    from = end
    while (between.has(tokens[from]?.folded ?? '')) from += 1
  }
  if (checks.length === 0 || judged.length === 0) return null
  return { checks, undecided: judged.map(({ kind, from, to }) => undecidedOf(inquiry, kind, from, to)) }
}

/** The checks of a run of tokens, in their place in the text. */
function checksIn(inquiry: Inquiry, from: number, to: number): readonly ReadCheck[] | null {
  const start = inquiry.tokens[from]?.start ?? 0
  const checks = inquiry.compile(inquiry.text.slice(start, inquiry.tokens[to - 1]?.end).replace(/,$/, ''))
  return checks?.map((check) => ({ ...check, start: check.start + start, end: check.end + start })) ?? null
}

function kindOf(inquiry: Inquiry, from: number, to: number): Kind | null {
  const matches = kinds.flatMap((kind) =>
    kind.table
      .all(inquiry.words)
      .filter(({ start, end }) => start >= from && end <= to)
      .filter(
        ({ start, end }) =>
          !Array.from({ length: end - start }, (_, offset) => start + offset).every((at) =>
            isNameAt(inquiry, at),
          ),
      )
      .map(({ start, end }) => ({ kind, length: end - start })),
  )
  return matches.toSorted((a, b) => b.length - a.length)[0]?.kind ?? null
}

/** The words of an agent or a service never get a person, as no one is at hand who looks. */
function undecidedOf(inquiry: Inquiry, { code, reason, method }: Kind, from: number, to: number): Undecided {
  const start = inquiry.tokens[from]?.start ?? 0
  const end = inquiry.tokens[to - 1]?.end ?? inquiry.text.length
  return {
    text: inquiry.text.slice(start, end),
    start,
    end,
    code,
    reason,
    method: method === 'human_confirmed' && inquiry.circumstances.isSoftware ? 'external_tool' : method,
  }
}
