import { describeCheck, DeterministicCheck } from '@outturn/checkers'

/** A deterministic check in a sentence without its end, or null for what is none. */
export function checkWords(check: unknown): string | null {
  const parsed = DeterministicCheck.safeParse(check)
  return parsed.success ? describeCheck(parsed.data) : null
}
