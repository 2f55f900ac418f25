import type { Env } from '../host.ts'

/** Words in colour, where people read them. */
export type Styles = {
  readonly good: (text: string) => string
  readonly bad: (text: string) => string
  readonly open: (text: string) => string
  readonly faint: (text: string) => string
}

/** Whether a stream gets colours: NO_COLOR and FORCE_COLOR=0 take them away, and another FORCE_COLOR gives them to a file too. */
export function hasColours(env: Env, isTerminal: boolean): boolean {
  const forced = env['FORCE_COLOR']
  if (env['NO_COLOR'] || forced === '0' || forced === 'false') return false
  if (forced) return true
  return isTerminal && env['TERM'] !== 'dumb'
}

export function stylesOf(env: Env, isTerminal: boolean): Styles {
  const style = (code: number) =>
    hasColours(env, isTerminal) ? (text: string) => `\u001b[${code}m${text}\u001b[0m` : (text: string) => text
  return { good: style(32), bad: style(31), open: style(33), faint: style(2) }
}
